// Package grpchost serves a host over gRPC, and has a client of Gatehouse's consent operations over gRPC.
package grpchost

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"sync"
	"syscall"

	"gatehouse.dev/host"
	pb "gatehouse.dev/host/grpchost/internal/hostv1"
	"gatehouse.dev/host/internal/caller"
	"gatehouse.dev/host/internal/engine"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

// Options of a server.
type Options struct {
	// Token is the shared token that every caller must send (the daemon's host.token), at least 16 characters. Empty: none.
	Token string
	// PreviousToken is accepted too, while one token replaces the other. Empty: none.
	PreviousToken string
	// TLS serves with TLS. Set ClientAuth to tls.RequireAndVerifyClientCert and ClientCAs to require certificates.
	TLS *tls.Config
}

// Server is a gRPC server that makes an application a host of Gatehouse.
type Server struct {
	grpc *grpc.Server
	// isAuthenticated: callers must present a token or a certificate.
	isAuthenticated bool
	stopping        chan struct{}
	stopOnce        sync.Once
	connections     connections
	// running counts transactions of streams, which run on when their stream breaks.
	running *sync.WaitGroup
	logger  host.Logger
}

// NewServer validates the host and the options.
func NewServer(h *host.Host, options Options) (*Server, error) {
	answers, err := engine.New(h)
	if err != nil {
		return nil, err
	}
	token, err := caller.NewToken(options.Token, options.PreviousToken)
	if err != nil {
		return nil, fmt.Errorf("grpchost: Options.Token: %w", err)
	}
	serverOptions := []grpc.ServerOption{grpc.StreamInterceptor(tokenRequired(token))}
	requiresCertificate := false
	if options.TLS != nil {
		serverOptions = append(serverOptions, grpc.Creds(credentials.NewTLS(options.TLS)))
		requiresCertificate = options.TLS.ClientAuth == tls.RequireAndVerifyClientCert
	}
	server := &Server{
		grpc:            grpc.NewServer(serverOptions...),
		isAuthenticated: token != nil || requiresCertificate,
		stopping:        make(chan struct{}),
		running:         &sync.WaitGroup{},
		logger:          answers.Logger(),
	}
	describe := &hostService{engine: answers}
	transact := &backendService{engine: answers, stopping: server.stopping, running: server.running}
	server.register("grpc.health.v1.Health", server.healthRpcs()...)
	server.register("gatehouse.host.v1.HostService", unary("Describe", describe.Describe))
	server.register("gatehouse.host.v1.BackendService",
		unary("Transact", transact.Transact), streaming("TransactStream", transact.TransactStream))
	registerAdmin(server, answers)
	if answers.HasSignIn() {
		signIn := &signInService{engine: answers}
		server.register("gatehouse.host.v1.SignInService", unary("ResolveUser", signIn.ResolveUser))
	}
	return server, nil
}

// ListenAndServe listens on "127.0.0.1:9090" or "unix:/run/notes/host.sock", and serves until Shutdown.
func (s *Server) ListenAndServe(address string) error {
	network, name := "tcp", address
	if strings.HasPrefix(address, "unix:") {
		network, name = "unix", strings.TrimPrefix(address, "unix:")
		if err := removeStaleSocket(name); err != nil {
			return err
		}
	}
	listener, err := net.Listen(network, name)
	if err != nil {
		return err
	}
	return s.Serve(listener)
}

// removeStaleSocket removes the socket that a killed process left behind, but not one that a process listens on.
func removeStaleSocket(name string) error {
	info, err := os.Stat(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if info.Mode()&os.ModeSocket == 0 {
		return fmt.Errorf("grpchost: %s exists and is not a socket", name)
	}
	conn, err := net.Dial("unix", name)
	if err == nil {
		_ = conn.Close()
	}
	// Any other error, such as that of a queue that is full, does not say that no process listens.
	if !errors.Is(err, syscall.ECONNREFUSED) {
		return fmt.Errorf("grpchost: another process listens on %s, or may: %v", name, err)
	}
	return os.Remove(name)
}

// Serve serves until Shutdown. It refuses an address that other machines can reach if callers need neither a token nor a
// certificate: any caller of a host can mint tokens for any user.
func (s *Server) Serve(listener net.Listener) error {
	address := listener.Addr()
	if !s.isAuthenticated && !caller.IsLocal(address.Network(), address.String()) {
		_ = listener.Close()
		return fmt.Errorf("grpchost: refusing to listen on %s, which other machines can reach, without authenticating "+
			"callers: set Options.Token, or Options.TLS with client certificates, or listen on a loopback address or a "+
			"Unix socket", address)
	}
	s.logger.Info("host listening for Gatehouse", "address", address.String())
	return s.grpc.Serve(s.connections.of(listener))
}

// Shutdown accepts no new calls, announces the end of every stream, answers the calls in progress, and closes. It cancels
// them when ctx is done. The server cannot serve again.
func (s *Server) Shutdown(ctx context.Context) error {
	s.stopOnce.Do(func() {
		close(s.stopping)
	})
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		s.grpc.GracefulStop()
		s.running.Wait()
	}()
	select {
	case <-stopped:
		return nil
	case <-ctx.Done():
		s.connections.close()
		s.grpc.Stop()
		return ctx.Err()
	}
}

const healthService = "/grpc.health.v1.Health/"

var errToken = status.Error(codes.Unauthenticated, "the shared token is missing or wrong")

// admits lets health checks pass: orchestrators cannot send a token, and only learn that the process is serving.
func admits(ctx context.Context, token *caller.Token, method string) bool {
	incoming, _ := metadata.FromIncomingContext(ctx)
	return strings.HasPrefix(method, healthService) || token.Admits(incoming.Get("authorization"))
}

func tokenRequired(token *caller.Token) grpc.StreamServerInterceptor {
	return func(service interface{}, stream grpc.ServerStream, info *grpc.StreamServerInfo, handler grpc.StreamHandler) error {
		if !admits(stream.Context(), token, info.FullMethod) {
			return errToken
		}
		return handler(service, stream)
	}
}

func requestIDOf(ctx context.Context) string {
	incoming, _ := metadata.FromIncomingContext(ctx)
	if sent := incoming.Get("x-request-id"); len(sent) > 0 {
		return caller.RequestID(sent[0])
	}
	return caller.RequestID("")
}

// statusOf converts a fault of the engine.
func statusOf(err error) error {
	var fault *engine.Fault
	if errors.As(err, &fault) {
		return status.Error(codes.Code(fault.Code), fault.Message)
	}
	return err
}

type hostService struct {
	engine *engine.Engine
}

func (s *hostService) Describe(context.Context, *pb.DescribeRequest) (*pb.DescribeResponse, error) {
	return toDescription(s.engine.Describe(true))
}

type signInService struct {
	engine *engine.Engine
}

func (s *signInService) ResolveUser(ctx context.Context, request *pb.ResolveUserRequest) (*pb.ResolveUserResponse, error) {
	resolved, err := s.engine.ResolveUser(ctx, requestIDOf(ctx), fromResolveUser(request))
	if err != nil {
		return nil, statusOf(err)
	}
	return toResolvedUser(resolved), nil
}
