// A host in Go, in memory: what an application that is not written in TypeScript implements, with nothing at hand but the
// proto files. The tests hold `gatehouse check-host` and a whole authorization flow against it.
//
// HOST_ADDRESS and HOST_ISSUER say where it listens and for whom; HOST_TOKEN is the shared token, if there is to be one.
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
