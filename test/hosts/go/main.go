// A host in Go, in memory, as an application without TypeScript would write it: from the proto files alone. The tests run
// `gatehouse check-host` and a whole authorization flow against it.
//
// HOST_ADDRESS is the address to listen on, HOST_ISSUER the issuer, HOST_TOKEN the optional shared token.
package main

import (
	"fmt"
	"log"
	"net"
	"os"
	"os/signal"
	"syscall"

	pb "gatehouse/hostv1"

	"google.golang.org/grpc"
	"google.golang.org/grpc/health"
	"google.golang.org/grpc/health/grpc_health_v1"
)

func main() {
	listener, err := net.Listen("tcp", os.Getenv("HOST_ADDRESS"))
	if err != nil {
		log.Fatal(err)
	}
	token := os.Getenv("HOST_TOKEN")
	server := grpc.NewServer(
		grpc.UnaryInterceptor(unaryTokenRequired(token)),
		grpc.StreamInterceptor(streamTokenRequired(token)),
	)
	stopping := make(chan struct{})
	pb.RegisterHostServiceServer(server, &hostService{issuer: os.Getenv("HOST_ISSUER")})
	pb.RegisterBackendServiceServer(server, &backendService{store: newStore(), stopping: stopping})
	healthy := health.NewServer()
	grpc_health_v1.RegisterHealthServer(server, healthy)

	go func() {
		signals := make(chan os.Signal, 1)
		signal.Notify(signals, syscall.SIGTERM, os.Interrupt)
		<-signals
		healthy.Shutdown()
		close(stopping)
		server.GracefulStop()
	}()

	fmt.Println("listening on", listener.Addr())
	if err := server.Serve(listener); err != nil {
		log.Fatal(err)
	}
}
