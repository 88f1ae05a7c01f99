package grpchost

import (
	"context"
	"fmt"

	"gatehouse.dev/host/internal/caller"
	"gatehouse.dev/host/internal/contract"
	"gatehouse.dev/host/internal/engine"
	"gatehouse.dev/host/internal/stalls"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/emptypb"
)

// The admin services use the messages of package contract. To gRPC they are messages without known fields, which keep what
// they receive as it is.

const (
	// maxAdminAnswer is the contract's limit of one answer of an admin service.
	maxAdminAnswer = 3 << 20
	// maxStreamMessage is the contract's limit of the answers in one message of AdminStream, unless it is a single one.
	maxStreamMessage = 1 << 20
)

func toEmpty(message contract.Message) *emptypb.Empty {
	sent := &emptypb.Empty{}
	sent.ProtoReflect().SetUnknown(contract.EncodeBinary(message))
	return sent
}

func fromEmpty(received *emptypb.Empty, message contract.Message) error {
	if err := contract.DecodeBinary(received.ProtoReflect().GetUnknown(), message); err != nil {
		return engine.Malformed("the message cannot be read: %v", err)
	}
	return nil
}

func registerAdmin(server *Server, answers *engine.Engine) {
	service := &adminService{server: server, engine: answers, rpcs: map[string]contract.Rpc{}}
	services := map[string][]grpc.StreamDesc{}
	for _, rpc := range answers.AdminRpcs() {
		service.rpcs[rpc.Name()] = rpc
		services[rpc.Service] = append(services[rpc.Service], unary(rpc.Method, service.answering(rpc)))
	}
	if len(service.rpcs) > 0 {
		services["AdminStreamService"] = []grpc.StreamDesc{streaming("AdminStream", service.stream)}
	}
	for name, rpcs := range services {
		server.register("gatehouse.host.v1."+name, rpcs...)
	}
}

type adminService struct {
	server *Server
	engine *engine.Engine
	rpcs   map[string]contract.Rpc
}

func (s *adminService) answering(rpc contract.Rpc) func(context.Context, *emptypb.Empty) (*emptypb.Empty, error) {
	return func(ctx context.Context, received *emptypb.Empty) (*emptypb.Empty, error) {
		request := rpc.NewRequest()
		if err := fromEmpty(received, request); err != nil {
			return nil, statusOf(err)
		}
		response, err := s.engine.CallAdmin(ctx, requestIDOf(ctx), rpc, request)
		if err != nil {
			return nil, statusOf(err)
		}
		return toEmpty(response), nil
	}
}

func (s *adminService) stream(stream grpc.ServerStream) error {
	return serveStream(streamEnds{
		ctx: stream.Context(),
		receive: func() ([]streamedCall, []uint32, error) {
			received, message := &emptypb.Empty{}, &contract.AdminStreamRequest{}
			if err := stream.RecvMsg(received); err != nil {
				return nil, nil, err
			}
			if err := fromEmpty(received, message); err != nil {
				return nil, nil, statusOf(err)
			}
			var calls []streamedCall
			for _, each := range message.Calls {
				calls = append(calls, s.streamed(each))
			}
			return calls, message.Cancelled, nil
		},
		send: func(answers []interface{}) error {
			message := &contract.AdminStreamResponse{}
			for _, each := range answers {
				message.Answers = append(message.Answers, each.(*contract.StreamedAnswer))
			}
			return stream.SendMsg(toEmpty(message))
		},
		size:     func(answer interface{}) int { return len(answer.(*contract.StreamedAnswer).Response) },
		maxBytes: maxStreamMessage,
		fault:    func(id uint32, fault *engine.Fault) interface{} { return faultAnswer(id, fault) },
		announce: func(taken []uint32) error {
			return stream.SendMsg(toEmpty(&contract.AdminStreamResponse{Closing: &contract.StreamClosing{Taken: taken}}))
		},
	}, s.server.stopping, s.server.running, stalls.OfProcess())
}

func (s *adminService) streamed(call *contract.StreamedCall) streamedCall {
	timeout := longestWait
	if call.Timeout != nil {
		timeout = *call.Timeout
	}
	return streamedCall{id: call.ID, timeout: timeout, run: func(ctx context.Context) interface{} {
		response, err := s.run(ctx, call)
		if err != nil {
			return faultAnswer(call.ID, faultIn(err))
		}
		return &contract.StreamedAnswer{ID: call.ID, Response: response}
	}}
}

func (s *adminService) run(ctx context.Context, call *contract.StreamedCall) ([]byte, error) {
	rpc, ok := s.rpcs[call.Method]
	if !ok {
		return nil, &engine.Fault{Code: engine.Unimplemented, Message: "method: is unknown to this host"}
	}
	request := rpc.NewRequest()
	if err := contract.DecodeBinary(call.Request, request); err != nil {
		return nil, engine.Malformed("the message cannot be read: %v", err)
	}
	answer, err := s.engine.CallAdmin(ctx, caller.RequestID(call.RequestID), rpc, request)
	if err != nil {
		return nil, err
	}
	// An empty message is an answer too.
	response := append([]byte{}, contract.EncodeBinary(answer)...)
	if len(response) > maxAdminAnswer {
		return nil, &engine.Fault{
			Code: engine.ResourceExhausted, Message: fmt.Sprintf("the response has %d bytes", len(response)),
		}
	}
	return response, nil
}

func faultAnswer(id uint32, fault *engine.Fault) *contract.StreamedAnswer {
	return &contract.StreamedAnswer{ID: id, Fault: &contract.Fault{Code: uint32(fault.Code), Message: fault.Message}}
}
