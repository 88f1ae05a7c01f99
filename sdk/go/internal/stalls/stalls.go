// Package stalls notices when the process did not run: it was stopped, or had no processor. Requests that arrive then wait in
// the system's buffers, and their senders may have given up long before this process reads it.
package stalls

import (
	"sync"
	"time"
)

const (
	// period is often enough to notice a stall of a second, and seldom enough to cost nothing.
	period = 500 * time.Millisecond
	// late is when a tick was missed. Ticks of a process that runs come a little late too.
	late = 2 * period
)

// Stalls remembers the last two ticks. A machine that is suspended stops the clock too, and goes unnoticed.
type Stalls struct {
	// The clock, which tests replace.
	now func() time.Time

	mu           sync.Mutex
	before, last time.Time
}

// New returns a Stalls without ticks.
func New(now func() time.Time) *Stalls {
	start := now()
	return &Stalls{now: now, before: start, last: start}
}

// Tick has to come every period.
func (s *Stalls) Tick() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.before, s.last = s.last, s.now()
}

// Waited is how long what is read now may have waited for this process, at most; 0 if it was running. A request that is
// read until the tick after a late one may be as late as that: the process does not know when it arrived.
func (s *Stalls) Waited() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.now()
	if s.last.Sub(s.before) > late {
		return now.Sub(s.before)
	}
	if waited := now.Sub(s.last); waited > late {
		return waited
	}
	return 0
}

var (
	ofProcess *Stalls
	once      sync.Once
)

// OfProcess watches this process from its first call on.
func OfProcess() *Stalls {
	once.Do(func() {
		ofProcess = New(time.Now)
		go func() {
			// Not a time.Ticker: after a late tick, the next one would come early, before all that had arrived is read.
			for {
				time.Sleep(period)
				ofProcess.Tick()
			}
		}()
	})
	return ofProcess
}
