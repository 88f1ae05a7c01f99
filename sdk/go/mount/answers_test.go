package mount

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
)

// untilClosed is what the server sends before it closes the connection.
func untilClosed(t *testing.T, server *httptest.Server, request string) string {
	t.Helper()
	conn := written(t, server, request)
	defer conn.Close()
	answer, err := io.ReadAll(conn)
	if err != nil {
		t.Fatal(err)
	}
	return string(answer)
}

// AS-18: a client in a browser can read why a request is refused.
func TestAllowsOtherOriginsToReadRefusals(t *testing.T) {
	server := application(t, Options{Target: daemonOf(t, func(http.ResponseWriter, *http.Request) {}), ConsentPage: true})
	many := strings.Repeat("X-A: b\r\n", 70) + "\r\n"
	const sized = "Content-Length: 3\r\n\r\na=b"
	const readable, passed = "Access-Control-Allow-Origin: *\r\n", "Access-Control-Allow-Headers: authorization,"
	for path, isAllowed := range map[string]bool{
		"/oauth/mcp/token?a=b": true, "/oauth/mcp/register": true, "/.well-known/oauth-protected-resource": true,
		"/oauth/mcp/authorize?a=/oauth/mcp/token": false, "/connect": false,
	} {
		for _, c := range []struct {
			method, rest string
			status       int
			isPassed     bool
		}{
			{"GET", many, 431, false}, {"GET", sized, 400, false}, {"OPTIONS", many, 431, isAllowed},
			// No browser sends such a preflight request.
			{"OPTIONS", sized, 400, false},
		} {
			answer := untilClosed(t, server, c.method+" "+path+" HTTP/1.1\r\nHost: a\r\n"+c.rest)
			status := c.status
			if c.isPassed {
				status = 204
			}
			expectBegin(t, c.method+" "+path, answer, "HTTP/1.1 "+strconv.Itoa(status)+" ")
			got := fmt.Sprint(strings.Contains(answer, readable), strings.Contains(answer, passed), strings.Contains(answer, "Connection: close\r\n"))
			expect(t, c.method+" "+path, got, fmt.Sprint(isAllowed, c.isPassed, true))
		}
	}
}
