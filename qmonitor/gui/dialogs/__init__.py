"""The dialogs of an action: what exactly, whether really, how far, and what came of it."""
