package webhost

import (
	"io"
	"net/http"
	"strings"
	"sync"
)

// drain is the order in which an application ends: requests in progress may still need the host, which Gatehouse calls on
// the same listener. New requests get 503; those for the host are served until no other one is in progress.
type drain struct {
	mu       sync.Mutex
	running  int
	isEnding bool
	ended    chan struct{}
}

func newDrain() *drain {
	return &drain{ended: make(chan struct{})}
}

func isForHost(r *http.Request) bool {
	return strings.HasPrefix(r.URL.Path, HostPath+"/")
}

func (d *drain) wrap(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if isForHost(r) {
			next.ServeHTTP(w, r)
			return
		}
		if !d.enter() {
			refuse(w, r)
			return
		}
		defer d.leave()
		next.ServeHTTP(w, r)
	})
}

// refuse uses the daemon's own error format, so that a client keeps its tokens and tries again.
func refuse(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	if r.ProtoMajor == 1 {
		header.Set("Connection", "close")
	}
	header.Set("Content-Type", "application/json")
	header.Set("Cache-Control", "no-store")
	header.Set("Retry-After", "5")
	w.WriteHeader(http.StatusServiceUnavailable)
	// The client may be gone.
	_, _ = io.WriteString(w, `{"error":"temporarily_unavailable","error_description":"This server is about to stop. Try again in a moment."}`)
}

func (d *drain) enter() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.isEnding {
		return false
	}
	d.running++
	return true
}

func (d *drain) leave() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.running--
	if d.isEnding && d.running == 0 {
		close(d.ended)
	}
}

// end begins to refuse requests. The channel closes when none is in progress any more.
func (d *drain) end() <-chan struct{} {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.isEnding = true
	if d.running == 0 {
		close(d.ended)
	}
	return d.ended
}
