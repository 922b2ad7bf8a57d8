"""What was signed, as changes of the plan."""
