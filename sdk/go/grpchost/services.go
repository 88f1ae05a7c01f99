package grpchost

import (
	"context"

	"google.golang.org/grpc"
	"google.golang.org/grpc/health/grpc_health_v1"
)

// register serves a service whose rpcs are all streams. A stream of one message in each direction looks like a unary rpc to
// its caller. But of a unary rpc grpc-go reads the message first, and allocates the size that it announces, before it calls
// the interceptor that requires the token: six bytes of a stranger would take 4 MB (HC-14).
func (s *Server) register(name string, rpcs ...grpc.StreamDesc) {
	s.grpc.RegisterService(&grpc.ServiceDesc{ServiceName: name, HandlerType: (*interface{})(nil), Streams: rpcs}, s)
}

func unary[Request, Response any](
	name string, answer func(context.Context, *Request) (*Response, error),
) grpc.StreamDesc {
	return grpc.StreamDesc{StreamName: name, Handler: func(_ interface{}, stream grpc.ServerStream) error {
		request := new(Request)
		if err := stream.RecvMsg(request); err != nil {
			return err
		}
		response, err := answer(stream.Context(), request)
		if err != nil {
			return err
		}
		return stream.SendMsg(response)
	}}
}

func streaming(name string, serve func(grpc.ServerStream) error) grpc.StreamDesc {
	return grpc.StreamDesc{
		StreamName: name, ServerStreams: true, ClientStreams: true,
		Handler: func(_ interface{}, stream grpc.ServerStream) error { return serve(stream) },
	}
}

// healthRpcs answer for the host as a whole without reading for which service the caller asks, because anybody may ask.
func (s *Server) healthRpcs() []grpc.StreamDesc {
	check := func(_ interface{}, stream grpc.ServerStream) error { return stream.SendMsg(s.health()) }
	watch := func(_ interface{}, stream grpc.ServerStream) error {
		if err := stream.SendMsg(s.health()); err != nil {
			return err
		}
		select {
		case <-s.stopping:
			// It ends, since the server waits for all streams.
			return stream.SendMsg(s.health())
		case <-stream.Context().Done():
			return stream.Context().Err()
		}
	}
	return []grpc.StreamDesc{
		{StreamName: "Check", Handler: check},
		{StreamName: "Watch", ServerStreams: true, Handler: watch},
	}
}

func (s *Server) health() *grpc_health_v1.HealthCheckResponse {
	select {
	case <-s.stopping:
		return &grpc_health_v1.HealthCheckResponse{Status: grpc_health_v1.HealthCheckResponse_NOT_SERVING}
	default:
		return &grpc_health_v1.HealthCheckResponse{Status: grpc_health_v1.HealthCheckResponse_SERVING}
	}
}
