"""The table over HTTP and WebSocket: seats, persistence, notifications."""
