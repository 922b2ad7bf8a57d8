"""What the provinces demanded of Ottawa, as changes of the plan."""
