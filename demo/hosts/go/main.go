// Command go is Acme Notes with net/http: the pages, the MCP endpoint, and the host of Gatehouse.
package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"gatehouse.dev/host"
	"gatehouse.dev/host/consent"
	"gatehouse.dev/host/httphost"
	"gatehouse.dev/host/mount"
	"gatehouse.dev/host/sqlbackend"

	_ "github.com/mattn/go-sqlite3"
)

var (
	origin   = "http://localhost:" + os.Getenv("DEMO_PORT")
	resource = origin + "/mcp"
	// files is the folder that the demos in all languages share.
	files = os.Getenv("DEMO_FILES")
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, os.Interrupt)
	defer stop()
	db := must(sql.Open("sqlite3", "file:"+os.Getenv("DEMO_DATA")+"/notes.sqlite?_busy_timeout=10000&_foreign_keys=on"))
	defer db.Close()
	notes := &store{db: db}
	notes.seed()
	database := sqlbackend.SQLite(db)
	check(database.Migrate(ctx))
	tokens := sqlbackend.NewOpaqueTokens(database)
	backend := sqlbackend.New(database, tokens)
	// Cursor registers a cursor: URI among others, and one rejected URI fails its whole registration.
	oauth := host.OAuth{Issuer: origin, Resource: resource, PrivateUseRedirectSchemes: []string{"cursor"}}
	described := &host.Host{ApplicationName: "Acme Notes", OAuth: oauth, Backend: backend}
	client := consent.HTTPOptions{URL: os.Getenv("DEMO_CONSENT_URL"), Token: os.Getenv("DEMO_CONSENT_TOKEN")}
	site := &pages{store: notes, backend: backend, consent: must(consent.NewHTTPClient(client)), sessions: map[string]int64{}}

	mux := http.NewServeMux()
	mux.Handle("/", site)
	mux.Handle("/gatehouse-host/", must(httphost.NewHandler(described, httphost.Options{Token: os.Getenv("GATEHOUSE_HOST__TOKEN")})))
	mux.Handle("/mcp", cors(tokens.Protect(resource, newEndpoint(notes))))
	mux.Handle("/assets/", http.StripPrefix("/assets/", http.FileServer(http.Dir(filepath.Join(files, "../assets")))))
	mux.HandleFunc("/healthz", func(http.ResponseWriter, *http.Request) {})
	// Outermost, so that nothing reads Gatehouse's requests before it.
	forward := must(mount.New(mount.Options{Target: os.Getenv("DEMO_GATEHOUSE_URL"), AdminPath: "/backend"}))
	web := &http.Server{Handler: forward.Wrap(mux), ReadHeaderTimeout: 10 * time.Second}
	for _, address := range strings.Split(os.Getenv("DEMO_ADDRESSES"), ",") {
		go web.Serve(must(net.Listen("tcp", address)))
	}
	<-ctx.Done()
	limited, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	web.Shutdown(limited)
}

// must and check end a request, or at the start the program, with what failed; pages.go answers such a request with 500.
func must[T any](value T, err error) T {
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func readFile(name string, into any) {
	check(json.Unmarshal(must(os.ReadFile(filepath.Join(files, name))), into))
}
