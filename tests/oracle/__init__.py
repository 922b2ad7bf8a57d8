"""An independent reading of the plan and of the demands, against which the law is held."""
