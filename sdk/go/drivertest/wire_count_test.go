package drivertest

import (
	"bufio"
	"encoding/binary"
	"io"
	"net"
	"net/url"
	"strings"
	"sync"
	"testing"
)

// wire counts what a driver sends to PostgreSQL: it forwards the connections of a loopback port.
type wire struct {
	// source is the connection string through it.
	source string

	mu sync.Mutex
	// sent has an entry for each round trip: the texts in it, or "…" for a statement that was prepared before.
	sent []string
}

// newWire listens in front of the server of a connection string. It understands no TLS.
func newWire(t testing.TB, source string) *wire {
	t.Helper()
	server, err := url.Parse(source)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	through := *server
	through.Host = listener.Addr().String()
	w := &wire{source: through.String()}
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			go w.forward(client, server.Host)
		}
	}()
	return w
}

func (w *wire) forward(client net.Conn, address string) {
	defer client.Close()
	server, err := net.Dial("tcp", address)
	if err != nil {
		return
	}
	defer server.Close()
	go func() {
		// Ends with either side.
		_, _ = io.Copy(client, server)
		_ = client.Close()
	}()
	var texts []string
	reader := bufio.NewReader(client)
	for isStarted := false; ; isStarted = true {
		kind, message, err := readMessage(reader, isStarted)
		if err != nil {
			return
		}
		switch kind {
		case 'P': // Parse: the name of the statement, its text
			texts = append(texts, "prepare "+strings.Split(string(message[5:]), "\x00")[1])
		case 'B':
			texts = append(texts, "…")
		case 'Q':
			texts = append(texts, string(message[5:len(message)-1]))
		}
		if kind == 'Q' || kind == 'S' { // the messages that the server answers with ReadyForQuery
			w.mu.Lock()
			w.sent = append(w.sent, strings.Join(texts, "; "))
			w.mu.Unlock()
			texts = nil
		}
		if _, err := server.Write(message); err != nil {
			return
		}
	}
}

// readMessage returns a whole message. The first one of a connection has no byte for its kind.
func readMessage(reader io.Reader, isStarted bool) (kind byte, message []byte, err error) {
	head := make([]byte, 4, 5)
	if isStarted {
		head = head[:5]
	}
	if _, err := io.ReadFull(reader, head); err != nil {
		return 0, nil, err
	}
	size := binary.BigEndian.Uint32(head[len(head)-4:])
	message = append(head, make([]byte, size-4)...)
	if isStarted {
		kind = head[0]
	}
	_, err = io.ReadFull(reader, message[len(head):])
	return kind, message, err
}

// during returns the round trips of work.
func (w *wire) during(work func()) []string {
	w.mu.Lock()
	w.sent = nil
	w.mu.Unlock()
	work()
	w.mu.Lock()
	defer w.mu.Unlock()
	return append([]string{}, w.sent...)
}
