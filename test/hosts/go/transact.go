package main

import (
	"context"
	"io"
	"sync"

	pb "gatehouse/hostv1"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

const maxInFlightPerStream = 256

type backendService struct {
	pb.UnimplementedBackendServiceServer
	store *store
	// Closed when the host shuts down: streams accept no more transactions, answer the accepted ones, and end.
	stopping <-chan struct{}
}

func (b *backendService) Transact(ctx context.Context, request *pb.TransactRequest) (*pb.TransactResponse, error) {
	if err := checkRequest(request); err != nil {
		return nil, err
	}
	return b.store.transact(ctx, request.GetOperations())
}

func (b *backendService) TransactStream(stream pb.BackendService_TransactStreamServer) error {
	received := make(chan *pb.TransactStreamRequest)
	receiving := make(chan error, 1)
	go func() {
		for {
			message, err := stream.Recv()
			if err != nil {
				receiving <- err
				return
			}
			select {
			case received <- message:
			case <-b.stopping:
				return
			}
		}
	}()

	var sending sync.Mutex
	var underWay sync.WaitGroup
	defer underWay.Wait()
	slots := make(chan struct{}, maxInFlightPerStream)
	for {
		select {
		case message := <-received:
			for _, transaction := range message.GetTransactions() {
				// Waiting here stops reading, so that HTTP/2 flow control slows down a flood.
				slots <- struct{}{}
				underWay.Add(1)
				go func(transaction *pb.StreamedTransaction) {
					defer underWay.Done()
					outcome := b.outcome(transaction)
					sending.Lock()
					defer sending.Unlock()
					<-slots
					// The error does not matter: a broken stream has no reader.
					_ = stream.Send(&pb.TransactStreamResponse{Outcomes: []*pb.StreamedOutcome{outcome}})
				}(transaction)
			}
		case err := <-receiving:
			if err == io.EOF {
				return nil
			}
			return err
		case <-b.stopping:
			return nil
		}
	}
}

// Does not use the context of the stream: completely received transactions continue when the stream breaks.
func (b *backendService) outcome(transaction *pb.StreamedTransaction) *pb.StreamedOutcome {
	ctx := context.Background()
	if timeout := transaction.GetTimeout(); timeout != nil {
		limited, cancel := context.WithTimeout(ctx, timeout.AsDuration())
		defer cancel()
		ctx = limited
	}
	response, err := b.Transact(ctx, transaction.GetRequest())
	if err != nil {
		fault := status.Convert(err)
		return &pb.StreamedOutcome{Id: transaction.GetId(), Outcome: &pb.StreamedOutcome_Fault{
			Fault: &pb.Fault{Code: uint32(fault.Code()), Message: fault.Message()},
		}}
	}
	return &pb.StreamedOutcome{Id: transaction.GetId(), Outcome: &pb.StreamedOutcome_Response{Response: response}}
}

func malformed(format string, arguments ...interface{}) error {
	return status.Errorf(codes.InvalidArgument, format, arguments...)
}
