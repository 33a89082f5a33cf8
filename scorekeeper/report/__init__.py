"""A match or a list of matches as text: plain, Markdown, CSV, and JSON to read. Pure: no files, no clock."""
