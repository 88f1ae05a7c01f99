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
			w.WriteHeader(http.StatusNoContent)
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
		{"OPTIONS", nil, 204, ""},
	} {
		request := httptest.NewRequest(c.method, "/mcp", nil)
		request.Header["Authorization"] = c.authorization
		recorder := httptest.NewRecorder()
		handler.ServeHTTP(recorder, request)
		if got := recorder.Header().Get("WWW-Authenticate"); recorder.Code != c.status || got != c.challenge {
			t.Errorf("%s %q: got %d %s, want %d %s", c.method, c.authorization, recorder.Code, got, c.status, c.challenge)
		}
	}
}

func TestMetadataURL(t *testing.T) {
	for of, want := range map[string]string{
		"https://a.example":         "https://a.example/.well-known/oauth-protected-resource",
		"https://a.example/":        "https://a.example/.well-known/oauth-protected-resource",
		"http://localhost:8080/a/b": "http://localhost:8080/.well-known/oauth-protected-resource/a/b",
	} {
		if got := MetadataURL(of); got != want {
			t.Errorf("%s: got %s, want %s", of, got, want)
		}
	}
}
