package consent

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// standIn is a Gatehouse whose answers a test chooses: outages and rejected calls cannot be caused otherwise.
type standIn struct {
	Client
	redirectURI string
	err         error
	called      []string
	granted     Grant
}

func (s *standIn) PendingRequest(_ context.Context, requestID, userID string) (*PendingRequest, error) {
	s.called = append(s.called, "PendingRequest "+requestID+" "+userID)
	if s.err != nil && s.err != ErrNoGrantableScopes {
		return nil, s.err
	}
	return &PendingRequest{RedirectURI: s.redirectURI}, nil
}

func (s *standIn) IssueCode(_ context.Context, grant Grant) (string, error) {
	s.called, s.granted = append(s.called, "IssueCode"), grant
	return "https://client.example/?code=c", s.err
}

func (s *standIn) DenyPending(_ context.Context, requestID, userID string) (string, error) {
	s.called = append(s.called, "DenyPending "+requestID+" "+userID)
	return "https://client.example/?error=access_denied", s.err
}

// served is the answer to a request for the page, and what the page was to show; the zero View if nothing.
func served(client Client, form url.Values) (*httptest.ResponseRecorder, View) {
	r := httptest.NewRequest(http.MethodGet, "/connect?request=r1", nil)
	if form != nil {
		r = httptest.NewRequest(http.MethodPost, "/connect", strings.NewReader(form.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	w := httptest.NewRecorder()
	var view View
	ServePage(w, r, client, "ada", func(shown View) {
		view = shown
		SecureHeaders(w.Header(), shown.FormTarget)
		w.WriteHeader(shown.Status)
	})
	return w, view
}

func TestPageShowsWithoutDeciding(t *testing.T) {
	client := &standIn{redirectURI: "https://client.example/callback"}
	w, view := served(client, nil)
	if got := strings.Join(client.called, ","); got != "PendingRequest r1 ada" {
		t.Errorf("called %s", got)
	}
	if view.Status != http.StatusOK || view.RequestID != "r1" || view.NothingAllowed() || !view.RedirectIsWebsite() {
		t.Errorf("showed %+v", view)
	}
	policy := w.Header().Get("Content-Security-Policy")
	if !strings.Contains(policy, "; form-action 'self' https://client.example; frame-ancestors 'none'") {
		t.Errorf("Content-Security-Policy is %s", policy)
	}
	if w.Header().Get("X-Frame-Options") != "DENY" || w.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("headers are %v", w.Header())
	}
}

func TestPageDecides(t *testing.T) {
	client := &standIn{}
	form := url.Values{"request": {"r1"}, "decision": {"allow"}, "scope": {"read", "ai"}}
	w, _ := served(client, form)
	if w.Code != http.StatusSeeOther || w.Header().Get("Location") != "https://client.example/?code=c" {
		t.Errorf("allow: answered %d, %s", w.Code, w.Header().Get("Location"))
	}
	if client.granted.RequestID != "r1" || client.granted.UserID != "ada" || strings.Join(client.granted.Scopes, " ") != "read ai" {
		t.Errorf("granted %+v", client.granted)
	}
	for _, decision := range []string{"deny", "", "Allow"} {
		client := &standIn{}
		form.Set("decision", decision)
		if served(client, form); strings.Join(client.called, ",") != "DenyPending r1 ada" {
			t.Errorf("%q: called %v", decision, client.called)
		}
	}
}

// The address of a form may come from another site: only the form itself decides.
func TestTheAddressDecidesNothing(t *testing.T) {
	for form, expected := range map[string]string{
		"request=r1": "", "request=r1&decision=deny": "DenyPending r1 ada", "request=r1&decision=allow": "IssueCode",
	} {
		client := &standIn{}
		r := httptest.NewRequest(http.MethodPost, "/connect?decision=allow&scope=write", strings.NewReader(form))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		ServePage(httptest.NewRecorder(), r, client, "ada", func(View) {})
		if strings.Join(client.called, ",") != expected || len(client.granted.Scopes) > 0 {
			t.Errorf("%s: called %v, granted %v", form, client.called, client.granted.Scopes)
		}
	}
}

// A form of which a part is missing says nothing about what the user wanted: neither Allow nor Deny.
func TestAFormThatIsNotWholeDecidesNothing(t *testing.T) {
	const form, head = "request=r1&scope=read&decision=allow", "--b\r\nContent-Disposition: form-data; name=\"decision\"\r\n\r\n"
	readBefore := func(r *http.Request) { _ = r.PostFormValue("csrf") }
	for name, c := range map[string]struct {
		contentType string
		body        io.Reader
		before      func(r *http.Request)
	}{
		"the connection is lost":         {"application/x-www-form-urlencoded", io.MultiReader(strings.NewReader(form[:20]), lost{}), nil},
		"a middleware has read it":       {"application/x-www-form-urlencoded", io.MultiReader(strings.NewReader(form), lost{}), readBefore},
		"a field is malformed":           {"application/x-www-form-urlencoded", strings.NewReader(form + "&x=%zz"), nil},
		"a part has no end":              {"multipart/form-data; boundary=b", strings.NewReader(head + "allow"), nil},
		"a middleware has read the part": {"multipart/form-data; boundary=b", strings.NewReader(head + "allow"), readBefore},
		"another type":                   {"text/plain", strings.NewReader(form), nil},
	} {
		client := &standIn{}
		r := httptest.NewRequest(http.MethodPost, "/connect", c.body)
		r.Header.Set("Content-Type", c.contentType)
		if c.before != nil {
			c.before(r)
		}
		w := httptest.NewRecorder()
		ServePage(w, r, client, "ada", func(View) { t.Errorf("%s: a page", name) })
		if w.Code != http.StatusBadRequest || len(client.called) > 0 || w.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%s: answered %d, called %v", name, w.Code, client.called)
		}
	}
	whole := httptest.NewRequest(http.MethodPost, "/connect", strings.NewReader(head+"allow\r\n--b--\r\n"))
	whole.Header.Set("Content-Type", "multipart/form-data; boundary=b")
	client := &standIn{}
	if ServePage(httptest.NewRecorder(), whole, client, "ada", func(View) {}); strings.Join(client.called, ",") != "IssueCode" {
		t.Errorf("a whole form: called %v", client.called)
	}
}

// lost is a body whose connection is lost.
type lost struct{}

func (lost) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

func TestPageAsksAgainIfNothingIsAllowed(t *testing.T) {
	client := &standIn{err: ErrNoGrantableScopes, redirectURI: "cursor://callback"}
	w, view := served(client, url.Values{"request": {"r1"}, "decision": {"allow"}})
	if w.Code != http.StatusBadRequest || !view.NothingAllowed() || view.FormTarget != "cursor:" || view.RedirectIsWebsite() {
		t.Errorf("answered %d, %+v", w.Code, view)
	}
}

func TestPageWithoutRequest(t *testing.T) {
	other := errors.New("the certificate is not valid")
	for _, each := range []struct {
		err    error
		status int
		logged error
	}{
		{ErrPendingNotFound, http.StatusNotFound, nil},
		{&Error{Code: "invalid_argument"}, http.StatusNotFound, nil},
		{&Error{Code: "unavailable"}, http.StatusServiceUnavailable, nil},
		{other, http.StatusInternalServerError, other},
	} {
		for _, form := range []url.Values{nil, {"request": {"r1"}, "decision": {"allow"}}, {"request": {"r1"}, "decision": {"deny"}}} {
			w, view := served(&standIn{err: each.err}, form)
			if w.Code != each.status || view.Err != each.logged || view.PendingRequest != nil || view.RequestID != "r1" {
				t.Errorf("%v, %v: answered %d, %+v", each.err, form, w.Code, view)
			}
		}
	}
}

// A host that could end the directive, or add a source to it, leaves only the scheme.
func TestFormTarget(t *testing.T) {
	for redirectURI, expected := range map[string]string{
		"https://client.example:8443/callback":  "https://client.example:8443",
		"http://127.0.0.1:3000/":                "http://127.0.0.1:3000",
		"https://a;b.example/":                  "https:",
		"https://user:secret@client.example/cb": "https://client.example",
		"http://[::1]:3000/":                    "http:",
		"cursor://anysphere/callback":           "cursor:",
		"%":                                     "",
	} {
		if got := formTarget(redirectURI); got != expected {
			t.Errorf("%s: %q, not %q", redirectURI, got, expected)
		}
	}
}
