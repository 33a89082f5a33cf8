"""The game: values and pure functions. No file, clock, chance or screen is used below here."""
