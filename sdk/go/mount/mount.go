// Package mount forwards Gatehouse's own paths from the application's HTTP server to the daemon, so that both share one
// origin.
//
// All visitors share the connections to the daemon, so the mount does not let clients control the framing of messages: it
// writes Host, Content-Length, Transfer-Encoding and the forwarding headers itself, rejects a body on GET, HEAD and OPTIONS,
// and relays an answer only if it carries the id of its request (docs/security-shared-connections.md).
package mount

import (
	"context"
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
		if isOwn(m.bases, pathOf(r)) {
			m.forward(w, r)
		} else {
			next.ServeHTTP(w, r)
		}
	})
}

// pathOf is the path as the client sent it, without the query.
func pathOf(r *http.Request) string {
	if query := strings.IndexByte(r.RequestURI, '?'); query >= 0 {
		return r.RequestURI[:query]
	}
	return r.RequestURI
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
