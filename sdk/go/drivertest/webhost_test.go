package drivertest

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
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

// A request that is in progress when the process is to end gets its answer.
func TestApplicationFinishesRequestsInProgress(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	_ = listener.Close()
	serving, stop := context.WithCancel(ctx)
	arrived, ended := make(chan struct{}), make(chan error, 1)
	pages := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/slow" {
			close(arrived)
			<-serving.Done()
		}
		_, _ = io.WriteString(w, "whole")
	})
	go func() { ended <- newApplication(t, "http://127.0.0.1:1").Serve(serving, pages, address) }()
	for deadline := time.Now().Add(time.Minute); ; {
		response, err := http.Get("http://" + address + "/")
		if err == nil {
			_ = response.Body.Close()
			break
		}
		if time.Now().After(deadline) {
			t.Fatal(err)
		}
	}
	answer := make(chan string, 1)
	go func() {
		response, err := http.Get("http://" + address + "/slow")
		if err != nil {
			answer <- err.Error()
			return
		}
		body, _ := io.ReadAll(response.Body)
		answer <- string(body)
	}()
	<-arrived
	stop()
	if got := <-answer; got != "whole" {
		t.Errorf("the answer was %q", got)
	}
	if err := <-ended; err != nil {
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
