"""What was demanded, offered, signed and delivered: each a reform of the plan."""
