package grpchost

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"

	pb "gatehouse.dev/host/grpchost/internal/hostv1"
	"gatehouse.dev/host/internal/caller"
	"gatehouse.dev/host/internal/engine"

	"google.golang.org/grpc/codes"
)

const (
	// maxInFlight is how many transactions of one stream run at the same time. Beyond that the server stops reading, which
	// holds Gatehouse back.
	maxInFlight = 1024
	// maxPerMessage keeps a message of answers below gRPC's default limit of 4 MB.
	maxPerMessage = 64
	// longestWait limits a transaction without a timeout.
	longestWait = time.Minute
)

type backendService struct {
	pb.UnimplementedBackendServiceServer
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

// TransactStream runs each transaction independently and answers it when it is done. A transaction that was received in full
// runs even if the stream breaks in the meantime.
func (s *backendService) TransactStream(stream pb.BackendService_TransactStreamServer) error {
	t := &transactStream{
		service:  s,
		stream:   stream,
		inFlight: map[uint32]bool{},
		// Room for all of them: a transaction whose stream broke must not block.
		answers: make(chan answer, maxInFlight),
		slots:   make(chan struct{}, maxInFlight),
		ended:   make(chan error, 1),
	}
	go t.receive()
	return t.send()
}

type answer struct {
	outcome *pb.StreamedOutcome
	// isDuplicate: the id of the answer is in flight for another transaction.
	isDuplicate bool
}

type transactStream struct {
	service *backendService
	stream  pb.BackendService_TransactStreamServer
	answers chan answer
	slots   chan struct{}
	// ended receives the error of the last Recv; nil for the regular end.
	ended chan error

	mu sync.Mutex
	// inFlight has the ids that were taken and whose answers were not sent yet.
	inFlight map[uint32]bool
	// isClosing: requests that still arrive do not run.
	isClosing bool
}

func (t *transactStream) receive() {
	for {
		message, err := t.stream.Recv()
		if err != nil {
			if errors.Is(err, io.EOF) {
				err = nil
			}
			t.ended <- err
			return
		}
		for _, transaction := range message.GetTransactions() {
			t.take(transaction)
		}
	}
}

func (t *transactStream) take(transaction *pb.StreamedTransaction) {
	// Waiting here stops reading, so that the flow control of HTTP/2 holds Gatehouse back.
	select {
	case t.slots <- struct{}{}:
	case <-t.stream.Context().Done():
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.isClosing {
		// No answer: by the announcement, Gatehouse knows that this request was not taken, and may resend it.
		<-t.slots
		return
	}
	id := transaction.GetId()
	if t.inFlight[id] {
		fault := &pb.Fault{Code: uint32(codes.InvalidArgument), Message: "id: is in flight already"}
		outcome := &pb.StreamedOutcome{Id: id, Outcome: &pb.StreamedOutcome_Fault{Fault: fault}}
		t.answers <- answer{outcome: outcome, isDuplicate: true}
		return
	}
	t.inFlight[id] = true
	t.service.running.Add(1)
	go func() {
		defer t.service.running.Done()
		t.answers <- answer{outcome: t.service.outcome(transaction)}
	}()
}

// send is the only writer of the stream. It returns when the stream may end.
func (t *transactStream) send() error {
	stopping, ended := t.service.stopping, t.ended
	for {
		select {
		case first := <-t.answers:
			if err := t.sendAnswers(first); err != nil {
				return err
			}
		case <-stopping:
			stopping = nil
			if err := t.announce(); err != nil {
				return err
			}
		case err := <-ended:
			if err != nil {
				return err
			}
			ended = nil
		}
		if (stopping == nil || ended == nil) && t.isIdle() {
			return nil
		}
	}
}

// sendAnswers sends the answers that are ready together in one message.
func (t *transactStream) sendAnswers(first answer) error {
	ready := []answer{first}
	for more := true; more && len(ready) < maxPerMessage; {
		select {
		case next := <-t.answers:
			ready = append(ready, next)
		default:
			more = false
		}
	}
	message := &pb.TransactStreamResponse{}
	for _, each := range ready {
		message.Outcomes = append(message.Outcomes, each.outcome)
	}
	// Before the message: as soon as Gatehouse has the answer, it may use the id again.
	t.mu.Lock()
	for _, each := range ready {
		if !each.isDuplicate {
			delete(t.inFlight, each.outcome.GetId())
		}
	}
	t.mu.Unlock()
	err := t.stream.Send(message)
	for range ready {
		<-t.slots
	}
	return err
}

// announce tells Gatehouse which transactions this stream will still answer.
func (t *transactStream) announce() error {
	t.mu.Lock()
	t.isClosing = true
	taken := make([]uint32, 0, len(t.inFlight))
	for id := range t.inFlight {
		taken = append(taken, id)
	}
	t.mu.Unlock()
	return t.stream.Send(&pb.TransactStreamResponse{Closing: &pb.StreamClosing{Taken: taken}})
}

func (t *transactStream) isIdle() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.inFlight) == 0 && len(t.answers) == 0
}

// outcome does not use the context of the stream.
func (s *backendService) outcome(transaction *pb.StreamedTransaction) *pb.StreamedOutcome {
	timeout := longestWait
	if sent := transaction.GetTimeout(); sent != nil && sent.AsDuration() < timeout {
		timeout = sent.AsDuration()
	}
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	requestID := caller.RequestID(transaction.GetRequestId())
	response, err := s.engine.Transact(ctx, requestID, fromRequest(transaction.GetRequest()))
	outcome := &pb.StreamedOutcome{Id: transaction.GetId()}
	var fault *engine.Fault
	switch {
	case err == nil:
		outcome.Outcome = &pb.StreamedOutcome_Response{Response: toResponse(response)}
	case errors.As(err, &fault):
		outcome.Outcome = &pb.StreamedOutcome_Fault{Fault: &pb.Fault{Code: uint32(fault.Code), Message: fault.Message}}
	default:
		outcome.Outcome = &pb.StreamedOutcome_Fault{Fault: &pb.Fault{Code: uint32(codes.Internal), Message: "the host failed"}}
	}
	return outcome
}
