package mount

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestForwardsThePathsOfGatehouseOnly(t *testing.T) {
	daemon := daemonOf(t, func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, "gatehouse "+r.RequestURI) })
	plain := application(t, Options{Target: daemon})
	for _, path := range []string{
		"/.well-known/oauth-authorization-server", "/.well-known/oauth-protected-resource/mcp", "/oauth/mcp/token",
		"/oauth/mcp/authorize?a=b%20c&d", "/oauth/mcp",
	} {
		expect(t, path, get(t, plain, path), "200 OK: gatehouse "+path)
	}
	for _, path := range []string{
		"/", "/oauth", "/oauth/mcpx", "/oauth//mcp/token", "/OAUTH/mcp/token", "/oauth/%6dcp/token", "/x/../oauth/mcp/token",
		"/connect", "/admin", "/app/oauth/mcp/token",
	} {
		expect(t, path, get(t, plain, path), "200 OK: application")
	}
	full := application(t, Options{Target: daemon, IssuerPath: "/app", ConsentPage: true, AdminPath: "/admin"})
	for _, path := range []string{
		"/app/oauth/mcp/token", "/app/connect?request=x", "/admin", "/admin/x", "/.well-known/oauth-authorization-server/app",
		"/app/.well-known/oauth-protected-resource",
	} {
		expect(t, path, get(t, full, path), "200 OK: gatehouse "+path)
	}
	for _, path := range []string{"/oauth/mcp/token", "/connect", "/administration"} {
		expect(t, path, get(t, full, path), "200 OK: application")
	}
}

func TestForwardsMethodBodyAndEndToEndHeaders(t *testing.T) {
	var received *http.Request
	var body []byte
	daemon := daemonOf(t, func(w http.ResponseWriter, r *http.Request) {
		received = r
		body, _ = io.ReadAll(r.Body)
		w.Header().Add("Set-Cookie", "a=1")
		w.Header().Add("Set-Cookie", "b=2")
		w.Header().Set("Keep-Alive", "timeout=5")
		w.WriteHeader(http.StatusTeapot)
		_, _ = io.WriteString(w, "answer")
	})
	server := application(t, Options{Target: daemon})
	answer := raw(t, server, "PUT /oauth/mcp/x HTTP/1.1\r\nHost: evil.example\r\nX-Repeated: 1\r\nX-Repeated: 2\r\n"+
		"Cookie: a=b\r\nAuthorization: Basic x\r\nX-Removed: 1\r\nX-Request-Id: kept\r\n"+
		"Connection: close, X-Removed, X-Request-Id, Authorization, Content-Length\r\n"+
		"Forwarded: for=1.2.3.4\r\nX-Forwarded-Host: evil.example\r\nX_Forwarded_For: 1.2.3.4\r\nX-Real-IP: 1.2.3.4\r\n"+
		"X_Other: 1\r\nX.Other: 1\r\nOther~: 1\r\n"+
		"Proxy-Authorization: x\r\nGatehouse-Exchange: x\r\nTE: trailers\r\nUpgrade: h2c\r\nContent-Length: 4\r\n\r\nbody")
	expect(t, "answer", answer, "418 I'm a teapot (close): answer")
	expect(t, "method", received.Method, "PUT")
	expect(t, "body", string(body), "body")
	expect(t, "host", "http://"+received.Host, daemon)
	expect(t, "repeated", strings.Join(received.Header.Values("X-Repeated"), ","), "1,2")
	expect(t, "X-Forwarded-For", strings.Join(received.Header.Values("X-Forwarded-For"), ","), "127.0.0.1")
	for name, want := range map[string]string{
		"Cookie": "a=b", "Authorization": "Basic x", "X-Request-Id": "kept", "X-Removed": "", "Forwarded": "",
		"X-Forwarded-Host": "", "X_forwarded_for": "", "X_other": "", "X.other": "", "Other~": "", "X-Real-Ip": "", "Proxy-Authorization": "", "Te": "", "Upgrade": "",
		"User-Agent": "", "Accept-Encoding": "",
	} {
		expect(t, name, received.Header.Get(name), want)
	}
}

func TestRelaysAnswerHeadersExceptThoseOfTheConnection(t *testing.T) {
	daemon := daemonOf(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Add("Set-Cookie", "a=1")
		w.Header().Add("Set-Cookie", "b=2")
		w.Header().Set("WWW-Authenticate", "Basic")
		w.Header().Set("Proxy-Authenticate", "Basic")
	})
	answer, err := http.Get(application(t, Options{Target: daemon}).URL + tokenPath)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	expect(t, "cookies", strings.Join(answer.Header.Values("Set-Cookie"), ","), "a=1,b=2")
	expect(t, "challenge", answer.Header.Get("WWW-Authenticate"), "Basic")
	expect(t, "hop by hop", answer.Header.Get("Proxy-Authenticate")+answer.Header.Get(exchangeID), "")
}

func TestFramesBodies(t *testing.T) {
	daemon := daemonOf(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		fmt.Fprintf(w, "%d %v %d", r.ContentLength, r.TransferEncoding, len(body))
	})
	server := application(t, Options{Target: daemon})
	chunked := "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"
	for request, want := range map[string]string{
		"POST|\r\n":                           "200 OK: 0 [] 0",
		"POST|Content-Length: 0\r\n\r\n":      "200 OK: 0 [] 0",
		"POST|Content-Length: 3\r\n\r\nabc":   "200 OK: 3 [] 3",
		"POST|" + chunked:                     "200 OK: 3 [] 3",
		"DELETE|Content-Length: 3\r\n\r\nabc": "200 OK: 3 [] 3",
		"DELETE|" + chunked:                   "200 OK: 3 [] 3",
		"GET|Content-Length: 0\r\n\r\n":       "200 OK: 0 [] 0",
		"GET|Content-Length: 3\r\n\r\nabc":    "400 Bad Request (close): This method does not accept a body.\n",
		"GET|" + chunked:                      "400 Bad Request (close): This method does not accept a body.\n",
		"OPTIONS|" + chunked:                  "400 Bad Request (close): This method does not accept a body.\n",
		"TRACE|\r\n":                          "501 Not Implemented (close): This method is not implemented.\n",
		"PROPFIND|\r\n":                       "501 Not Implemented (close): This method is not implemented.\n",
	} {
		method, rest, _ := strings.Cut(request, "|")
		expect(t, request, raw(t, server, method+" "+tokenPath+" HTTP/1.1\r\nHost: a\r\n"+rest), want)
	}
	large := strings.Repeat("x", 3*maxBuffered)
	sized := "POST /oauth/mcp/token HTTP/1.1\r\nHost: a\r\nContent-Length: " + strconv.Itoa(len(large)) + "\r\n\r\n" + large
	expect(t, "large", raw(t, server, sized), "200 OK: 196608 [] 196608")
	chunk := "POST /oauth/mcp/token HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n30000\r\n" + large + "\r\n0\r\n\r\n"
	expect(t, "large and chunked", raw(t, server, chunk), "200 OK: -1 [chunked] 196608")
}

func TestRejectsTargetsAndHeadsThatGatehouseWouldReject(t *testing.T) {
	server := application(t, Options{Target: daemonOf(t, func(w http.ResponseWriter, _ *http.Request) {})})
	expectBegin(t, "fragment", get(t, server, "/oauth/mcp/x#y"), "400 ")
	expectBegin(t, "absolute", get(t, server, "http://a/oauth/mcp/x"), "200 OK: application")
	expectBegin(t, "not ASCII", get(t, server, "/oauth/mcp/\xc3\xa4"), "400 ")
	headers := strings.Repeat("X-A: b\r\n", 70)
	expectBegin(t, "headers", raw(t, server, "GET /oauth/mcp/x HTTP/1.1\r\nHost: a\r\n"+headers+"\r\n"), "431 ")
	long := "X-A: " + strings.Repeat("b", 17_000) + "\r\n"
	expectBegin(t, "long", raw(t, server, "GET /oauth/mcp/x HTTP/1.1\r\nHost: a\r\n"+long+"\r\n"), "431 ")
}

func TestFindsTheClientBehindTrustedProxies(t *testing.T) {
	for _, c := range []struct{ peer, forwarded, trusted, want string }{
		{"192.0.2.1:5", "203.0.113.7", "", "192.0.2.1"},
		{"10.0.0.1:5", "203.0.113.7", "10.0.0.0/8", "203.0.113.7"},
		{"10.0.0.1:5", "203.0.113.7, 198.51.100.2, 10.1.1.1", "10.0.0.0/8", "198.51.100.2"},
		{"10.0.0.1:5", "nonsense", "10.0.0.0/8", "10.0.0.1"},
		{"10.0.0.1:5", "", "10.0.0.0/8", "10.0.0.1"},
		{"10.0.0.1:5", "[2001:db8::1]:77", "10.0.0.1", "2001:db8::1"},
		{"[::ffff:10.0.0.1]:5", "203.0.113.7:9", "10.0.0.0/8", "203.0.113.7"},
		{"@", "203.0.113.7", "", ""},
		{"@", "203.0.113.7", "unix:", "203.0.113.7"},
	} {
		var trusted []string
		if c.trusted != "" {
			trusted = []string{c.trusted}
		}
		addresses, err := newClientAddresses(trusted)
		if err != nil {
			t.Fatal(err)
		}
		request := &http.Request{RemoteAddr: c.peer, Header: http.Header{"X-Forwarded-For": {c.forwarded}}}
		got := ""
		if ip := addresses.of(request); ip != nil {
			got = ip.String()
		}
		expect(t, fmt.Sprintf("%+v", c), got, c.want)
	}
}

func TestRejectsInvalidOptions(t *testing.T) {
	for _, options := range []Options{
		{Target: ""}, {Target: "127.0.0.1:80"}, {Target: "https://a"}, {Target: "http://a/b"}, {Target: "http://u@a"},
		{Target: "http://a?b"}, {Target: "unix:"},
		{Target: "http://a", IssuerPath: "app"}, {Target: "http://a", IssuerPath: "/"}, {Target: "http://a", IssuerPath: "/a/"},
		{Target: "http://a", AdminPath: "/a/../b"}, {Target: "http://a", AdminPath: "/a?b"},
		{Target: "http://a", TrustedProxies: []string{"10.0.0.0/33"}}, {Target: "http://a", TrustedProxies: []string{"proxy"}},
		{Target: "http://a", Timeout: -1}, {Target: "http://a", MaxConnections: -1}, {Target: "http://a", MaxConnections: 65536},
	} {
		if _, err := New(options); err == nil || !strings.HasPrefix(err.Error(), "mount: ") {
			t.Errorf("%+v: got %v", options, err)
		}
	}
}

func TestStreamsTheRequest(t *testing.T) {
	arrived := make(chan int, 1)
	daemon := daemonOf(t, func(w http.ResponseWriter, r *http.Request) {
		start := make([]byte, 100_000)
		count, _ := io.ReadFull(r.Body, start)
		arrived <- count
		rest, _ := io.ReadAll(r.Body)
		_, _ = w.Write(rest)
	})
	server := application(t, Options{Target: daemon})
	reader, writer := io.Pipe()
	go func() {
		_, _ = writer.Write(make([]byte, 100_000))
		<-arrived
		_, _ = io.WriteString(writer, "rest")
		_ = writer.Close()
	}()
	answer, err := http.Post(server.URL+tokenPath, "text/plain", reader)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	rest, _ := io.ReadAll(answer.Body)
	expect(t, "answer", string(rest), "rest")
}

func TestStreamsTheAnswer(t *testing.T) {
	seen := make(chan struct{})
	daemon := daemonOf(t, func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "first")
		w.(http.Flusher).Flush()
		<-seen
		_, _ = io.WriteString(w, "rest")
	})
	answer, err := http.Get(application(t, Options{Target: daemon}).URL + tokenPath)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	first := make([]byte, 5)
	if _, err := io.ReadFull(answer.Body, first); err != nil {
		t.Fatal(err)
	}
	close(seen)
	rest, _ := io.ReadAll(answer.Body)
	expect(t, "answer", string(first)+string(rest), "firstrest")
}

func TestForwardsToAUnixSocket(t *testing.T) {
	socket := filepath.Join(t.TempDir(), "gatehouse.sock")
	listener, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	daemon := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set(exchangeID, r.Header.Get(exchangeID))
		_, _ = io.WriteString(w, r.Host)
	}))
	daemon.Listener = listener
	daemon.Start()
	defer daemon.Close()
	expect(t, "answer", get(t, application(t, Options{Target: "unix:" + socket}), tokenPath), "200 OK: localhost")
}

func TestAnswers502InTheFormatOfTheDaemon(t *testing.T) {
	want := `{"error":"temporarily_unavailable","error_description":"The authorization server is not available right now."}`
	away := application(t, Options{Target: "http://127.0.0.1:1"})
	expect(t, "unavailable", get(t, away, tokenPath), "502 Bad Gateway: "+want)
	daemon := newRawDaemon(t)
	daemon.answer(func(string, net.Conn) {})
	silent := application(t, Options{Target: daemon.url(), Timeout: 50 * time.Millisecond})
	expect(t, "silent", get(t, silent, tokenPath), "502 Bad Gateway: "+want)
}

// AS-18: a client in a browser can read the answer, and keeps its tokens (AS-200).
func TestAllowsOtherOriginsToReadThatGatehouseIsUnavailable(t *testing.T) {
	away := application(t, Options{Target: "http://127.0.0.1:1", IssuerPath: "/app", ConsentPage: true})
	for path, want := range map[string]string{
		"/app/oauth/mcp/token?a=b": "* Retry-After", "/app/oauth/mcp/register": "* Retry-After",
		"/.well-known/oauth-authorization-server/app": "* Retry-After", "/app/oauth/mcp/authorize": " ", "/app/connect": " ",
	} {
		answer, err := http.Get(away.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		got := answer.Header.Get("Access-Control-Allow-Origin") + " " + answer.Header.Get("Access-Control-Expose-Headers")
		expect(t, path, got, want)
		request, err := http.NewRequest(http.MethodOptions, away.URL+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		preflight, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		_ = preflight.Body.Close()
		wanted := "204 GET, HEAD, POST"
		if want == " " {
			wanted = "502 "
		}
		allowed := preflight.Header.Get("Access-Control-Allow-Methods")
		expect(t, "OPTIONS "+path, fmt.Sprint(preflight.StatusCode)+" "+allowed, wanted)
	}
}

// AS-200: each gets an answer in JSON that nothing may cache. None of them is an outage.
func TestAnswersARequestWhoseContextEnds(t *testing.T) {
	daemon := daemonOf(t, func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.ReadAll(r.Body)
		<-r.Context().Done()
	})
	const form = "POST " + tokenPath + " HTTP/1.1\r\nHost: notes.example\r\nContent-Length: 3\r\n\r\na=b"
	for _, c := range []struct {
		cause     string
		context   func(ctx context.Context) (context.Context, context.CancelFunc)
		halfClose bool
	}{
		{"the client closes its direction", context.WithCancel, true},
		{"a middleware's deadline", func(ctx context.Context) (context.Context, context.CancelFunc) {
			return context.WithTimeout(ctx, 50*time.Millisecond)
		}, false},
		{"the process is to end", func(ctx context.Context) (context.Context, context.CancelFunc) {
			limited, cancel := context.WithCancel(ctx)
			cancel()
			return limited, cancel
		}, false},
	} {
		log := &lines{}
		m, err := New(Options{Target: daemon, Logger: log})
		if err != nil {
			t.Fatal(err)
		}
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			ctx, cancel := c.context(r.Context())
			defer cancel()
			m.Wrap(http.NotFoundHandler()).ServeHTTP(w, r.WithContext(ctx))
		}))
		conn, err := net.Dial("tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.WriteString(conn, form)
		if c.halfClose {
			_ = conn.(*net.TCPConn).CloseWrite()
		}
		answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatalf("%s: %v", c.cause, err)
		}
		body, _ := io.ReadAll(answer.Body)
		_ = conn.Close()
		server.Close()
		m.Close()
		expect(t, c.cause, fmt.Sprint(answer.StatusCode, answer.Header.Get("Cache-Control")), "502no-store")
		expectBegin(t, c.cause, string(body), `{"error":"temporarily_unavailable"`)
		if len(log.lines) != 0 {
			t.Errorf("%s: logged %q", c.cause, log.lines)
		}
	}
}

type lines struct {
	mu    sync.Mutex
	lines []string
}

func (l *lines) add(level, message string, args []interface{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines = append(l.lines, fmt.Sprintln(append([]interface{}{level, message}, args...)...))
}
func (l *lines) Info(message string, args ...interface{})  { l.add("info", message, args) }
func (l *lines) Warn(message string, args ...interface{})  { l.add("warn", message, args) }
func (l *lines) Error(message string, args ...interface{}) { l.add("error", message, args) }

func TestLogsOneLineForAnOutage(t *testing.T) {
	log := &lines{}
	server := application(t, Options{Target: "http://127.0.0.1:1", Logger: log})
	for i := 0; i < 3; i++ {
		get(t, server, tokenPath+"?code=secret")
	}
	if len(log.lines) != 1 || !strings.Contains(log.lines[0], "refused") || strings.Contains(log.lines[0], "secret") {
		t.Errorf("got %q", log.lines)
	}
}
