"""Law tests: YAML cases, read strictly and run in float64."""
