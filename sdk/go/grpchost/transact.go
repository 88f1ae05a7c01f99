package grpchost

import (
	"context"
	"errors"
	"sync"

	pb "gatehouse.dev/host/grpchost/internal/hostv1"
	"gatehouse.dev/host/internal/caller"
	"gatehouse.dev/host/internal/engine"
	"gatehouse.dev/host/internal/stalls"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/emptypb"
)

type backendService struct {
	engine   *engine.Engine
	stopping <-chan struct{}
	running  *sync.WaitGroup
}

func (s *backendService) Transact(ctx context.Context, request *pb.TransactRequest) (*pb.TransactResponse, error) {
	response, err := s.engine.Transact(ctx, requestIDOf(ctx), fromRequest(request))
	if err != nil {
		return nil, statusOf(err)
	}
	return toResponse(response), nil
}

func (s *backendService) TransactStream(stream grpc.ServerStream) error {
	return serveStream(streamEnds{
		ctx: stream.Context(),
		receive: func() ([]streamedCall, []uint32, error) {
			message := &pb.TransactStreamRequest{}
			if err := stream.RecvMsg(message); err != nil {
				return nil, nil, err
			}
			var calls []streamedCall
			for _, transaction := range message.GetTransactions() {
				calls = append(calls, s.streamed(transaction))
			}
			return calls, nil, nil
		},
		send: func(answers []interface{}) error {
			// A TransactStreamResponse, of which gRPC need not know the fields.
			message := &emptypb.Empty{}
			var outcomes []byte
			for _, each := range answers {
				outcomes = protowire.AppendTag(outcomes, 1, protowire.BytesType)
				outcomes = protowire.AppendBytes(outcomes, each.([]byte))
			}
			message.ProtoReflect().SetUnknown(outcomes)
			return stream.SendMsg(message)
		},
		size:  func(interface{}) int { return 0 },
		fault: func(id uint32, fault *engine.Fault) interface{} { return s.encoded(faultOutcome(id, fault)) },
		announce: func(taken []uint32) error {
			return stream.SendMsg(&pb.TransactStreamResponse{Closing: &pb.StreamClosing{Taken: taken}})
		},
	}, s.stopping, s.running, stalls.OfProcess())
}

func (s *backendService) streamed(transaction *pb.StreamedTransaction) streamedCall {
	timeout := longestWait
	if sent := transaction.GetTimeout(); sent != nil {
		timeout = sent.AsDuration()
	}
	return streamedCall{id: transaction.GetId(), timeout: timeout, run: func(ctx context.Context) interface{} {
		return s.encoded(s.outcome(ctx, transaction))
	}}
}

// encoded returns an outcome in its binary form. One that has none, such as one with a text of a store that is not UTF-8, fails
// alone: sent as it is, it would end the stream and with it all other calls.
func (s *backendService) encoded(outcome *pb.StreamedOutcome) []byte {
	encoded, err := proto.Marshal(outcome)
	if err != nil {
		s.engine.Logger().Error("an answer cannot be encoded", "rpc", "BackendService.TransactStream", "error", err.Error())
		fault := &engine.Fault{Code: engine.Internal, Message: "the host cannot encode its answer"}
		encoded, _ = proto.Marshal(faultOutcome(outcome.GetId(), fault))
	}
	return encoded
}

func (s *backendService) outcome(ctx context.Context, transaction *pb.StreamedTransaction) *pb.StreamedOutcome {
	requestID := caller.RequestID(transaction.GetRequestId())
	response, err := s.engine.Transact(ctx, requestID, fromRequest(transaction.GetRequest()))
	if err != nil {
		return faultOutcome(transaction.GetId(), faultIn(err))
	}
	return &pb.StreamedOutcome{
		Id: transaction.GetId(), Outcome: &pb.StreamedOutcome_Response{Response: toResponse(response)},
	}
}

func faultOutcome(id uint32, fault *engine.Fault) *pb.StreamedOutcome {
	return &pb.StreamedOutcome{Id: id, Outcome: &pb.StreamedOutcome_Fault{
		Fault: &pb.Fault{Code: uint32(fault.Code), Message: fault.Message},
	}}
}

// faultIn returns the fault of an error of the engine.
func faultIn(err error) *engine.Fault {
	var fault *engine.Fault
	if !errors.As(err, &fault) {
		fault = &engine.Fault{Code: engine.Code(codes.Internal), Message: "the host failed"}
	}
	return fault
}
