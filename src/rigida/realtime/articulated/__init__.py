"""Bodies that hang together by joints."""
