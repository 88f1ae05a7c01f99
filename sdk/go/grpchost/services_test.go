package grpchost

import (
	"context"
	"testing"
	"time"

	pb "gatehouse.dev/host/grpchost/internal/hostv1"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"
)

// unsent calls an rpc without a message: the server answers it, or waits.
func unsent(t *testing.T, conn *grpc.ClientConn, method string, answer interface{}) error {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)
	stream, err := conn.NewStream(ctx, &grpc.StreamDesc{ClientStreams: true, ServerStreams: true}, method)
	if err != nil {
		t.Fatal(err)
	}
	return stream.RecvMsg(answer)
}

// HC-14: what a stranger announces is not even read.
func TestAnswersStrangersBeforeTheirMessage(t *testing.T) {
	_, conn, _ := start(t, newBackend(), Options{Token: token})
	for _, method := range []string{"HostService/Describe", "BackendService/Transact", "BackendService/TransactStream"} {
		err := unsent(t, conn, "/gatehouse.host.v1."+method, &pb.DescribeResponse{})
		if status.Code(err) != codes.Unauthenticated {
			t.Errorf("%s: got %v", method, err)
		}
	}
	health := &grpc_health_v1.HealthCheckResponse{}
	for _, method := range []string{"Check", "Watch"} {
		err := unsent(t, conn, "/grpc.health.v1.Health/"+method, health)
		if err != nil || health.GetStatus() != grpc_health_v1.HealthCheckResponse_SERVING {
			t.Errorf("%s: got %v, %v", method, health, err)
		}
	}
}

func TestShutdownEndsTheWatchersOfItsHealth(t *testing.T) {
	server, conn, _ := start(t, newBackend(), Options{Token: token})
	watching, err := grpc_health_v1.NewHealthClient(conn).Watch(context.Background(), &grpc_health_v1.HealthCheckRequest{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := watching.Recv(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := server.Shutdown(ctx); err != nil {
		t.Error(err)
	}
	last, err := watching.Recv()
	if err != nil || last.GetStatus() != grpc_health_v1.HealthCheckResponse_NOT_SERVING {
		t.Errorf("got %v, %v", last, err)
	}
}
