package mount

import (
	"net/http"
	"strings"
)

// exchangeID carries an id that the mount chooses for each request. The daemon repeats it in its answer, and the mount
// relays no answer without it: if the two ever disagree about where a message ends, a client gets an error and never the
// answer to another client's request.
const exchangeID = "Gatehouse-Exchange"

// These headers frame or route one connection, or identify its peer. The mount never forwards the client's, whatever its
// Connection header says, and writes those that the daemon needs itself (RFC 9110 §7.6.1, RFC 9112 §6).
var (
	neverForwarded = map[string]bool{
		"connection": true, "content-length": true, "expect": true, "forwarded": true, "host": true, "http2-settings": true,
		"keep-alive": true, "te": true, "trailer": true, "transfer-encoding": true, "upgrade": true, "via": true,
		"x-real-ip": true,
	}
	neverForwardedPrefixes = []string{"proxy-", "x-forwarded-", "gatehouse-"}
)

// Gatehouse accepts a head of up to 16 KiB and 64 headers (docs/http.md).
const (
	maxHeadBytes = 16_384 - 256
	maxHeaders   = 64
)

func isEndToEnd(name string) bool {
	lower := strings.ToLower(name)
	if !isPlain(lower) || neverForwarded[lower] {
		return false
	}
	for _, prefix := range neverForwardedPrefixes {
		if strings.HasPrefix(lower, prefix) {
			return false
		}
	}
	return true
}

// isPlain says whether a name in lower case consists of letters, digits and hyphens, like those of all headers that
// Gatehouse reads. Its default HTTP engine never answers a request with another name, such as "X_A" (docs/http.md): it would
// occupy its connection for ten seconds. Some servers also read "_" as "-".
func isPlain(lower string) bool {
	return strings.Trim(lower, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

// removedByConnection has the headers that Connection removes (RFC 9110 §7.6.1): only extensions ("X-…") that Gatehouse does
// not read. A client must not be able to remove headers on which checks depend, such as Authorization, Cookie or Origin.
func removedByConnection(header http.Header) map[string]bool {
	removed := map[string]bool{}
	for _, value := range header.Values("Connection") {
		for _, name := range strings.FieldsFunc(value, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' }) {
			canonical := http.CanonicalHeaderKey(name)
			if strings.HasPrefix(canonical, "X-") && canonical != "X-Requested-With" && canonical != "X-Request-Id" {
				removed[canonical] = true
			}
		}
	}
	return removed
}

// forwardedHeaders keeps the client's end-to-end headers with plain names unchanged, repeated ones too, so that Gatehouse can
// validate them.
func forwardedHeaders(received http.Header, address, id string) http.Header {
	removed := removedByConnection(received)
	forwarded := http.Header{}
	for name, values := range received {
		if isEndToEnd(name) && !removed[http.CanonicalHeaderKey(name)] {
			forwarded[name] = values
		}
	}
	if address != "" {
		forwarded.Set("X-Forwarded-For", address)
	}
	forwarded.Set(exchangeID, id)
	// Otherwise net/http adds its own.
	if _, ok := forwarded["User-Agent"]; !ok {
		forwarded["User-Agent"] = nil
	}
	return forwarded
}

// isHeadTooLarge says whether Gatehouse would reject the head (431). It may do so without the exchange id, so the mount must
// answer instead.
func isHeadTooLarge(requestTarget string, header http.Header) bool {
	// Host, Connection and the framing are written by net/http.
	count, bytes := 3, len(requestTarget)
	for name, values := range header {
		for _, value := range values {
			count++
			bytes += len(name) + len(value) + 4
		}
	}
	return count > maxHeaders || bytes > maxHeadBytes
}

// copyAnswerHeaders copies all end-to-end headers to the client.
func copyAnswerHeaders(to, received http.Header) {
	removed := removedByConnection(received)
	for name, values := range received {
		// net/http has delimited the body that follows, so its length may be included.
		if name == "Content-Length" || isEndToEnd(name) && !removed[name] {
			to[name] = values
		}
	}
}
