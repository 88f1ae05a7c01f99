package mount

import (
	"bufio"

	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

const tokenPath = "/oauth/mcp/token"

// quiet drops the lines of a mount.
type quiet struct{}

func (quiet) Info(string, ...interface{})  {}
func (quiet) Warn(string, ...interface{})  {}
func (quiet) Error(string, ...interface{}) {}

// rawDaemon is a daemon whose answers are bytes, so that it can answer wrongly.
type rawDaemon struct {
	listener net.Listener

	mu sync.Mutex
	// script writes the answer to a request whose head was read.
	script func(id string, conn net.Conn)
	conns  []net.Conn
	// heads of the requests of each connection.
	heads [][]string
	// closed has the connections that the mount closed.
	closed chan net.Conn
}

var exchangeLine = regexp.MustCompile(`(?i)gatehouse-exchange: (\S+)`)

func ok(id, body string) string {
	return "HTTP/1.1 200 OK\r\ngatehouse-exchange: " + id + "\r\ncontent-length: " + strconv.Itoa(len(body)) + "\r\n\r\n" + body
}

func newRawDaemon(t *testing.T) *rawDaemon {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	d := &rawDaemon{listener: listener, closed: make(chan net.Conn, 100)}
	d.answer(func(id string, conn net.Conn) { _, _ = io.WriteString(conn, ok(id, "own")) })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			d.mu.Lock()
			at := len(d.conns)
			d.conns, d.heads = append(d.conns, conn), append(d.heads, nil)
			d.mu.Unlock()
			go d.serve(at, conn)
		}
	}()
	t.Cleanup(func() {
		_ = listener.Close()
		d.mu.Lock()
		defer d.mu.Unlock()
		for _, conn := range d.conns {
			_ = conn.Close()
		}
	})
	return d
}

func (d *rawDaemon) answer(script func(id string, conn net.Conn)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.script = script
}

func (d *rawDaemon) serve(at int, conn net.Conn) {
	defer func() { d.closed <- conn }()
	chunk := make([]byte, 64<<10)
	for {
		count, err := conn.Read(chunk)
		if err != nil {
			return
		}
		match := exchangeLine.FindSubmatch(chunk[:count])
		if match == nil {
			continue
		}
		d.mu.Lock()
		d.heads[at] = append(d.heads[at], string(chunk[:count]))
		script := d.script
		d.mu.Unlock()
		script(string(match[1]), conn)
	}
}

// requests counts them for each connection.
func (d *rawDaemon) requests() []int {
	d.mu.Lock()
	defer d.mu.Unlock()
	var counts []int
	for _, heads := range d.heads {
		counts = append(counts, len(heads))
	}
	return counts
}

func (d *rawDaemon) url() string {
	return "http://" + d.listener.Addr().String()
}

// application serves a mount, and answers "application" to other requests.
func application(t *testing.T, options Options) *httptest.Server {
	t.Helper()
	server, _ := applicationAndMount(t, options)
	return server
}

func applicationAndMount(t *testing.T, options Options) (*httptest.Server, *Mount) {
	t.Helper()
	if options.Logger == nil {
		options.Logger = quiet{}
	}
	m, err := New(options)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(m.Wrap(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "application")
	})))
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
		m.Close()
	})
	return server, m
}

// daemonOf is a daemon with a handler, which repeats the exchange id.
func daemonOf(t *testing.T, handler http.HandlerFunc) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set(exchangeID, r.Header.Get(exchangeID))
		handler(w, r)
	}))
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	return server.URL
}

// written is a new connection on which these bytes were written.
func written(t *testing.T, server *httptest.Server, request string) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(conn, request); err != nil {
		conn.Close()
		t.Fatal(err)
	}
	return conn
}

// raw writes bytes on a new connection and returns everything that arrives until it closes, or until the time is over.
func raw(t *testing.T, server *httptest.Server, request string) string {
	t.Helper()
	conn := written(t, server, request)
	defer conn.Close()
	_ = conn.SetReadDeadline(time.Now().Add(time.Minute))
	answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		return "no answer: " + err.Error()
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		return answer.Status + " truncated"
	}
	closes := ""
	if answer.Close {
		closes = " (close)"
	}
	return answer.Status + closes + ": " + string(body)
}

func get(t *testing.T, server *httptest.Server, path string) string {
	t.Helper()
	return raw(t, server, "GET "+path+" HTTP/1.1\r\nHost: notes.example\r\n\r\n")
}

func expect(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %q, want %q", what, got, want)
	}
}

func expectBegin(t *testing.T, what, got, want string) {
	t.Helper()
	if !strings.HasPrefix(got, want) {
		t.Errorf("%s: got %q, want it to begin with %q", what, got, want)
	}
}
