package stalls

import (
	"testing"
	"time"
)

// HC-6
func TestWhatIsReadAfterAStallIsAsLate(t *testing.T) {
	now := time.Now()
	s := New(func() time.Time { return now })
	expect := func(when string, expected time.Duration) {
		t.Helper()
		if waited := s.Waited(); waited != expected {
			t.Errorf("%s: %v, not %v", when, waited, expected)
		}
	}
	for _, each := range []time.Duration{period, period + 1, late} {
		now = now.Add(each)
		expect("before a tick that is in time", 0)
		s.Tick()
		expect("after a tick that is in time", 0)
	}
	now = now.Add(6 * time.Second)
	expect("before the late tick", 6*time.Second)
	s.Tick()
	now = now.Add(period)
	expect("after the late tick", 6*time.Second+period)
	s.Tick()
	expect("after the next tick", 0)
}

func TestTheProcessIsWatched(t *testing.T) {
	watched, first := OfProcess(), time.Time{}
	for count := 0; count < 6000; count++ {
		watched.mu.Lock()
		last := watched.last
		watched.mu.Unlock()
		if count == 0 {
			first = last
		}
		if last != first {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Error("it does not tick")
}
