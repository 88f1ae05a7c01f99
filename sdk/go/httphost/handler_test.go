package httphost

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"gatehouse.dev/host"
	"gatehouse.dev/host/internal/stalls"
)

const token = "a-shared-token-of-the-test"

// backend has one client, and fails as the test says.
type backend struct {
	host.ClientStore
	err       error
	wait      bool
	committed int
}

func (b *backend) Transaction(ctx context.Context, _ bool, work func(ctx context.Context, tx host.Tx) error) error {
	if b.wait {
		<-ctx.Done()
	}
	if b.err != nil {
		return b.err
	}
	if err := work(ctx, host.Tx{Clients: b}); err != nil {
		return fmt.Errorf("wrapped: %w", err)
	}
	b.committed++
	return nil
}

func (b *backend) Find(_ context.Context, clientID string) (*host.Client, error) {
	if clientID != "known" {
		return nil, host.ErrNotFound
	}
	at := time.Date(2026, 11, 22, 1, 2, 3, 0, time.UTC)
	return &host.Client{ID: clientID, AuthMethod: host.AuthMethodNone, RedirectURIs: []string{"https://a/b"}, RegisteredAt: at}, nil
}

func (b *backend) StampConsent(_ context.Context, clientID string, _ time.Time) error {
	switch clientID {
	case "known":
		return nil
	case "panic":
		panic("secret")
	case "wrong reason":
		return host.Abort(host.CodeNotFound)
	}
	return host.Abort(host.ClientNotFound)
}

type log struct {
	mu    sync.Mutex
	lines []string
}

func (l *log) Info(message string, args ...interface{}) {}
func (l *log) Warn(message string, args ...interface{}) { l.Error(message, args...) }
func (l *log) Error(message string, args ...interface{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lines = append(l.lines, message+" "+fmt.Sprint(args...))
}

func hostOf(b *backend) *host.Host {
	return &host.Host{
		ApplicationName: "Test",
		OAuth:           host.OAuth{Issuer: "https://a.example", AccessTokenTTL: time.Hour, HideIssParameter: true},
		Backend:         b,
		Logger:          &log{},
		SignIn: host.SignInFunc(func(_ context.Context, browser host.BrowserRequest) (host.SignInOutcome, error) {
			if browser.Cookie == "broken" {
				return host.SignInOutcome{}, host.Unavailable(errors.New("no session for broken"))
			}
			return host.SignInOutcome{UserID: browser.Cookie, DisplayName: strings.Repeat("ä", 300), SignInURL: "/in"}, nil
		}),
	}
}

func serve(t *testing.T, h *host.Host) func(path, body string, header ...string) string {
	t.Helper()
	handler, err := NewHandler(h, Options{Token: token})
	if err != nil {
		t.Fatal(err)
	}
	return func(path, body string, header ...string) string {
		request := httptest.NewRequest(http.MethodPost, path, strings.NewReader(body))
		request.Header.Set("Authorization", "Bearer "+token)
		request.Header.Set("Content-Type", "application/json")
		for at := 0; at < len(header); at += 2 {
			request.Header.Set(header[at], header[at+1])
		}
		recorder := httptest.NewRecorder()
		handler.ServeHTTP(recorder, request)
		text, _ := io.ReadAll(recorder.Body)
		return fmt.Sprintf("%d %s", recorder.Code, text)
	}
}

const transact = "/any/base/gatehouse.host.v1.BackendService/Transact"

func TestAnswersRPCs(t *testing.T) {
	call := serve(t, hostOf(&backend{}))
	for _, c := range []struct{ path, body, want string }{
		{"/gatehouse.host.v1.HostService/Describe", `{"protocolVersion":1}`, `200 {"protocolVersion":1,"applicationName":"Test",` +
			`"capabilities":["CAPABILITY_BACKEND","CAPABILITY_REDEEM","CAPABILITY_SIGN_IN"],"oauth":{"issuer":"https://a.example",` +
			`"authorizationResponseIssParameterSupported":false,"accessTokenTtl":"3600s"}}`},
		{transact, `{"operations":[{"findClient":{"clientId":"known"}},{"findClient":{"clientId":"x"}}]}`, `200 {"committed":{"results":[` +
			`{"findClient":{"client":{"clientId":"known","redirectUris":["https://a/b"],"tokenEndpointAuthMethod":` +
			`"TOKEN_ENDPOINT_AUTH_METHOD_NONE","registeredAt":"2026-11-22T01:02:03.000Z"}}},{"findClient":{}}]}}`},
		{transact, `{"operations":[{"findClient":{"clientId":"x"}},{"stampConsent":{"clientId":"x","at":"2026-11-22T01:02:03Z"}}]}`,
			`200 {"aborted":{"operationIndex":1,"reason":"ABORT_REASON_CLIENT_NOT_FOUND"}}`},
		{"/gatehouse.host.v1.SignInService/ResolveUser", `{"cookie":"ada"}`,
			`200 {"user":{"userId":"ada","displayName":"` + strings.Repeat("ä", 200) + `"}}`},
		{"/gatehouse.host.v1.SignInService/ResolveUser", `{}`, `200 {"signInUrl":"/in"}`},
		{"/grpc.health.v1.Health/Check", `{}`, `200 {"status":"SERVING"}`},
	} {
		if got := call(c.path, c.body); got != c.want {
			t.Errorf("%s %s:\ngot  %s\nwant %s", c.path, c.body, got, c.want)
		}
	}
}

func TestAnswersFaultsAsConnectDoes(t *testing.T) {
	b := &backend{}
	h := hostOf(b)
	call := serve(t, h)
	find := `{"operations":[{"findClient":{"clientId":"known"}}]}`
	stamp := func(id string) string {
		return `{"operations":[{"stampConsent":{"clientId":"` + id + `","at":"2026-11-22T01:02:03Z"}}]}`
	}
	for _, c := range []struct {
		name, path, body string
		header           []string
		want             string
	}{
		{"an unknown rpc", "/gatehouse.host.v1.BackendService/Other", find, nil, `404 {"code":"unimplemented"`},
		{"no token", transact, find, []string{"Authorization", ""}, `401 {"code":"unauthenticated"`},
		{"a wrong token", transact, find, []string{"Authorization", "Bearer " + token + "x"}, `401 {"code":"unauthenticated"`},
		{"another Content-Type", transact, find, []string{"Content-Type", "text/plain"}, `415 `},
		{"a compressed message", transact, find, []string{"Content-Encoding", "gzip"}, `501 {"code":"unimplemented"`},
		{"another protocol", transact, find, []string{"Connect-Protocol-Version", "2"}, `400 {"code":"invalid_argument"`},
		{"not JSON", transact, "{", nil, `400 {"code":"invalid_argument"`},
		{"a malformed timeout", transact, find, []string{"Connect-Timeout-Ms", "1s"}, `400 {"code":"invalid_argument"`},
		{"a long timeout", transact, find, []string{"Connect-Timeout-Ms", "99999999999"}, `400 {"code":"invalid_argument"`},
		{"a large message", transact, strings.Repeat(" ", maxJSONBody+1), nil, `429 {"code":"resource_exhausted"`},
		{"no operations", transact, `{}`, nil, `400 {"code":"invalid_argument","message":"operations must have 1 to 16`},
		{"an unknown operation", transact, `{"operations":[{"later":{}}]}`, nil, `501 {"code":"unimplemented","message":"operations[0]`},
		{"two members", transact, `{"operations":[{"findClient":{"clientId":"a"},"findCode":{}}]}`, nil, `400 {"code":"invalid_argument"`},
		{"a malformed field", transact, `{"operations":[{"findClient":{"clientId":"a"}},{"findCode":{"codeHash":"QQ=="}}]}`, nil,
			`400 {"code":"invalid_argument","message":"operations[1].find_code.code_hash must be a SHA-256 hash of 32 bytes"`},
		{"the deadline passed", transact, find, []string{"Connect-Timeout-Ms", "0"}, `504 {"code":"deadline_exceeded"`},
		{"a panic", transact, stamp("panic"), nil, `500 {"code":"internal","message":"the host failed; see its log for this request id"}`},
		{"a reason that the operation cannot have", transact, stamp("wrong reason"), nil, `500 {"code":"internal"`},
		{"the sign-in is away", "/gatehouse.host.v1.SignInService/ResolveUser", `{"cookie":"broken"}`, nil, `503 {"code":"unavailable"`},
	} {
		if got := call(c.path, c.body, c.header...); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
	b.err = host.Unavailable(errors.New("no database"))
	if got := call(transact, find); got != `503 {"code":"unavailable","message":"the host cannot respond right now"}` {
		t.Errorf("got %s", got)
	}
	b.err = errors.New("private")
	if got := call(transact, find); strings.Contains(got, "private") || !strings.HasPrefix(got, "500 ") {
		t.Errorf("got %s", got)
	}
	if all := strings.Join(h.Logger.(*log).lines, "\n"); strings.Contains(all, "broken") || !strings.Contains(all, "private") {
		t.Errorf("got the log %s", all)
	}
	if b.committed != 0 {
		t.Errorf("%d transactions were committed", b.committed)
	}
}

func TestNothingCommitsAfterItsDeadline(t *testing.T) {
	b := &backend{wait: true}
	call := serve(t, hostOf(b))
	got := call(transact, `{"operations":[{"findClient":{"clientId":"known"}}]}`, "Connect-Timeout-Ms", "20")
	if !strings.HasPrefix(got, `504 {"code":"deadline_exceeded"`) || b.committed != 0 {
		t.Errorf("got %s and %d commits", got, b.committed)
	}
}

// HC-6: net/http notices only after it has read the request that its caller has left.
func TestAStoppedProcessFindsOutWhetherTheCallerHasLeft(t *testing.T) {
	now := time.Now()
	for _, stall := range []time.Duration{0, time.Minute} {
		for _, leaves := range []bool{false, true} {
			b := &backend{}
			served, err := NewHandler(hostOf(b), Options{Token: token})
			if err != nil {
				t.Fatal(err)
			}
			moment := now
			served.(*handler).stalls = stalls.New(func() time.Time { return moment })
			moment = now.Add(stall)
			ctx, cancel := context.WithCancel(context.Background())
			body := io.Reader(strings.NewReader(`{"operations":[{"findClient":{"clientId":"known"}}]}`))
			if leaves {
				body = io.MultiReader(body, leaving(func() { time.AfterFunc(noticed/10, cancel) }))
			}
			request := httptest.NewRequest(http.MethodPost, transact, body).WithContext(ctx)
			request.Header.Set("Content-Type", "application/json")
			request.Header.Set("Authorization", "Bearer "+token)
			served.ServeHTTP(httptest.NewRecorder(), request)
			cancel()
			if isLate := stall > 0 && leaves; (b.committed == 0) != isLate {
				t.Errorf("stopped for %v, the caller leaves: %v: %d commits", stall, leaves, b.committed)
			}
		}
	}
}

// leaving is the end of a body, after which the caller leaves.
type leaving func()

func (l leaving) Read([]byte) (int, error) {
	l()
	return 0, io.EOF
}

// slowBody never ends. It counts what was read of it.
type slowBody struct{ read int }

func (b *slowBody) Read(into []byte) (int, error) {
	time.Sleep(time.Millisecond)
	into[0] = ' '
	b.read++
	return 1, nil
}

// HC-14: anyone may send a health check, so that hardly anything is read of one. A call with the token has until its deadline.
func TestLimitsWhatItReads(t *testing.T) {
	handler, err := NewHandler(hostOf(&backend{}), Options{Token: token})
	if err != nil {
		t.Fatal(err)
	}
	ask := func(path string, body io.Reader, header ...string) *httptest.ResponseRecorder {
		request := httptest.NewRequest(http.MethodPost, path, body)
		request.Header.Set("Content-Type", "application/json")
		for at := 0; at < len(header); at += 2 {
			request.Header.Set(header[at], header[at+1])
		}
		recorder := httptest.NewRecorder()
		handler.ServeHTTP(recorder, request)
		return recorder
	}
	body := &slowBody{}
	answer := ask("/grpc.health.v1.Health/Check", body)
	if answer.Code != http.StatusTooManyRequests || body.read > maxHealthBody+1 {
		t.Errorf("a long health check: %d %s, %d bytes read", answer.Code, answer.Body, body.read)
	}
	answer = ask("/grpc.health.v1.Health/Check", strings.NewReader(`{"service":"gatehouse.host.v1.BackendService"}`))
	if answer.Code != http.StatusOK {
		t.Errorf("a health check of a service: %d %s", answer.Code, answer.Body)
	}
	for path, sent := range map[string]string{"/grpc.health.v1.Health/Check": "", transact: "Bearer " + token} {
		answer = ask(path, &slowBody{}, "Authorization", sent, "Connect-Timeout-Ms", "20")
		if answer.Code != http.StatusGatewayTimeout || !strings.Contains(answer.Body.String(), `"deadline_exceeded"`) {
			t.Errorf("%s, which arrives slowly: %d %s", path, answer.Code, answer.Body)
		}
	}
}

// docs/security-shared-connections.md: also in refusals, and only if it is an id.
func TestRepeatsTheExchangeID(t *testing.T) {
	handler, err := NewHandler(hostOf(&backend{}), Options{Token: token})
	if err != nil {
		t.Fatal(err)
	}
	for _, sent := range []struct{ token, given, repeated string }{
		{token, "4f1d-aa", "4f1d-aa"},
		{"wrong", "4f1d-aa", "4f1d-aa"},
		{token, "no id", ""},
	} {
		request := httptest.NewRequest(http.MethodPost, "/gatehouse.host.v1.HostService/Describe", strings.NewReader("{}"))
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Authorization", "Bearer "+sent.token)
		request.Header.Set("Gatehouse-Exchange", sent.given)
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, request)
		if got := answer.Header().Get("Gatehouse-Exchange"); got != sent.repeated {
			t.Errorf("%+v: got %q", sent, got)
		}
	}
}

func TestRejectsAnotherMethod(t *testing.T) {
	handler, err := NewHandler(hostOf(&backend{}), Options{Token: token})
	if err != nil {
		t.Fatal(err)
	}
	recorder := httptest.NewRecorder()
	handler.ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, transact, nil))
	if recorder.Code != http.StatusMethodNotAllowed || recorder.Header().Get("Allow") != "POST" {
		t.Errorf("got %d %v", recorder.Code, recorder.Header())
	}
}

// HC-16
func TestAcceptsThePreviousTokenToo(t *testing.T) {
	const previous = "the-token-before-that-one"
	handler, err := NewHandler(hostOf(&backend{}), Options{Token: token, PreviousToken: previous})
	if err != nil {
		t.Fatal(err)
	}
	for sent, want := range map[string]int{
		token: http.StatusOK, previous: http.StatusOK, token + previous: http.StatusUnauthorized,
	} {
		request := httptest.NewRequest(http.MethodPost, "/gatehouse.host.v1.HostService/Describe", strings.NewReader("{}"))
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Authorization", "Bearer "+sent)
		recorder := httptest.NewRecorder()
		handler.ServeHTTP(recorder, request)
		if recorder.Code != want {
			t.Errorf("%q: got %d %s", sent, recorder.Code, recorder.Body)
		}
	}
}

func TestRefusesAHostWithoutAuthentication(t *testing.T) {
	for _, short := range []string{"", "short", "a-token-with-a-line-break\n", "a token with some spaces"} {
		if _, err := NewHandler(hostOf(&backend{}), Options{Token: short}); err == nil {
			t.Errorf("accepted the token %q", short)
		}
	}
}

func TestValidatesTheHost(t *testing.T) {
	for name, change := range map[string]func(h *host.Host){
		"ApplicationName":    func(h *host.Host) { h.ApplicationName = "" },
		"Backend":            func(h *host.Host) { h.Backend = nil },
		"Issuer":             func(h *host.Host) { h.OAuth.Issuer = "" },
		"CodeTTL":            func(h *host.Host) { h.OAuth.CodeTTL = -1 },
		"BuiltinConsentPage": func(h *host.Host) { h.OAuth.BuiltinConsentPage, h.SignIn = true, nil },
		"unknown method":     func(h *host.Host) { h.OAuth.TokenEndpointAuthMethodsSupported = []host.AuthMethod{"x"} },
	} {
		h := hostOf(&backend{})
		change(h)
		if _, err := NewHandler(h, Options{Token: token}); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}
