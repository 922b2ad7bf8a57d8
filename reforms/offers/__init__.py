"""What Ottawa offered the provinces, as changes of the plan."""
