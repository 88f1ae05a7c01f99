package bearer

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
)

const resource = "https://notes.example/mcp"

type verifier struct{}

func (verifier) Verify(_ context.Context, token, asked string) (*Grant, error) {
	switch {
	case token == "broken":
		return nil, errors.New("no database")
	case token == "nothing":
		return nil, nil
	case token != "good" || asked != resource:
		return nil, ErrInvalidToken
	}
	return &Grant{UserID: "ada", Scopes: []string{"read"}}, nil
}

func TestProtect(t *testing.T) {
	handler := Protect(verifier{}, resource, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		grant, ok := FromContext(r.Context())
		switch {
		case !ok:
			t.Errorf("%s %s reached the endpoint without a grant", r.Method, r.Header)
		case !grant.Allows("write"):
			Forbidden(w, resource, "write")
		}
	}))
	const metadata = `resource_metadata="https://notes.example/.well-known/oauth-protected-resource/mcp"`
	for _, c := range []struct {
		method        string
		authorization []string
		status        int
		challenge     string
	}{
		{"POST", nil, 401, "Bearer " + metadata},
		{"POST", []string{"Basic good"}, 401, "Bearer " + metadata},
		{"POST", []string{"Bearer"}, 401, "Bearer " + metadata},
		{"POST", []string{"Bearer good", "Bearer good"}, 401, "Bearer " + metadata},
		{"POST", []string{"Bearer not one"}, 401, `Bearer error="invalid_token", ` + metadata},
		{"POST", []string{"Bearer bad"}, 401, `Bearer error="invalid_token", ` + metadata},
		{"POST", []string{"bearer  good"}, 403, `Bearer error="insufficient_scope", scope="write", ` + metadata},
		{"POST", []string{"Bearer broken"}, 503, ""},
		{"POST", []string{"Bearer nothing"}, 503, ""},
		{"OPTIONS", nil, 204, ""},
		{"OPTIONS", []string{"Bearer bad"}, 204, ""},
	} {
		request := httptest.NewRequest(c.method, "/mcp", nil)
		request.Header["Authorization"] = c.authorization
		recorder := httptest.NewRecorder()
		handler.ServeHTTP(recorder, request)
		if c.method == http.MethodOptions && recorder.Body.Len() != 0 {
			t.Errorf("OPTIONS: got the body %s", recorder.Body)
		}
		if got := recorder.Header().Get("WWW-Authenticate"); recorder.Code != c.status || got != c.challenge {
			t.Errorf("%s %q: got %d %s, want %d %s", c.method, c.authorization, recorder.Code, got, c.status, c.challenge)
		}
	}
}

// Around Protect, CORS answers the preflight requests, and lets pages of other origins read the challenge.
func TestCORS(t *testing.T) {
	handler := CORS(Protect(verifier{}, resource, http.NotFoundHandler()))
	for method, status := range map[string]int{"OPTIONS": 204, "POST": 401} {
		recorder := httptest.NewRecorder()
		handler.ServeHTTP(recorder, httptest.NewRequest(method, "/mcp", nil))
		header := recorder.Header()
		allowed := header.Get("Access-Control-Allow-Headers")
		if recorder.Code != status || header.Get("Access-Control-Allow-Origin") != "*" || (allowed != "") != (method == "OPTIONS") {
			t.Errorf("%s: got %d %v", method, recorder.Code, header)
		}
	}
}

// The grant of a request that did not pass Protect is nil.
func TestNoGrantAllowsNothing(t *testing.T) {
	grant, ok := FromContext(context.Background())
	if ok || grant.Allows("read") {
		t.Errorf("got %v, %v", grant, ok)
	}
}

func TestMetadataURL(t *testing.T) {
	for of, want := range map[string]string{
		"https://a.example":         "https://a.example/.well-known/oauth-protected-resource",
		"https://a.example/":        "https://a.example/.well-known/oauth-protected-resource",
		"http://localhost:8080/a/b": "http://localhost:8080/.well-known/oauth-protected-resource/a/b",
		// RFC 9728 §3.1 removes the slash that follows the host, and no other one.
		"https://a.example/mcp/":      "https://a.example/.well-known/oauth-protected-resource/mcp/",
		"https://a.example/?a=b":      "https://a.example/.well-known/oauth-protected-resource?a=b",
		"https://a.example/mcp?a=b":   "https://a.example/.well-known/oauth-protected-resource/mcp?a=b",
		"https://a.example/a%2Fb/mcp": "https://a.example/.well-known/oauth-protected-resource/a%2Fb/mcp",
	} {
		if got := MetadataURL(of); got != want {
			t.Errorf("%s: got %s, want %s", of, got, want)
		}
	}
}
