package mount

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"sync/atomic"
	"time"
)

// refusal is why a request is not forwarded. Its connection closes after the answer.
type refusal struct {
	status int
	reason string
}

var (
	notImplemented = &refusal{http.StatusNotImplemented, "This method is not implemented."}
	badTarget      = &refusal{http.StatusBadRequest, "The request target must be a path in printable ASCII, without a fragment."}
	noBodyAllowed  = &refusal{http.StatusBadRequest, "This method does not accept a body."}
	headTooLarge   = &refusal{http.StatusRequestHeaderFieldsTooLarge, "The request line and headers are too large, or there are more than 64 headers."}
	bodyTooSlow    = &refusal{http.StatusRequestTimeout, "The body did not arrive in time."}
	bodyIncomplete = &refusal{http.StatusBadRequest, "The body did not arrive completely."}
)

// bodyOf says whether a request with this method may have a body. Gatehouse implements no other methods (docs/http.md).
var bodyOf = map[string]bool{
	http.MethodGet: false, http.MethodHead: false, http.MethodOptions: false,
	http.MethodPost: true, http.MethodPut: true, http.MethodPatch: true, http.MethodDelete: true,
}

// requestTarget is the same as the daemon's (docs/http.md): a path with an optional query, printable ASCII, no fragment.
var requestTarget = regexp.MustCompile(`^/[\x21\x22\x24-\x7e]*$`)

// judge decides from the request that net/http parsed. net/http has already removed the framing headers of the client, and
// decodes exactly the announced body; it sends a body upstream with a framing of its own.
func judge(r *http.Request) *refusal {
	allowed, ok := bodyOf[r.Method]
	switch {
	case !ok:
		return notImplemented
	case !requestTarget.MatchString(r.RequestURI):
		return badTarget
	case !allowed && r.ContentLength != 0:
		return noBodyAllowed
	}
	return nil
}

// maxBuffered is how much of a body the mount reads before the request takes a place: a client that sends its body slowly
// must not occupy one. All requests of OAuth are smaller.
const maxBuffered = 64 << 10

// body is the beginning of a request's body.
type body struct {
	start []byte
	// isWhole: nothing follows.
	isWhole bool
	// rest is what follows, if anything does.
	rest *restOfBody
}

// hasArrived says whether the client has sent the whole body.
func (b *body) hasArrived() bool {
	return b.isWhole || atomic.LoadInt32(&b.rest.ended) == 1
}

// restOfBody remembers its end.
type restOfBody struct {
	io.Reader
	ended int32
}

func (r *restOfBody) Read(b []byte) (int, error) {
	count, err := r.Reader.Read(b)
	if err == io.EOF {
		atomic.StoreInt32(&r.ended, 1)
	}
	return count, err
}

// readStart reads the body, or its first 64 KiB. It ends after the timeout: net/http has no deadline for one body.
func readStart(r *http.Request, timeout time.Duration) (*body, *refusal) {
	if r.ContentLength == 0 || r.Body == nil {
		return &body{isWhole: true}, nil
	}
	type result struct {
		start []byte
		err   error
	}
	done := make(chan result, 1)
	go func() {
		start, err := io.ReadAll(io.LimitReader(r.Body, maxBuffered))
		done <- result{start, err}
	}()
	patience := time.NewTimer(timeout)
	defer patience.Stop()
	select {
	case read := <-done:
		if read.err != nil {
			return nil, bodyIncomplete
		}
		isWhole := len(read.start) < maxBuffered || int64(len(read.start)) == r.ContentLength
		return &body{start: read.start, isWhole: isWhole, rest: &restOfBody{Reader: r.Body}}, nil
	case <-patience.C:
		return nil, bodyTooSlow
	}
}

// outgoing is the request to Gatehouse.
func outgoing(ctx context.Context, r *http.Request, authority string, header http.Header, read *body) *http.Request {
	request := &http.Request{
		Method: r.Method,
		// Opaque is sent exactly as it is.
		URL:        &url.URL{Scheme: "http", Host: "gatehouse", Opaque: r.RequestURI},
		Host:       authority,
		Header:     header,
		Proto:      "HTTP/1.1",
		ProtoMajor: 1,
		ProtoMinor: 1,
	}
	switch {
	case read.isWhole && len(read.start) == 0:
		// net/http sends Content-Length: 0 for methods that need a body.
		request.Body = http.NoBody
	case read.isWhole:
		request.ContentLength = int64(len(read.start))
		request.Body = io.NopCloser(bytes.NewReader(read.start))
	default:
		// -1 for a chunked body. The body of r belongs to the server, so it must not be closed here.
		request.ContentLength = r.ContentLength
		request.Body = io.NopCloser(io.MultiReader(bytes.NewReader(read.start), read.rest))
	}
	return request.WithContext(ctx)
}

func newExchangeID() (string, error) {
	random := make([]byte, 16)
	if _, err := rand.Read(random); err != nil {
		return "", errors.New("the system has no random numbers")
	}
	return hex.EncodeToString(random), nil
}
