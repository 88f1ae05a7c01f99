package consent

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"

	"gatehouse.dev/host"
)

// gatehouse answers every call with a status and a text, and keeps the last request.
type gatehouse struct {
	status int
	answer string

	path   string
	header http.Header
	body   map[string]interface{}
}

func (g *gatehouse) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	g.path, g.header, g.body = r.URL.Path, r.Header, nil
	text, _ := io.ReadAll(r.Body)
	_ = json.Unmarshal(text, &g.body)
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(g.status)
	_, _ = io.WriteString(w, g.answer)
}

func client(t *testing.T) (*HTTPClient, *gatehouse) {
	t.Helper()
	answers := &gatehouse{status: http.StatusOK, answer: "{}"}
	server := httptest.NewServer(answers)
	t.Cleanup(server.Close)
	c, err := NewHTTPClient(HTTPOptions{URL: server.URL + "/base/", Token: "shared-token"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c, answers
}

var ctx = context.Background()

func TestSendsTokenRequestIDTraceAndDeadline(t *testing.T) {
	c, g := client(t)
	_, _ = c.Revoke(WithCall(ctx, Call{RequestID: "id-7", Traceparent: "00-a-b-01", Tracestate: "x=y"}), "token")
	for name, want := range map[string]string{
		"Authorization": "Bearer shared-token", "X-Request-Id": "id-7", "Traceparent": "00-a-b-01", "Tracestate": "x=y",
		"Content-Type": "application/json", "Connect-Protocol-Version": "1",
	} {
		if got := g.header.Get(name); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
	if g.path != "/base/gatehouse.consent.v1.ConsentService/Revoke" || g.header.Get("Connect-Timeout-Ms") == "" {
		t.Errorf("got %s, %v", g.path, g.header)
	}
	_, _ = c.Revoke(ctx, "token")
	if len(g.header.Get("X-Request-Id")) != 22 {
		t.Errorf("got the request id %q", g.header.Get("X-Request-Id"))
	}
}

func TestReadsTheView(t *testing.T) {
	c, g := client(t)
	g.answer = `{"pendingRequest":{"clientId":"c","clientName":"Client","clientSelfRegistered":true,"redirectUri":"https://a/b",
		"redirectHost":"a","scopes":[{"scope":"read","description":"See."}],"resource":"https://n/mcp",
		"clientRegisteredAt":"1970-01-01T00:00:01Z","expiresAt":"1970-01-01T00:00:02.005Z"}}`
	got, err := c.PendingRequest(ctx, "request", "ada")
	want := &PendingRequest{
		ClientID: "c", ClientName: "Client", ClientSelfRegistered: true, RedirectURI: "https://a/b", RedirectHost: "a",
		Scopes: []Scope{{"read", "See."}}, Resource: "https://n/mcp",
		ClientRegisteredAt: time.UnixMilli(1000).UTC(), ExpiresAt: time.UnixMilli(2005).UTC(),
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v", got, err)
	}
	if !reflect.DeepEqual(g.body, map[string]interface{}{"requestId": "request", "userId": "ada"}) {
		t.Errorf("sent %v", g.body)
	}
}

func TestReturnsWhereToSendTheBrowser(t *testing.T) {
	c, g := client(t)
	g.answer = `{"redirectUrl":"https://a/b?code=x"}`
	granted, err := c.IssueCode(ctx, Grant{RequestID: "r", UserID: "ada", Scopes: []string{"read"}, Context: []byte("tenant")})
	if err != nil || granted != "https://a/b?code=x" {
		t.Errorf("got %q, %v", granted, err)
	}
	want := map[string]interface{}{"requestId": "r", "userId": "ada", "grantedScopes": []interface{}{"read"}, "grantContext": "dGVuYW50"}
	if !reflect.DeepEqual(g.body, want) {
		t.Errorf("sent %v", g.body)
	}
	if denied, err := c.DenyPending(ctx, "r", "ada"); err != nil || denied != "https://a/b?code=x" {
		t.Errorf("got %q, %v", denied, err)
	}
}

func TestReturnsOutcomesAsErrors(t *testing.T) {
	c, g := client(t)
	for answer, want := range map[string]error{
		`{"error":"CONSENT_ERROR_PENDING_NOT_FOUND"}`:   ErrPendingNotFound,
		`{"error":"CONSENT_ERROR_NO_GRANTABLE_SCOPES"}`: ErrNoGrantableScopes,
	} {
		g.answer = answer
		_, pendingErr := c.PendingRequest(ctx, "r", "ada")
		_, issueErr := c.IssueCode(ctx, Grant{})
		_, denyErr := c.DenyPending(ctx, "r", "ada")
		for _, err := range []error{pendingErr, issueErr, denyErr} {
			if !errors.Is(err, want) {
				t.Errorf("%s: got %v", answer, err)
			}
		}
	}
	g.answer = `{}`
	if _, err := c.IssueCode(ctx, Grant{}); err == nil || !strings.Contains(err.Error(), "does not know") {
		t.Errorf("an unknown outcome: got %v", err)
	}
}

func TestCallsTheOthers(t *testing.T) {
	c, g := client(t)
	g.answer = `{"revoked":true}`
	if revoked, err := c.Revoke(ctx, "token"); err != nil || !revoked {
		t.Errorf("got %v, %v", revoked, err)
	}
	g.answer = `{"clientId":"id","clientSecret":"s","clientSecretHash":"AAAA"}`
	made, err := c.GenerateCredentials(ctx, host.AuthMethodClientSecretPost)
	if err != nil || !reflect.DeepEqual(made, &Credentials{ClientID: "id", Secret: "s", SecretHash: []byte{0, 0, 0}}) {
		t.Errorf("got %+v, %v", made, err)
	}
	if g.body["tokenEndpointAuthMethod"] != "TOKEN_ENDPOINT_AUTH_METHOD_CLIENT_SECRET_POST" {
		t.Errorf("sent %v", g.body)
	}
	g.answer = `{"reason":"has a fragment"}`
	if reason, err := c.CheckRedirectURI(ctx, "https://a/#"); err != nil || reason != "has a fragment" {
		t.Errorf("got %q, %v", reason, err)
	}
}

func TestDistinguishesUnavailable(t *testing.T) {
	c, g := client(t)
	for _, answer := range []struct {
		status        int
		text          string
		isUnavailable bool
	}{
		{503, `{"code":"unavailable","message":"not now"}`, true},
		{504, `{"code":"deadline_exceeded"}`, true},
		{400, `{"code":"failed_precondition"}`, true},
		{502, `<html>`, true},
		{400, `{"code":"invalid_argument","message":"wrong"}`, false},
		{401, `{"code":"unauthenticated"}`, false},
		{404, `not found`, false},
		{302, ``, false},
		{200, `<html>`, false},
	} {
		g.status, g.answer = answer.status, answer.text
		_, err := c.Revoke(WithCall(ctx, Call{RequestID: "id-8"}), "top-secret")
		if err == nil || errors.Is(err, ErrUnavailable) != answer.isUnavailable {
			t.Errorf("%+v: got %v", answer, err)
		} else if text := err.Error(); strings.Contains(text, "top-secret") || !strings.Contains(text, "id-8") || !strings.Contains(text, "Revoke") {
			t.Errorf("%+v: got %s", answer, text)
		}
	}
	away, err := NewHTTPClient(HTTPOptions{URL: "http://127.0.0.1:1"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := away.Revoke(ctx, "token"); !errors.Is(err, ErrUnavailable) {
		t.Errorf("got %v", err)
	}
}

func TestFollowsNoRedirect(t *testing.T) {
	reached := false
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached = true }))
	defer elsewhere.Close()
	redirects := httptest.NewServer(http.RedirectHandler(elsewhere.URL, http.StatusFound))
	defer redirects.Close()
	c, err := NewHTTPClient(HTTPOptions{URL: redirects.URL, Token: "shared-token"})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := c.Revoke(ctx, "token"); err == nil || reached {
		t.Errorf("got %v; the other server was reached: %v", err, reached)
	}
}

func TestRefusesToSendTheTokenInPlainText(t *testing.T) {
	for _, url := range []string{"http://192.0.2.1:9091", "http://gatehouse.internal", "ftp://127.0.0.1", "127.0.0.1:9091"} {
		if _, err := NewHTTPClient(HTTPOptions{URL: url, Token: "shared-token"}); err == nil {
			t.Errorf("accepted %s", url)
		}
	}
	for _, url := range []string{"http://127.0.0.1:9091", "http://localhost:9091", "http://[::1]:9091", "https://gatehouse.internal", "unix:/run/x.sock"} {
		if _, err := NewHTTPClient(HTTPOptions{URL: url, Token: "shared-token"}); err != nil {
			t.Errorf("%s: %v", url, err)
		}
	}
}
