package grpchost

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"gatehouse.dev/host/internal/engine"
	"gatehouse.dev/host/internal/stalls"
)

const (
	// maxInFlight is how many calls of one stream run at the same time. Beyond that the server stops reading, which holds
	// Gatehouse back.
	maxInFlight = 1024
	// maxPerMessage keeps a message of answers below gRPC's default limit of 4 MB.
	maxPerMessage = 64
	// longestWait limits a call without a timeout.
	longestWait = time.Minute
)

// streamedCall is a call that arrived on a stream.
type streamedCall struct {
	id uint32
	// timeout counts from the receipt of the call: longestWait if it is longer.
	timeout time.Duration
	// run returns the answer, for streamEnds.send.
	run func(ctx context.Context) interface{}
}

// streamEnds are both directions of a stream, with its messages.
type streamEnds struct {
	ctx context.Context
	// receive returns the calls of the next message, and the ids of calls that their caller no longer waits for.
	receive func() (calls []streamedCall, cancelled []uint32, err error)
	send    func(answers []interface{}) error
	// size is what an answer adds to a message, whose limit is maxBytes; 0: no limit.
	size     func(answer interface{}) int
	maxBytes int
	// fault returns the answer of a call that did not run.
	fault func(id uint32, fault *engine.Fault) interface{}
	// announce sends which calls this stream will still answer.
	announce func(taken []uint32) error
}

// callStream runs each call of a stream independently and answers it when it is done. A call that was received in full runs
// even if the stream breaks in the meantime.
type callStream struct {
	streamEnds
	stopping <-chan struct{}
	running  *sync.WaitGroup
	// stalls is how late a call may be that is received now.
	stalls  *stalls.Stalls
	answers chan streamedAnswer
	slots   chan struct{}
	// ended receives the error of the last receive; nil for the regular end.
	ended chan error

	mu sync.Mutex
	// inFlight has the ids that were taken and whose answers were not sent yet, with what cancels them.
	inFlight map[uint32]context.CancelFunc
	// isClosing: requests that still arrive do not run.
	isClosing bool
}

type streamedAnswer struct {
	id      uint32
	message interface{}
	// isDuplicate: the id of the answer is in flight for another call.
	isDuplicate bool
}

// serveStream returns when the stream may end.
func serveStream(ends streamEnds, stopping <-chan struct{}, running *sync.WaitGroup, stalls *stalls.Stalls) error {
	s := &callStream{
		streamEnds: ends,
		stopping:   stopping,
		running:    running,
		stalls:     stalls,
		inFlight:   map[uint32]context.CancelFunc{},
		// Room for all of them: a call whose stream broke must not block.
		answers: make(chan streamedAnswer, maxInFlight),
		slots:   make(chan struct{}, maxInFlight),
		ended:   make(chan error, 1),
	}
	go s.readAll()
	return s.answerAll()
}

func (s *callStream) readAll() {
	for {
		calls, cancelled, err := s.receive()
		if err != nil {
			if errors.Is(err, io.EOF) {
				err = nil
			}
			s.ended <- err
			return
		}
		// Gatehouse has waited as long as the call has. It cannot withdraw a transaction of the stream.
		received := time.Now().Add(-s.stalls.Waited())
		for _, call := range calls {
			s.take(call, received)
		}
		s.mu.Lock()
		for _, id := range cancelled {
			if cancel := s.inFlight[id]; cancel != nil {
				cancel()
			}
		}
		s.mu.Unlock()
	}
}

func (s *callStream) take(call streamedCall, received time.Time) {
	// Waiting here stops reading, so that the flow control of HTTP/2 holds Gatehouse back.
	select {
	case s.slots <- struct{}{}:
	case <-s.ctx.Done():
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.isClosing {
		// No answer: by the announcement, Gatehouse knows that this request was not taken, and may resend it.
		<-s.slots
		return
	}
	if s.inFlight[call.id] != nil {
		fault := s.fault(call.id, &engine.Fault{Code: engine.InvalidArgument, Message: "id: is in flight already"})
		s.answers <- streamedAnswer{id: call.id, message: fault, isDuplicate: true}
		return
	}
	timeout := call.timeout
	if timeout > longestWait {
		timeout = longestWait
	}
	// Not the context of the stream: a call runs on when the stream breaks.
	ctx, cancel := context.WithDeadline(context.Background(), received.Add(timeout))
	s.inFlight[call.id] = cancel
	s.running.Add(1)
	go func() {
		defer s.running.Done()
		defer cancel()
		s.answers <- streamedAnswer{id: call.id, message: s.answerOf(ctx, call)}
	}()
}

// answerOf does not run a call whose caller stopped waiting while it waited for a slot.
func (s *callStream) answerOf(ctx context.Context, call streamedCall) interface{} {
	if err := engine.StillWanted(ctx); err != nil {
		return s.fault(call.id, faultIn(err))
	}
	return call.run(ctx)
}

// answerAll is the only writer of the stream.
func (s *callStream) answerAll() error {
	stopping, ended := s.stopping, s.ended
	for {
		select {
		case first := <-s.answers:
			if err := s.sendReady(first); err != nil {
				return err
			}
		case <-stopping:
			stopping = nil
			if err := s.announceEnd(); err != nil {
				return err
			}
		case err := <-ended:
			if err != nil {
				return err
			}
			ended = nil
		}
		if (stopping == nil || ended == nil) && s.isIdle() {
			return nil
		}
	}
}

// sendReady sends the answers that are ready together in as few messages as their limits allow.
func (s *callStream) sendReady(first streamedAnswer) error {
	ready, bytes := []streamedAnswer{first}, s.size(first.message)
	for {
		select {
		case next := <-s.answers:
			size := s.size(next.message)
			if len(ready) == maxPerMessage || s.maxBytes > 0 && bytes+size > s.maxBytes {
				if err := s.sendMessage(ready); err != nil {
					return err
				}
				ready, bytes = nil, 0
			}
			ready, bytes = append(ready, next), bytes+size
		default:
			return s.sendMessage(ready)
		}
	}
}

func (s *callStream) sendMessage(ready []streamedAnswer) error {
	messages := make([]interface{}, len(ready))
	// Before the message: as soon as Gatehouse has the answer, it may use the id again.
	s.mu.Lock()
	for index, each := range ready {
		messages[index] = each.message
		if !each.isDuplicate {
			delete(s.inFlight, each.id)
		}
	}
	s.mu.Unlock()
	err := s.send(messages)
	for range ready {
		<-s.slots
	}
	return err
}

func (s *callStream) announceEnd() error {
	s.mu.Lock()
	s.isClosing = true
	taken := make([]uint32, 0, len(s.inFlight))
	for id := range s.inFlight {
		taken = append(taken, id)
	}
	s.mu.Unlock()
	return s.announce(taken)
}

func (s *callStream) isIdle() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.inFlight) == 0 && len(s.answers) == 0
}
