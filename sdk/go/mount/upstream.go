package mount

import (
	"context"
	"net"
	"net/http"
	"sync"
	"time"
)

// idleTimeout is shorter than the daemon's, so that no request is sent on a connection that is just closing.
const idleTimeout = 4 * time.Second

// newTransport has the connections to Gatehouse, which all clients of the application share, one after the other.
//
// net/http reuses a connection only after the complete request was sent and its complete answer was read. It closes a
// connection on which bytes arrive while no request is pending, whose answer came before the whole request was sent, whose
// request body was shorter or longer than announced, or whose request was cancelled.
func newTransport(to target, timeout time.Duration, maxConnections int) *http.Transport {
	dialer := &net.Dialer{Timeout: timeout}
	return &http.Transport{
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			conn, err := dialer.DialContext(ctx, to.network, to.address)
			if err != nil {
				return nil, err
			}
			return &impatientConn{Conn: conn, timeout: timeout, closed: make(chan struct{})}, nil
		},
		// Relay the answer as it is.
		DisableCompression:     true,
		MaxIdleConns:           maxConnections,
		MaxIdleConnsPerHost:    maxConnections,
		IdleConnTimeout:        idleTimeout,
		MaxResponseHeaderBytes: 64 << 10,
		// No Proxy: the target is the daemon, whatever the environment says. No HTTP/2: each connection carries one request
		// at a time.
	}
}

// impatientConn fails if nothing arrives and nothing can be sent for the timeout.
type impatientConn struct {
	net.Conn
	timeout   time.Duration
	closeOnce sync.Once
	closed    chan struct{}
}

func (c *impatientConn) Read(b []byte) (int, error) {
	if err := c.SetReadDeadline(time.Now().Add(c.timeout)); err != nil {
		return 0, err
	}
	return c.Conn.Read(b)
}

// Write reports an error only when the connection is closed. Gatehouse may answer before it has read the whole body (413),
// and close: net/http would discard that answer for the error. It does not reuse a connection with a pending write.
func (c *impatientConn) Write(b []byte) (int, error) {
	// Also for reading: while the request is sent, Gatehouse need not answer.
	if err := c.SetDeadline(time.Now().Add(c.timeout)); err != nil {
		return 0, err
	}
	count, err := c.Conn.Write(b)
	if err != nil {
		patience := time.NewTimer(c.timeout)
		defer patience.Stop()
		select {
		case <-c.closed:
		case <-patience.C:
		}
	}
	return count, err
}

func (c *impatientConn) Close() error {
	c.closeOnce.Do(func() { close(c.closed) })
	return c.Conn.Close()
}
