package grpchost

import (
	"net"
	"sync"
)

// connections has the open ones of a server. gRPC closes only those that have completed their handshake, and waits up to two
// minutes for the others.
type connections struct {
	mu   sync.Mutex
	open map[*connection]bool
}

// of returns the listener; its connections are added.
func (c *connections) of(listener net.Listener) net.Listener {
	return &countedListener{Listener: listener, connections: c}
}

func (c *connections) close() {
	c.mu.Lock()
	open := c.open
	c.open = nil
	c.mu.Unlock()
	for conn := range open {
		_ = conn.Conn.Close()
	}
}

type countedListener struct {
	net.Listener
	connections *connections
}

func (l *countedListener) Accept() (net.Conn, error) {
	accepted, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	c := l.connections
	conn := &connection{Conn: accepted, of: c}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.open == nil {
		c.open = map[*connection]bool{}
	}
	c.open[conn] = true
	return conn, nil
}

type connection struct {
	net.Conn
	of *connections
}

func (c *connection) Close() error {
	c.of.mu.Lock()
	delete(c.of.open, c)
	c.of.mu.Unlock()
	return c.Conn.Close()
}
