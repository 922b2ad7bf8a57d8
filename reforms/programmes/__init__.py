"""What jurisdictions actually ran."""
