"""Many games at once: self-play, balance and statistics."""
