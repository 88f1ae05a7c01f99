package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"gatehouse.dev/host/bearer"
)

const resource = "https://notes.example/mcp"

type oneToken struct{}

func (oneToken) Verify(_ context.Context, token, _ string) (*bearer.Grant, error) {
	if token != "live" {
		return nil, bearer.ErrInvalidToken
	}
	return &bearer.Grant{UserID: "ada", Scopes: []string{"read"}}, nil
}

type logged struct{ lines []string }

func (l *logged) Info(string, ...interface{}) {}
func (l *logged) Warn(message string, _ ...interface{}) {
	l.lines = append(l.lines, message)
}
func (l *logged) Error(message string, _ ...interface{}) {
	l.lines = append(l.lines, message)
}

func tool(name, scope, schema string) Tool {
	return Tool{Name: name, Scope: scope, Definition: json.RawMessage(`{"name":"` + name + `","inputSchema":` + schema + `}`)}
}

// handler has the tools "echo" (scope read), "write" (scope write), "fail", "break" and "panic" (no scope).
func handler(t *testing.T, log *logged) http.Handler {
	t.Helper()
	handler, err := Server{
		Name: "notes", Version: "1", Resource: resource, Verifier: oneToken{}, Logger: log,
		Tools: []Tool{
			tool("echo", "read", `{"properties":{"text":{"type":"string","minLength":1,"maxLength":5}},"required":["text"]}`),
			tool("write", "write", `{}`), tool("fail", "", `{}`), tool("break", "", `{}`),
			tool("panic", "", `{}`),
		},
		Run: func(_ context.Context, call *Call) (string, error) {
			switch call.Tool {
			case "fail":
				return "", Failure("the notebook is full")
			case "break":
				return "", errors.New("the disk says secret things")
			case "panic":
				panic("secret things")
			}
			return call.Grant.UserID + ": " + call.Text("text"), nil
		},
	}.Handler()
	if err != nil {
		t.Fatal(err)
	}
	return handler
}

func ask(handler http.Handler, method, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "/mcp", strings.NewReader(body))
	r.Header.Set("Authorization", "Bearer live")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, r)
	return w
}

func TestAnswers(t *testing.T) {
	log := &logged{}
	served := handler(t, log)
	call := func(name, arguments string) string {
		return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + name + `","arguments":` + arguments + `}}`
	}
	for _, each := range []struct {
		sent   string
		status int
		holds  string
	}{
		{`{"id":"a","method":"initialize","params":{"protocolVersion":"2025-06-18"}}`, 200, `"id":"a","result":{"capabilities":{"tools":{}},"protocolVersion":"2025-06-18"`},
		{`{"id":1,"method":"initialize","params":{"protocolVersion":"1999-01-01"}}`, 200, `"protocolVersion":"2025-11-25"`},
		{`{"id":1,"method":"ping"}`, 200, `{"jsonrpc":"2.0","id":1,"result":{}}`},
		{`{"id":1,"method":"tools/list"}`, 200, `"result":{"tools":[{"name":"echo"`},
		{`{"id":1,"method":"resources/list"}`, 200, `"code":-32601`},
		{`{"method":"notifications/initialized"}`, 202, ``},
		{`{"id":1}`, 400, `"code":-32600`},
		{`null`, 400, `"code":-32600`},
		{`[]`, 400, `{"jsonrpc":"2.0","id":null,"error":{"code":-32700`},
		{`{`, 400, `"code":-32700`},
		{`{"id":1,"method":"` + strings.Repeat("x", maxBody) + `"}`, 400, `"code":-32700`},
		{call("echo", `{"text":" hi "}`), 200, `{"content":[{"text":"ada: hi","type":"text"}],"isError":false}`},
		{call("echo", `{}`), 200, `"text":"text is missing","type":"text"}],"isError":true`},
		{call("echo", `{"text":7}`), 200, `text must be a text`},
		{call("echo", `{"text":"  "}`), 200, `text must have at least 1 characters`},
		{call("echo", `{"text":"äöüäöü"}`), 200, `text must have at most 5 characters`},
		{call("fail", `{}`), 200, `"text":"the notebook is full","type":"text"}],"isError":true`},
		{call("break", `{}`), 200, `{"code":-32603,"message":"the tool failed"}`},
		{call("panic", `{}`), 200, `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"the tool failed"}}`},
		{call("unknown", `{}`), 200, `"code":-32602`},
	} {
		w := ask(served, http.MethodPost, each.sent)
		if w.Code != each.status || !strings.Contains(w.Body.String(), each.holds) {
			t.Errorf("%.80s: answered %d %s, expected %d %s", each.sent, w.Code, w.Body, each.status, each.holds)
		}
	}
	if strings.Join(log.lines, ", ") != "tool failed, tool failed" {
		t.Errorf("logged %q", log.lines)
	}
	if w := ask(served, http.MethodPost, `{"id":1,"method":"ping"}`, "MCP-Protocol-Version", "1999-01-01"); w.Code != 400 {
		t.Errorf("an unknown version of the protocol: %d", w.Code)
	}
	for _, method := range []string{http.MethodGet, http.MethodDelete} {
		if w := ask(served, method, ""); w.Code != http.StatusMethodNotAllowed || w.Header().Get("Allow") != "POST" {
			t.Errorf("%s: %d", method, w.Code)
		}
	}
}

// The challenge names all scopes that the client then needs (RFC 6750 section 3.1), and pages of other origins can read it.
func TestAccess(t *testing.T) {
	served := handler(t, &logged{})
	w := ask(served, http.MethodPost, `{"id":1,"method":"tools/call","params":{"name":"write"}}`)
	challenge := w.Header().Get("WWW-Authenticate")
	if w.Code != http.StatusForbidden || !strings.HasPrefix(challenge, `Bearer error="insufficient_scope", scope="read write", `) {
		t.Errorf("answered %d, %s", w.Code, challenge)
	}
	w = ask(served, http.MethodPost, `{"id":1,"method":"ping"}`, "Authorization", "Bearer stolen")
	if w.Code != http.StatusUnauthorized || w.Header().Get("Access-Control-Expose-Headers") != "WWW-Authenticate" {
		t.Errorf("answered %d, %v", w.Code, w.Header())
	}
	if w = ask(served, http.MethodOptions, "", "Authorization", ""); w.Code != http.StatusNoContent ||
		!strings.Contains(w.Header().Get("Access-Control-Allow-Headers"), "authorization") {
		t.Errorf("preflight: %d, %v", w.Code, w.Header())
	}
}

func TestDefinitions(t *testing.T) {
	for _, each := range []Tool{
		{Name: "a", Definition: json.RawMessage(`{"name":"b"}`)}, {Name: "a", Definition: json.RawMessage(`[]`)}, {Definition: json.RawMessage(`{}`)},
	} {
		if _, err := (Server{Tools: []Tool{each}}).Handler(); err == nil {
			t.Errorf("%s is accepted", each.Definition)
		}
	}
}
