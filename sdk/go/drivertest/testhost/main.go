// Command testhost is a host for check-host and for the flows of the repository's tests.
//
// HOST_DATABASE is "sqlite:<file>" or a connection string of PostgreSQL, HOST_ISSUER the issuer, HOST_TOKEN the shared
// token. HOST_ADDRESS is where it serves gRPC, HOST_HTTP where it serves HTTP, and HOST_MOUNT where it forwards Gatehouse's
// paths to HOST_TARGET; each may be empty.
package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"gatehouse.dev/host"
	"gatehouse.dev/host/grpchost"
	"gatehouse.dev/host/httphost"
	"gatehouse.dev/host/mount"
	"gatehouse.dev/host/sqlbackend"

	_ "github.com/lib/pq"
	_ "github.com/mattn/go-sqlite3"
)

func main() {
	if err := run(); err != nil {
		log.Fatal(err)
	}
}

func run() error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, os.Interrupt)
	defer stop()
	database, err := open(os.Getenv("HOST_DATABASE"))
	if err != nil {
		return err
	}
	if err := database.Migrate(ctx); err != nil {
		return err
	}
	tokens := sqlbackend.NewOpaqueTokens(database)
	tokens.BeforeMint(func(_ context.Context, _ sqlbackend.Querier, request *host.MintRequest) error {
		if request.UserID == "deactivated" {
			return host.RefuseMint("this account is deactivated")
		}
		return nil
	})
	issuer := os.Getenv("HOST_ISSUER")
	described := &host.Host{
		ApplicationName: "Go SDK",
		OAuth:           host.OAuth{Issuer: issuer, Resource: issuer + "/mcp"},
		Backend:         sqlbackend.New(database, tokens),
		SignIn:          host.SignInFunc(resolveUser),
	}
	return serve(ctx, described, os.Getenv("HOST_TOKEN"))
}

// resolveUser finds the user in the cookie "user".
func resolveUser(_ context.Context, browser host.BrowserRequest) (host.SignInOutcome, error) {
	request := http.Request{Header: http.Header{"Cookie": {browser.Cookie}}}
	cookie, err := request.Cookie("user")
	if err != nil {
		return host.SignInOutcome{SignInURL: "/sign-in"}, nil
	}
	return host.SignInOutcome{UserID: cookie.Value, DisplayName: cookie.Value}, nil
}

func open(name string) (*sqlbackend.Database, error) {
	if strings.HasPrefix(name, "sqlite:") {
		db, err := sql.Open("sqlite3", "file:"+strings.TrimPrefix(name, "sqlite:"))
		return sqlbackend.SQLite(db), err
	}
	db, err := sql.Open("postgres", name)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(20)
	db.SetMaxIdleConns(20)
	return sqlbackend.PostgreSQL(db), nil
}

func serve(ctx context.Context, described *host.Host, token string) error {
	failed := make(chan error, 3)
	var stops []func(context.Context) error
	if address := os.Getenv("HOST_ADDRESS"); address != "" {
		server, err := grpchost.NewServer(described, grpchost.Options{Token: token})
		if err != nil {
			return err
		}
		stops = append(stops, server.Shutdown)
		go func() { failed <- server.ListenAndServe(address) }()
	}
	if address := os.Getenv("HOST_HTTP"); address != "" {
		handler, err := httphost.NewHandler(described, httphost.Options{Token: token, Codecs: []httphost.Codec{grpchost.Codec}})
		if err != nil {
			return err
		}
		server := &http.Server{Addr: address, Handler: handler, ReadHeaderTimeout: 10 * time.Second}
		stops = append(stops, server.Shutdown)
		go func() { failed <- server.ListenAndServe() }()
	}
	if address := os.Getenv("HOST_MOUNT"); address != "" {
		gatehouse, err := mount.New(mount.Options{Target: os.Getenv("HOST_TARGET")})
		if err != nil {
			return err
		}
		server := &http.Server{Addr: address, Handler: gatehouse.Wrap(http.NotFoundHandler()), ReadHeaderTimeout: 10 * time.Second}
		stops = append(stops, server.Shutdown)
		go func() { failed <- server.ListenAndServe() }()
	}
	for _, name := range []string{"HOST_ADDRESS", "HOST_HTTP", "HOST_MOUNT"} {
		if address := os.Getenv(name); address != "" {
			if err := untilListening(ctx, address); err != nil {
				return err
			}
		}
	}
	fmt.Println("listening")
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	limited, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	for _, shutdown := range stops {
		if err := shutdown(limited); err != nil {
			return err
		}
	}
	return nil
}

func untilListening(ctx context.Context, address string) error {
	for ctx.Err() == nil {
		conn, err := net.DialTimeout("tcp", address, time.Second)
		if err == nil {
			return conn.Close()
		}
		time.Sleep(10 * time.Millisecond)
	}
	return errors.New("stopped before the server listened")
}
