"""Score keeper and rules assistant for Chicken Foot dominoes."""

__version__ = "0.1.0"
