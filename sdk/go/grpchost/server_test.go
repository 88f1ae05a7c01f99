package grpchost

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"gatehouse.dev/host"
	pb "gatehouse.dev/host/grpchost/internal/hostv1"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/durationpb"
)

const token = "a-shared-token-of-the-test"

// backend has no clients. Each lookup waits for the test.
type backend struct {
	host.ClientStore
	arrived chan string
	proceed chan struct{}
}

func newBackend() *backend {
	return &backend{arrived: make(chan string, 100), proceed: make(chan struct{}, 100)}
}

func (b *backend) Transaction(ctx context.Context, _ bool, work func(ctx context.Context, tx host.Tx) error) error {
	return work(ctx, host.Tx{Clients: b})
}

func (b *backend) Find(ctx context.Context, clientID string) (*host.Client, error) {
	b.arrived <- clientID
	select {
	case <-b.proceed:
		return nil, host.ErrNotFound
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

type quiet struct{}

func (quiet) Info(string, ...interface{})  {}
func (quiet) Warn(string, ...interface{})  {}
func (quiet) Error(string, ...interface{}) {}

func hostOf(b host.Backend) *host.Host {
	return &host.Host{ApplicationName: "Test", OAuth: host.OAuth{Issuer: "https://a.example"}, Backend: b, Logger: quiet{}}
}

// start serves a host on a free port. ended receives the result of Serve.
func start(t *testing.T, b *backend, options Options) (server *Server, conn *grpc.ClientConn, ended chan error) {
	t.Helper()
	return startHost(t, hostOf(b), options)
}

func startHost(t *testing.T, h *host.Host, options Options) (server *Server, conn *grpc.ClientConn, ended chan error) {
	t.Helper()
	server, err := NewServer(h, options)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ended = make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	conn, err = grpc.Dial(listener.Addr().String(), grpc.WithInsecure(), grpc.WithBlock())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = conn.Close()
		server.grpc.Stop()
	})
	return server, conn, ended
}

func find(id string) *pb.TransactRequest {
	operation := &pb.Operation_FindClient{FindClient: &pb.FindClient{ClientId: id}}
	return &pb.TransactRequest{Operations: []*pb.Operation{{Operation: operation}}}
}

func streamed(id uint32, name string) *pb.TransactStreamRequest {
	transaction := &pb.StreamedTransaction{Id: id, Request: find(name), Timeout: durationpb.New(time.Minute)}
	return &pb.TransactStreamRequest{Transactions: []*pb.StreamedTransaction{transaction}}
}

func open(t *testing.T, conn *grpc.ClientConn) pb.BackendService_TransactStreamClient {
	t.Helper()
	stream, err := pb.NewBackendServiceClient(conn).TransactStream(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return stream
}

func receive(t *testing.T, stream pb.BackendService_TransactStreamClient) *pb.TransactStreamResponse {
	t.Helper()
	message, err := stream.Recv()
	if err != nil {
		t.Fatal(err)
	}
	return message
}

func TestRequiresTheTokenExceptForHealthChecks(t *testing.T) {
	_, conn, _ := start(t, newBackend(), Options{Token: token})
	describe := func(authorization ...string) codes.Code {
		ctx := context.Background()
		for _, value := range authorization {
			ctx = metadata.AppendToOutgoingContext(ctx, "authorization", value)
		}
		_, err := pb.NewHostServiceClient(conn).Describe(ctx, &pb.DescribeRequest{})
		return status.Code(err)
	}
	for _, wrong := range [][]string{nil, {"Bearer " + token + "x"}, {"Basic " + token}, {token}, {"Bearer " + token, "Bearer " + token}} {
		if got := describe(wrong...); got != codes.Unauthenticated {
			t.Errorf("%q: got %v", wrong, got)
		}
	}
	if got := describe("bearer " + token); got != codes.OK {
		t.Errorf("got %v", got)
	}
	if _, err := open(t, conn).Recv(); status.Code(err) != codes.Unauthenticated {
		t.Errorf("a stream: got %v", err)
	}
	health, err := grpc_health_v1.NewHealthClient(conn).Check(context.Background(), &grpc_health_v1.HealthCheckRequest{})
	if err != nil || health.GetStatus() != grpc_health_v1.HealthCheckResponse_SERVING {
		t.Errorf("got %v, %v", health, err)
	}
}

// HC-16
func TestAcceptsThePreviousTokenToo(t *testing.T) {
	const previous = "the-token-before-that-one"
	_, conn, _ := start(t, newBackend(), Options{Token: token, PreviousToken: previous})
	for sent, want := range map[string]codes.Code{
		token: codes.OK, previous: codes.OK, token + previous: codes.Unauthenticated,
	} {
		ctx := metadata.AppendToOutgoingContext(context.Background(), "authorization", "Bearer "+sent)
		_, err := pb.NewHostServiceClient(conn).Describe(ctx, &pb.DescribeRequest{})
		if got := status.Code(err); got != want {
			t.Errorf("%q: got %v", sent, got)
		}
	}
	for _, options := range []Options{{PreviousToken: previous}, {Token: token, PreviousToken: "short"}} {
		if _, err := NewServer(hostOf(newBackend()), options); err == nil {
			t.Errorf("accepted %q", options.PreviousToken)
		}
	}
}

func TestRefusesToListenWithoutAuthentication(t *testing.T) {
	if _, err := NewServer(hostOf(newBackend()), Options{Token: "short"}); err == nil {
		t.Error("accepted a short token")
	}
	server, err := NewServer(hostOf(newBackend()), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := server.ListenAndServe("0.0.0.0:0"); err == nil || !strings.Contains(err.Error(), "refusing to listen") {
		t.Errorf("got %v", err)
	}
}

func TestListensOnAUnixSocketAndReplacesAStaleOne(t *testing.T) {
	socket := filepath.Join(t.TempDir(), "host.sock")
	stale, err := net.ListenUnix("unix", &net.UnixAddr{Name: socket, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	server, err := NewServer(hostOf(newBackend()), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := server.ListenAndServe("unix:" + socket); err == nil || !strings.Contains(err.Error(), "another process") {
		t.Errorf("got %v", err)
	}
	stale.SetUnlinkOnClose(false)
	_ = stale.Close()
	ended := make(chan error, 1)
	go func() { ended <- server.ListenAndServe("unix:" + socket) }()
	conn, err := grpc.Dial("unix:"+socket, grpc.WithInsecure(), grpc.WithBlock())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	described, err := pb.NewHostServiceClient(conn).Describe(context.Background(), &pb.DescribeRequest{})
	if err != nil || described.GetOauth().GetIssuer() != "https://a.example" {
		t.Errorf("got %v, %v", described, err)
	}
	if err := server.Shutdown(context.Background()); err != nil {
		t.Error(err)
	}
	if err := <-ended; err != nil {
		t.Errorf("Serve: got %v", err)
	}
}

// A process that is slow to accept connections still listens: its queue is full, which is another error than of a stale socket.
func TestLeavesTheSocketOfABusyProcess(t *testing.T) {
	name := filepath.Join(t.TempDir(), "host.sock")
	busy, err := syscall.Socket(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(busy)
	if err := syscall.Bind(busy, &syscall.SockaddrUnix{Name: name}); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Listen(busy, 1); err != nil {
		t.Fatal(err)
	}
	for {
		conn, err := net.Dial("unix", name)
		if err != nil {
			break
		}
		defer conn.Close()
	}
	server, err := NewServer(hostOf(newBackend()), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := server.ListenAndServe("unix:" + name); err == nil || !strings.Contains(err.Error(), "another process") {
		t.Errorf("got %v", err)
	}
	if _, err := os.Stat(name); err != nil {
		t.Errorf("the socket: %v", err)
	}
}

func TestAStreamAnswersOutOfOrderAndRejectsAnIDInFlight(t *testing.T) {
	b := newBackend()
	_, conn, _ := start(t, b, Options{})
	stream := open(t, conn)
	_ = stream.Send(streamed(7, "slow"))
	<-b.arrived
	_ = stream.Send(streamed(7, "again"))
	duplicate := receive(t, stream).GetOutcomes()[0]
	if duplicate.GetId() != 7 || codes.Code(duplicate.GetFault().GetCode()) != codes.InvalidArgument {
		t.Errorf("got %v", duplicate)
	}
	unknown := &pb.TransactStreamRequest{Transactions: []*pb.StreamedTransaction{{Id: 8, Request: &pb.TransactRequest{}}}}
	_ = stream.Send(unknown)
	if got := receive(t, stream).GetOutcomes()[0]; got.GetId() != 8 {
		t.Errorf("got %v before the answer to 7", got)
	}
	b.proceed <- struct{}{}
	if got := receive(t, stream).GetOutcomes()[0]; got.GetId() != 7 || got.GetResponse().GetCommitted() == nil {
		t.Errorf("got %v", got)
	}
	_ = stream.CloseSend()
	if _, err := stream.Recv(); !errors.Is(err, io.EOF) {
		t.Errorf("got %v", err)
	}
}

// named has clients with that name.
type named struct{ host.ClientStore }

func (n named) Transaction(ctx context.Context, _ bool, work func(ctx context.Context, tx host.Tx) error) error {
	return work(ctx, host.Tx{Clients: n})
}

func (named) Find(_ context.Context, id string) (*host.Client, error) {
	client := &host.Client{ID: "c", Name: id, RedirectURIs: []string{"https://a.example"}, AuthMethod: host.AuthMethodNone}
	if id == "odd" {
		client.Name = "\xff"
	}
	return client, nil
}

func TestAnAnswerWithoutAnEncodingFailsAlone(t *testing.T) {
	_, conn, _ := startHost(t, hostOf(named{}), Options{})
	stream := open(t, conn)
	for id, name := range []string{"a", "odd", "b"} {
		_ = stream.Send(streamed(uint32(id), name))
		got := receive(t, stream).GetOutcomes()[0]
		isFault := codes.Code(got.GetFault().GetCode()) == codes.Internal
		if got.GetId() != uint32(id) || isFault != (name == "odd") || !isFault && got.GetResponse().GetCommitted() == nil {
			t.Errorf("%s: got %v", name, got)
		}
	}
}

func TestShutdownAnnouncesTheEndAndAnswersWhatItTook(t *testing.T) {
	b := newBackend()
	server, conn, ended := start(t, b, Options{})
	stream := open(t, conn)
	_ = stream.Send(streamed(1, "taken"))
	<-b.arrived
	shut := make(chan error, 1)
	go func() { shut <- server.Shutdown(context.Background()) }()
	closing := receive(t, stream).GetClosing()
	if taken := closing.GetTaken(); len(taken) != 1 || taken[0] != 1 {
		t.Fatalf("got %v", closing)
	}
	// Gatehouse may resend this one elsewhere, so it must not run.
	_ = stream.Send(streamed(2, "late"))
	b.proceed <- struct{}{}
	if got := receive(t, stream).GetOutcomes()[0]; got.GetId() != 1 || got.GetResponse() == nil {
		t.Errorf("got %v", got)
	}
	if message, err := stream.Recv(); !errors.Is(err, io.EOF) {
		t.Errorf("got %v, %v", message, err)
	}
	if err := <-shut; err != nil {
		t.Error(err)
	}
	if err := <-ended; err != nil {
		t.Errorf("Serve: got %v", err)
	}
	if len(b.arrived) != 0 {
		t.Errorf("%q ran after the announcement", <-b.arrived)
	}
}

func TestShutdownDoesNotWaitForAConnectionThatSendsNothing(t *testing.T) {
	server, conn, _ := start(t, newBackend(), Options{})
	silent, err := net.Dial("tcp", conn.Target())
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	// Accepted in the order of their arrival: the silent one is accepted when this one is served.
	other, err := grpc.Dial(conn.Target(), grpc.WithInsecure(), grpc.WithBlock())
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	limited, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	shut := make(chan error, 1)
	go func() { shut <- server.Shutdown(limited) }()
	select {
	case <-shut:
	case <-time.After(time.Minute):
		t.Fatal("Shutdown waits beyond its context")
	}
}

func TestShutdownCancelsCallsWhenItsContextIsDone(t *testing.T) {
	b := newBackend()
	server, conn, _ := start(t, b, Options{})
	failed := make(chan error, 1)
	go func() {
		_, err := pb.NewBackendServiceClient(conn).Transact(context.Background(), find("stuck"))
		failed <- err
	}()
	<-b.arrived
	limited, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	if err := server.Shutdown(limited); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
	if err := <-failed; err == nil {
		t.Error("the call was answered")
	}
}

func TestATransactionOfABrokenStreamRunsToItsEnd(t *testing.T) {
	b := newBackend()
	server, conn, _ := start(t, b, Options{})
	stream := open(t, conn)
	_ = stream.Send(streamed(1, "taken"))
	<-b.arrived
	_ = conn.Close()
	shut := make(chan error, 1)
	go func() { shut <- server.Shutdown(context.Background()) }()
	select {
	case err := <-shut:
		t.Fatalf("Shutdown did not wait for the transaction: %v", err)
	case <-time.After(20 * time.Millisecond):
	}
	b.proceed <- struct{}{}
	if err := <-shut; err != nil {
		t.Error(err)
	}
}
