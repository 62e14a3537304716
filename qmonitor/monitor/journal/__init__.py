"""What this machine remembers of acts that change no source, and of alerts."""
