package drivertest

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"gatehouse.dev/host"
	"gatehouse.dev/host/sqlbackend"
	"gatehouse.dev/host/webhost"
)

const webhostToken = "a-shared-token-of-the-test"

func newApplication(t *testing.T, gatehouse string) *webhost.Application {
	t.Helper()
	application, err := webhost.New(ctx, webhost.Options{
		Name: "Notes", Database: sqlbackend.SQLite(openSQLite(t)), Token: webhostToken, Gatehouse: gatehouse,
		OAuth:     host.OAuth{Issuer: "http://localhost:8080/app", Resource: "http://localhost:8080/app/mcp"},
		AdminPath: "/backend", Consent: "http://127.0.0.1:9091",
	})
	if err != nil {
		t.Fatal(err)
	}
	return application
}

// One handler serves the host to Gatehouse, Gatehouse to browsers, and the application's pages.
func TestApplicationServesEverythingOnOneOrigin(t *testing.T) {
	gatehouse := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Gatehouse-Exchange", r.Header.Get("Gatehouse-Exchange"))
		_, _ = io.WriteString(w, "gatehouse "+r.URL.Path)
	}))
	defer gatehouse.Close()
	handler := newApplication(t, gatehouse.URL).Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, "application "+r.URL.Path)
	}))
	describe := webhost.HostPath + "/gatehouse.host.v1.HostService/Describe"
	for _, each := range []struct {
		method, path, token string
		status              int
		holds               string
	}{
		{http.MethodGet, "/", "", 200, "application /"},
		{http.MethodGet, webhost.HostPath, "", 200, "application " + webhost.HostPath},
		{http.MethodGet, "/backend/", "", 200, "gatehouse /backend/"},
		{http.MethodGet, "/app/.well-known/oauth-authorization-server", "", 200, "gatehouse "},
		{http.MethodPost, describe, webhostToken, 200, `"applicationName":"Notes"`},
		{http.MethodPost, describe, "", 401, "unauthenticated"},
	} {
		server := httptest.NewServer(handler)
		request, _ := http.NewRequest(each.method, server.URL+each.path, strings.NewReader(""))
		if each.method == http.MethodPost {
			request, _ = http.NewRequest(each.method, server.URL+each.path, strings.NewReader("{}"))
			request.Header.Set("Content-Type", "application/json")
		}
		if each.token != "" {
			request.Header.Set("Authorization", "Bearer "+each.token)
		}
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(response.Body)
		_ = response.Body.Close()
		server.Close()
		if response.StatusCode != each.status || !strings.Contains(string(body), each.holds) {
			t.Errorf("%s %s: %d %s", each.method, each.path, response.StatusCode, body)
		}
	}
}

// served is an application that serves an address until stop; ended then has the error of Serve.
type served struct {
	address string
	stop    context.CancelFunc
	ended   chan error
}

func serve(t *testing.T, gatehouse string, pages http.Handler) *served {
	t.Helper()
	// Every address that begins with 127 belongs to this machine. No other program uses this one, so none takes the port before
	// the application listens there.
	pid := os.Getpid()
	listener, err := net.Listen("tcp", fmt.Sprintf("127.%d.%d.%d:0", 64+pid>>16&63, pid>>8&255, pid&255))
	if err != nil {
		t.Fatal(err)
	}
	s := &served{address: "http://" + listener.Addr().String(), ended: make(chan error, 1)}
	_ = listener.Close()
	var serving context.Context
	serving, s.stop = context.WithCancel(ctx)
	t.Cleanup(s.stop)
	application := newApplication(t, gatehouse)
	go func() { s.ended <- application.Serve(serving, pages, listener.Addr().String()) }()
	s.await(t, http.StatusOK)
	return s
}

// await asks for a page until its answer has the status.
func (s *served) await(t *testing.T, status int) http.Header {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); ; {
		response, err := http.Get(s.address + "/")
		if err == nil {
			_ = response.Body.Close()
			if response.StatusCode == status {
				return response.Header
			}
		}
		if time.Now().After(deadline) {
			t.Fatalf("no answer with the status %d: %v", status, err)
		}
	}
}

// get returns the status and the body, or the error.
func (s *served) get(path string) string {
	response, err := http.Get(s.address + path)
	if err != nil {
		return err.Error()
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return err.Error()
	}
	return response.Status + ": " + string(body)
}

// A request that is in progress when the process is to end gets its answer.
func TestApplicationFinishesRequestsInProgress(t *testing.T) {
	arrived, finish := make(chan struct{}), make(chan struct{})
	s := serve(t, "http://127.0.0.1:1", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/slow" {
			close(arrived)
			<-finish
		}
		_, _ = io.WriteString(w, "whole")
	}))
	answer := make(chan string, 1)
	go func() { answer <- s.get("/slow") }()
	<-arrived
	s.stop()
	refused := s.await(t, http.StatusServiceUnavailable)
	if refused.Get("Cache-Control") != "no-store" || refused.Get("Retry-After") == "" {
		t.Errorf("a request after the signal: %v", refused)
	}
	close(finish)
	if got := <-answer; got != "200 OK: whole" {
		t.Errorf("the answer was %q", got)
	}
	if err := <-s.ended; err != nil {
		t.Error(err)
	}
	if conn, err := net.Dial("tcp", strings.TrimPrefix(s.address, "http://")); err == nil {
		_ = conn.Close()
		t.Error("the address is still served")
	}
}

// docs/operations.md, Stopping and rolling restarts: also for a request that Gatehouse answers, and calls the host for.
func TestApplicationServesTheHostUntilTheLastAnswerOfGatehouse(t *testing.T) {
	var s *served
	call := func() string {
		url := s.address + webhost.HostPath + "/gatehouse.host.v1.HostService/Describe"
		request, _ := http.NewRequest(http.MethodPost, url, strings.NewReader("{}"))
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Authorization", "Bearer "+webhostToken)
		// Each on a connection of its own, so that the listener must still accept.
		request.Close = true
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			return err.Error()
		}
		_ = response.Body.Close()
		return response.Status
	}
	arrived, finish := make(chan struct{}), make(chan struct{})
	gatehouse := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Gatehouse-Exchange", r.Header.Get("Gatehouse-Exchange"))
		first := call()
		close(arrived)
		<-finish
		_, _ = io.WriteString(w, first+", "+call())
	}))
	defer gatehouse.Close()
	s = serve(t, gatehouse.URL, http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	answer := make(chan string, 1)
	go func() { answer <- s.get("/app/oauth/mcp/authorize") }()
	<-arrived
	s.stop()
	s.await(t, http.StatusServiceUnavailable)
	close(finish)
	if got := <-answer; got != "200 OK: 200 OK, 200 OK" {
		t.Errorf("the answer was %q", got)
	}
	if err := <-s.ended; err != nil {
		t.Error(err)
	}
}

func TestApplicationRefusesOptions(t *testing.T) {
	database := sqlbackend.SQLite(openSQLite(t))
	oauth := host.OAuth{Issuer: "http://localhost:8080"}
	for name, options := range map[string]webhost.Options{
		"Database": {Name: "Notes", OAuth: oauth, Token: webhostToken, Gatehouse: "http://127.0.0.1:1"},
		"Token":    {Name: "Notes", OAuth: oauth, Database: database, Token: "short", Gatehouse: "http://127.0.0.1:1"},
		"Target":   {Name: "Notes", OAuth: oauth, Database: database, Token: webhostToken, Gatehouse: "nowhere"},
		"Issuer":   {Name: "Notes", Database: database, Token: webhostToken, Gatehouse: "http://127.0.0.1:1"},
		"consent":  {Name: "Notes", OAuth: oauth, Database: database, Token: webhostToken, Gatehouse: "http://127.0.0.1:1", Consent: "nowhere"},
	} {
		if application, err := webhost.New(ctx, options); err == nil || application != nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := newApplication(t, "http://127.0.0.1:1").Serve(ctx, http.NotFoundHandler(), "127.0.0.1:999999"); err == nil {
		t.Error("an address that does not exist is accepted")
	}
}
