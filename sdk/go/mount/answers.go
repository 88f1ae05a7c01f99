package mount

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

// isCrossOrigin tells whether an endpoint answers pages of any origin (AS-18), below an issuer path or not.
func isCrossOrigin(path string) bool {
	for _, end := range []string{"/oauth/mcp/token", "/oauth/mcp/register", "/oauth/mcp/revoke"} {
		if strings.HasSuffix(path, end) {
			return true
		}
	}
	return strings.Contains(path, "/.well-known/")
}

// prepare adds what every answer of the mount's own has in common, and returns its status and text: a page of any origin can read
// it where it can read those of the daemon. That takes a preflight request that succeeds, unless it is malformed itself:
// browsers never send one like that.
func prepare(header http.Header, r *http.Request, status int, contentType, text string) (int, string) {
	crossOrigin := isCrossOrigin(pathOf(r))
	if crossOrigin {
		header.Set("Access-Control-Allow-Origin", "*")
	}
	if crossOrigin && r.Method == http.MethodOptions && status != http.StatusBadRequest {
		header.Set("Access-Control-Allow-Methods", "GET, HEAD, POST")
		header.Set("Access-Control-Allow-Headers", "authorization, content-type, mcp-protocol-version, *")
		header.Del("Retry-After")
		return http.StatusNoContent, ""
	}
	if crossOrigin {
		header.Set("Access-Control-Expose-Headers", "Retry-After")
	}
	header.Set("Content-Type", contentType)
	header.Set("Cache-Control", "no-store")
	return status, text
}

// refuse closes the connection of HTTP/1, so that no data behind a rejected request is read.
func refuse(w http.ResponseWriter, r *http.Request, refused *refusal) {
	header := w.Header()
	if r.ProtoMajor == 1 {
		header.Set("Connection", "close")
	}
	status, text := prepare(header, r, refused.status, "text/plain; charset=utf-8", refused.reason+"\n")
	if refused != bodyTooSlow || !hijackAndClose(w, r, status, text) {
		w.WriteHeader(status)
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
	header := w.Header()
	conn, _, err := hijacker.Hijack()
	if err != nil {
		return false
	}
	defer conn.Close()
	_ = conn.SetWriteDeadline(time.Now().Add(time.Second))
	var head bytes.Buffer
	_ = header.Write(&head)
	// The client may be gone.
	_, _ = fmt.Fprintf(conn, "HTTP/1.1 %d %s\r\n%sContent-Length: %d\r\n\r\n%s",
		status, http.StatusText(status), head.String(), len(text), text)
	return true
}

var descriptions = map[int]string{
	http.StatusBadGateway:         "The authorization server is not available right now.",
	http.StatusServiceUnavailable: "Too many requests are waiting for the authorization server. Try again in a moment.",
}

// fail answers in the daemon's own error format, so that a client keeps its tokens and tries again. It always answers:
// net/http makes an empty 200 of silence.
func (m *Mount) fail(w http.ResponseWriter, r *http.Request, status int, err error) {
	// Once the context of the request has ended, this is not a failure of Gatehouse. Its client may still read: it may have
	// closed only its own direction, and a middleware or the end of the process ends contexts too.
	if r.Context().Err() == nil {
		m.outage.Failed("method", r.Method, "path", r.URL.Path, "error", err.Error())
	}
	header := w.Header()
	if r.ProtoMajor == 1 && r.ContentLength != 0 {
		header.Set("Connection", "close")
	}
	text, encodeErr := json.Marshal(map[string]string{
		"error":             "temporarily_unavailable",
		"error_description": descriptions[status],
	})
	if encodeErr != nil {
		text = nil
	}
	header.Set("Retry-After", "5")
	status, body := prepare(header, r, status, "application/json", string(text))
	w.WriteHeader(status)
	_, _ = io.WriteString(w, body)
}
