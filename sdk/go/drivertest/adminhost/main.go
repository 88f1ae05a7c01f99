// Command adminhost is a host with an admin backend, for check-host and the repository's tests.
//
// HOST_DATABASE is "sqlite:<file>" or a connection string of PostgreSQL, HOST_TOKEN the shared token. HOST_ADDRESS is where
// it serves gRPC, and HOST_HTTP where it serves HTTP. With HOST_NOTES, it also has the notes of shop/lab.go.
package main

import (
	"context"
	"database/sql"
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
	"gatehouse.dev/host/admin"
	"gatehouse.dev/host/drivertest/shop"
	"gatehouse.dev/host/grpchost"
	"gatehouse.dev/host/httphost"
	"gatehouse.dev/host/sqlbackend"

	_ "github.com/lib/pq"
	_ "github.com/mattn/go-sqlite3"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context) error {
	described, err := describe(ctx, os.Getenv("HOST_DATABASE"))
	if err != nil {
		return err
	}
	token := os.Getenv("HOST_TOKEN")
	server, err := grpchost.NewServer(described, grpchost.Options{Token: token})
	if err != nil {
		return err
	}
	handler, err := httphost.NewHandler(described, httphost.Options{Token: token, Codecs: []httphost.Codec{grpchost.Codec}})
	if err != nil {
		return err
	}
	overGRPC, err := net.Listen("tcp", os.Getenv("HOST_ADDRESS"))
	if err != nil {
		return err
	}
	overHTTP, err := net.Listen("tcp", os.Getenv("HOST_HTTP"))
	if err != nil {
		return err
	}
	web := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second}
	failed := make(chan error, 2)
	go func() { failed <- server.Serve(overGRPC) }()
	go func() { failed <- web.Serve(overHTTP) }()
	fmt.Println("listening")
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	limited, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if err := server.Shutdown(limited); err != nil {
		return err
	}
	return web.Shutdown(limited)
}

func describe(ctx context.Context, name string) (*host.Host, error) {
	driver, source, isSQLite := "postgres", name, strings.HasPrefix(name, "sqlite:")
	if isSQLite {
		driver, source = "sqlite3", "file:"+strings.TrimPrefix(name, "sqlite:")+"?_foreign_keys=on"
	}
	db, err := sql.Open(driver, source)
	if err != nil {
		return nil, err
	}
	database := sqlbackend.PostgreSQL(db)
	if isSQLite {
		database = sqlbackend.SQLite(db)
	} else {
		db.SetMaxOpenConns(20)
		db.SetMaxIdleConns(20)
	}
	if _, err := admin.Migrate(ctx, database); err != nil {
		return nil, err
	}
	if err := shop.Create(ctx, db, !isSQLite); err != nil {
		return nil, err
	}
	options := shop.Options()
	if os.Getenv("HOST_NOTES") != "" {
		if err := shop.CreateNotes(ctx, db); err != nil {
			return nil, err
		}
		options.Controllers = append(options.Controllers, shop.Notes())
	}
	backend, err := admin.New(database, options)
	if err != nil {
		return nil, err
	}
	return &host.Host{ApplicationName: "Go shop", Admin: backend}, nil
}
