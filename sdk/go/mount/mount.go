// Package mount forwards Gatehouse's own paths from the application's HTTP server to the daemon, so that both share one
// origin.
//
// All visitors share the connections to the daemon, so the mount does not let clients control the framing of messages: it
// writes Host, Content-Length, Transfer-Encoding and the forwarding headers itself, rejects a body on GET, HEAD and OPTIONS,
// and relays an answer only if it carries the id of its request (docs/security-shared-connections.md).
package mount

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"gatehouse.dev/host/internal/outagelog"
)

// Mount forwards requests to Gatehouse.
type Mount struct {
	options   Options
	target    target
	bases     []string
	addresses *clientAddresses
	places    *places
	transport *http.Transport
	outage    *outagelog.Log
}

// New validates the options.
func New(options Options) (*Mount, error) {
	if err := options.validate(); err != nil {
		return nil, err
	}
	to, err := options.target()
	if err != nil {
		return nil, err
	}
	bases, err := options.ownPaths()
	if err != nil {
		return nil, err
	}
	addresses, err := newClientAddresses(options.TrustedProxies)
	if err != nil {
		return nil, err
	}
	return &Mount{
		options:   options,
		target:    to,
		bases:     bases,
		addresses: addresses,
		places:    newPlaces(options.MaxConnections, options.Timeout),
		transport: newTransport(to, options.Timeout, options.MaxConnections),
		outage: outagelog.New(options.Logger, outagelog.Texts{
			Lost:      "a request got no response from Gatehouse; counting further failures",
			StillLost: "Gatehouse is still not responding",
			Back:      "Gatehouse is responding again",
		}),
	}, nil
}

// Wrap serves Gatehouse's paths, and passes other requests to next. Mount it before anything that reads bodies, sets cookies
// or wraps responses: it streams requests and responses, and the daemon applies the limits. List the application's address
// in the daemon's http.trusted_proxies, so that the daemon trusts the X-Forwarded-For of the mount.
func (m *Mount) Wrap(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		path := r.RequestURI
		if query := strings.IndexByte(path, '?'); query >= 0 {
			path = path[:query]
		}
		if isOwn(m.bases, path) {
			m.forward(w, r)
		} else {
			next.ServeHTTP(w, r)
		}
	})
}

// Close ends the kept-alive connections to Gatehouse.
func (m *Mount) Close() {
	m.transport.CloseIdleConnections()
}

func (m *Mount) forward(w http.ResponseWriter, r *http.Request) {
	if refused := judge(r); refused != nil {
		refuse(w, r, refused)
		return
	}
	id, err := newExchangeID()
	if err != nil {
		m.fail(w, r, http.StatusBadGateway, err)
		return
	}
	address := ""
	if ip := m.addresses.of(r); ip != nil {
		address = ip.String()
	}
	header := forwardedHeaders(r.Header, address, id)
	if isHeadTooLarge(r.RequestURI, header) {
		refuse(w, r, headTooLarge)
		return
	}
	read, refused := readStart(r, m.options.Timeout)
	if refused != nil {
		refuse(w, r, refused)
		return
	}
	// Ends the request to Gatehouse when the client leaves, and when another request needs the place.
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	exchange := &exchange{mount: m, w: w, r: r, body: read, id: id, cancel: cancel}
	place, err := m.places.acquire(ctx, !read.isWhole, exchange.makeWay)
	if err != nil {
		m.fail(w, r, http.StatusServiceUnavailable, err)
		return
	}
	defer place.release()
	exchange.place.Store(place)
	exchange.run(outgoing(ctx, r, m.target.authority, header, read))
}

// exchange is one request to Gatehouse and its answer.
type exchange struct {
	mount  *Mount
	w      http.ResponseWriter
	r      *http.Request
	body   *body
	id     string
	cancel context.CancelFunc
	place  atomic.Value
	// writingSince is when the current write to the client began, in nanoseconds of now(); 0 if there is none.
	writingSince int64
}

var processBegan = time.Now()

// now counts nanoseconds, whatever the time of the machine is set to. It is never 0.
func now() int64 {
	return int64(time.Since(processBegan)) + 1
}

// maxStalled is the time without progress after which an answer must free its place for waiting requests.
const maxStalled = 3 * time.Second

// makeWay frees the place if its client reads nothing.
func (e *exchange) makeWay() {
	since := atomic.LoadInt64(&e.writingSince)
	if since == 0 || time.Duration(now()-since) < maxStalled {
		return
	}
	e.cancel()
	if held, ok := e.place.Load().(*place); ok {
		held.release()
	}
}

func (e *exchange) run(request *http.Request) {
	answer, err := e.mount.transport.RoundTrip(request)
	if err != nil {
		e.mount.fail(e.w, e.r, http.StatusBadGateway, err)
		return
	}
	defer answer.Body.Close()
	if answer.Header.Get(exchangeID) != e.id || len(answer.Header.Values(exchangeID)) != 1 {
		// Ends the connection as well: its body is not read.
		e.cancel()
		err := errors.New("the response does not carry the id of the request; check that Target is a Gatehouse daemon")
		e.mount.fail(e.w, e.r, http.StatusBadGateway, err)
		return
	}
	if answer.StatusCode < http.StatusOK {
		err := fmt.Errorf("the response has the status %d, which is not final", answer.StatusCode)
		e.mount.fail(e.w, e.r, http.StatusBadGateway, err)
		return
	}
	copyAnswerHeaders(e.w.Header(), answer.Header)
	if !e.body.hasArrived() && e.r.ProtoMajor == 1 {
		// Gatehouse answered early. Otherwise net/http would wait for the rest of the body before it answers.
		e.w.Header().Set("Connection", "close")
	}
	e.w.WriteHeader(answer.StatusCode)
	if err := e.copyBody(answer.Body); err != nil {
		// A truncated answer must not look complete.
		panic(http.ErrAbortHandler)
	}
	e.mount.outage.Succeeded()
}

// copyBody streams: the first bytes reach the client before the last are sent.
func (e *exchange) copyBody(from io.Reader) error {
	flusher, _ := e.w.(http.Flusher)
	buffer := make([]byte, 32<<10)
	for {
		count, err := from.Read(buffer)
		if count > 0 {
			atomic.StoreInt64(&e.writingSince, now())
			_, writeErr := e.w.Write(buffer[:count])
			if writeErr == nil && flusher != nil {
				flusher.Flush()
			}
			atomic.StoreInt64(&e.writingSince, 0)
			if writeErr != nil {
				return writeErr
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// refuse closes the connection of HTTP/1, so that no data behind a rejected request is read.
func refuse(w http.ResponseWriter, r *http.Request, refused *refusal) {
	header := w.Header()
	header.Set("Content-Type", "text/plain; charset=utf-8")
	header.Set("Cache-Control", "no-store")
	if r.ProtoMajor == 1 {
		header.Set("Connection", "close")
	}
	text := refused.reason + "\n"
	if refused != bodyTooSlow || !hijackAndClose(w, r, refused.status, text) {
		w.WriteHeader(refused.status)
		_, _ = io.WriteString(w, text)
	}
}

// hijackAndClose answers and closes a connection whose body is still being read: net/http would wait for the end of that
// read. False if the connection cannot be taken over.
func hijackAndClose(w http.ResponseWriter, r *http.Request, status int, text string) bool {
	hijacker, ok := w.(http.Hijacker)
	if !ok || r.ProtoMajor != 1 {
		return false
	}
	conn, _, err := hijacker.Hijack()
	if err != nil {
		return false
	}
	defer conn.Close()
	_ = conn.SetWriteDeadline(time.Now().Add(time.Second))
	// The client may be gone.
	_, _ = fmt.Fprintf(conn, "HTTP/1.1 %d %s\r\nContent-Type: text/plain; charset=utf-8\r\nCache-Control: no-store\r\n"+
		"Connection: close\r\nContent-Length: %d\r\n\r\n%s", status, http.StatusText(status), len(text), text)
	return true
}

var descriptions = map[int]string{
	http.StatusBadGateway:         "The authorization server is not available right now.",
	http.StatusServiceUnavailable: "Too many requests are waiting for the authorization server. Try again in a moment.",
}

// isCrossOrigin tells whether an endpoint answers pages of any origin (AS-18), below an issuer path or not.
func isCrossOrigin(path string) bool {
	for _, end := range []string{"/oauth/mcp/token", "/oauth/mcp/register", "/oauth/mcp/revoke"} {
		if strings.HasSuffix(path, end) {
			return true
		}
	}
	return strings.Contains(path, "/.well-known/")
}

// fail answers in the daemon's own error format, so that a client keeps its tokens and tries again. It always answers:
// net/http makes an empty 200 of silence.
func (m *Mount) fail(w http.ResponseWriter, r *http.Request, status int, err error) {
	// Once the context of the request has ended, this is not a failure of Gatehouse. Its client may still read: it may have
	// closed only its own direction, and a middleware or the end of the process ends contexts too.
	if r.Context().Err() == nil {
		m.outage.Failed("method", r.Method, "path", r.URL.Path, "error", err.Error())
	}
	if r.ProtoMajor == 1 && r.ContentLength != 0 {
		w.Header().Set("Connection", "close")
	}
	header := w.Header()
	crossOrigin := isCrossOrigin(r.URL.EscapedPath())
	if crossOrigin && r.Method == http.MethodOptions {
		// A page gets to read the answer to its request only if the preflight request before it succeeds, as at the daemon.
		header.Set("Access-Control-Allow-Origin", "*")
		header.Set("Access-Control-Allow-Methods", "GET, HEAD, POST")
		header.Set("Access-Control-Allow-Headers", "authorization, content-type, mcp-protocol-version, *")
		w.WriteHeader(http.StatusNoContent)
		return
	}
	text, encodeErr := json.Marshal(map[string]string{
		"error":             "temporarily_unavailable",
		"error_description": descriptions[status],
	})
	if encodeErr != nil {
		text = nil
	}
	header.Set("Content-Type", "application/json")
	header.Set("Cache-Control", "no-store")
	header.Set("Retry-After", "5")
	if crossOrigin {
		header.Set("Access-Control-Allow-Origin", "*")
		header.Set("Access-Control-Expose-Headers", "Retry-After")
	}
	w.WriteHeader(status)
	_, _ = w.Write(text)
}
