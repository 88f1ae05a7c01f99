package grpchost

import (
	"context"
	"fmt"
	"io"
	"reflect"
	"sort"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gatehouse.dev/host/internal/engine"
	"gatehouse.dev/host/internal/stalls"
)

// talk is both ends of a stream that a test drives: what it sends, and what it received.
type talk struct {
	t        *testing.T
	requests chan request
	answers  chan string
	// holds ends calls that wait; started tells that one does.
	started, holds chan struct{}
	stopping       chan struct{}
	ended          chan error
	running        sync.WaitGroup
	// stalled is how long the process did not run until now.
	stalled int64
}

type request struct {
	calls     []streamedCall
	cancelled []uint32
}

// newTalk serves a stream whose messages hold at most maxBytes of answers. Each answer is a text, as long as it counts.
func newTalk(t *testing.T, maxBytes int) *talk {
	k := &talk{
		t: t, requests: make(chan request), answers: make(chan string, 100), started: make(chan struct{}),
		holds: make(chan struct{}), stopping: make(chan struct{}), ended: make(chan error, 1),
	}
	started := time.Now()
	late := stalls.New(func() time.Time { return started.Add(time.Duration(atomic.LoadInt64(&k.stalled))) })
	ends := streamEnds{
		ctx: context.Background(),
		receive: func() ([]streamedCall, []uint32, error) {
			received, ok := <-k.requests
			if !ok {
				return nil, nil, io.EOF
			}
			return received.calls, received.cancelled, nil
		},
		send: func(answers []interface{}) error {
			k.answers <- fmt.Sprint(answers...)
			return nil
		},
		size:     func(answer interface{}) int { return len(answer.(string)) },
		maxBytes: maxBytes,
		fault:    func(id uint32, fault *engine.Fault) interface{} { return fmt.Sprintf("[%d fault %d]", id, fault.Code) },
		announce: func(taken []uint32) error {
			k.answers <- fmt.Sprint("closing ", taken)
			return nil
		},
	}
	go func() { k.ended <- serveStream(ends, k.stopping, &k.running, late) }()
	return k
}

// call answers with its id and what happened to its context.
func (k *talk) call(id uint32, waits bool) streamedCall {
	return streamedCall{id: id, timeout: time.Minute, run: func(ctx context.Context) interface{} {
		if waits {
			k.started <- struct{}{}
			select {
			case <-k.holds:
			case <-ctx.Done():
				return fmt.Sprintf("[%d %v]", id, ctx.Err())
			}
		}
		return fmt.Sprintf("[%d]", id)
	}}
}

// rest ends the stream, and returns all messages that it still sent.
func (k *talk) rest() (messages []string) {
	k.t.Helper()
	select {
	case err := <-k.ended:
		if err != nil {
			k.t.Error(err)
		}
	case <-time.After(time.Minute):
		k.t.Fatal("the stream does not end")
	}
	k.running.Wait()
	close(k.answers)
	for each := range k.answers {
		messages = append(messages, each)
	}
	sort.Strings(messages)
	return messages
}

func (k *talk) expect(expected ...string) {
	k.t.Helper()
	if found := k.rest(); !reflect.DeepEqual(found, expected) {
		k.t.Errorf("sent %q, not %q", found, expected)
	}
}

func TestAnIDInFlightIsNotTakenAgain(t *testing.T) {
	k := newTalk(t, 1)
	k.requests <- request{calls: []streamedCall{k.call(1, true)}}
	<-k.started
	k.requests <- request{calls: []streamedCall{k.call(1, false), k.call(2, false)}}
	k.requests <- request{}
	k.holds <- struct{}{}
	close(k.requests)
	k.expect("[1 fault 3]", "[1]", "[2]")
}

func TestACancelledCallEndsAndFreesItsID(t *testing.T) {
	k := newTalk(t, 1)
	k.requests <- request{calls: []streamedCall{k.call(1, true)}}
	<-k.started
	k.requests <- request{cancelled: []uint32{1, 7}}
	if first := <-k.answers; first != "[1 context canceled]" {
		t.Errorf("the cancelled call answered %s", first)
	}
	k.requests <- request{calls: []streamedCall{k.call(1, false)}}
	close(k.requests)
	k.expect("[1]")
}

// backend.proto and admin_stream.proto, timeout: the time after receipt, also if the call waits for others first.
func TestACallThatExpiresBeforeItRunsIsAFault(t *testing.T) {
	k := newTalk(t, 1)
	var calls []streamedCall
	for id := uint32(1); id <= maxInFlight; id++ {
		calls = append(calls, k.call(id, true))
	}
	late := k.call(maxInFlight+1, false)
	late.timeout = time.Millisecond
	k.requests <- request{calls: append(calls, late)}
	for range calls {
		<-k.started
	}
	time.Sleep(2 * late.timeout)
	for range calls {
		k.holds <- struct{}{}
	}
	expired := 0
	for count := 0; count < maxInFlight+1; count++ {
		if answer := <-k.answers; answer == fmt.Sprintf("[%d fault %d]", late.id, engine.DeadlineExceeded) {
			expired++
		}
	}
	if expired != 1 {
		t.Error("the call that expired has no fault")
	}
	close(k.requests)
	k.expect()
}

// HC-6: Gatehouse has waited as long as the call has, and no longer waits.
func TestACallThatWaitedForAStoppedProcessIsThatLate(t *testing.T) {
	for stall, expected := range map[time.Duration]string{59 * time.Second: "[1]", time.Minute: "[1 fault 4]"} {
		k := newTalk(t, 1)
		atomic.StoreInt64(&k.stalled, int64(stall))
		k.requests <- request{calls: []streamedCall{k.call(1, false)}}
		close(k.requests)
		k.expect(expected)
	}
}

// A call that the announcement does not name was not taken: Gatehouse may send it again.
func TestTheEndIsAnnouncedWithTheCallsThatWereTaken(t *testing.T) {
	k := newTalk(t, 1)
	k.requests <- request{calls: []streamedCall{k.call(1, true)}}
	<-k.started
	close(k.stopping)
	if first := <-k.answers; first != "closing [1]" {
		t.Errorf("first %s", first)
	}
	k.requests <- request{calls: []streamedCall{k.call(2, false)}}
	k.requests <- request{}
	k.holds <- struct{}{}
	k.expect("[1]")
}

// A call runs on when its stream breaks: its answer is lost, but not its effect.
func TestACallRunsOnWhenItsStreamBreaks(t *testing.T) {
	done := make(chan error, 1)
	k := newTalk(t, 1)
	call := streamedCall{id: 1, timeout: time.Minute, run: func(ctx context.Context) interface{} {
		k.started <- struct{}{}
		<-k.holds
		done <- ctx.Err()
		return "[1]"
	}}
	k.requests <- request{calls: []streamedCall{call}}
	<-k.started
	close(k.requests)
	k.holds <- struct{}{}
	if err := <-done; err != nil {
		t.Errorf("its context ended: %v", err)
	}
	k.expect("[1]")
}

func TestAMessageOfAnswersStaysBelowTheLimit(t *testing.T) {
	s := &callStream{answers: make(chan streamedAnswer, 10), slots: make(chan struct{}, 10), inFlight: map[uint32]context.CancelFunc{}}
	var sent []string
	s.streamEnds = streamEnds{
		size: func(answer interface{}) int { return len(answer.(string)) }, maxBytes: 10,
		send: func(answers []interface{}) error { sent = append(sent, fmt.Sprint(answers...)); return nil },
	}
	for _, each := range []string{"aaaa", "bbbb", "cccc", "a long one alone", "d"} {
		s.slots <- struct{}{}
		s.answers <- streamedAnswer{message: each}
	}
	if err := s.sendReady(<-s.answers); err != nil {
		t.Fatal(err)
	}
	if expected := []string{"aaaabbbb", "cccc", "a long one alone", "d"}; !reflect.DeepEqual(sent, expected) {
		t.Errorf("sent %q", sent)
	}
}
