// Package outagelog logs failures while a peer is not available: the first one with its error, then a count every ten
// seconds, and one line when a request succeeds again. A line for each failure would only fill a disk.
package outagelog

import (
	"sync"
	"time"

	"gatehouse.dev/host"
)

const (
	reportEvery = 10 * time.Second
	// quiet is how long a peer must not fail to count as available: one that answers some requests has not recovered.
	quiet = time.Second
	// renewed is how long after the last failure another one begins a new outage: no request has tried what had failed.
	renewed = time.Minute
)

// Texts are the messages of an outage: the first failure, the count, and the recovery.
type Texts struct {
	Lost, StillLost, Back string
}

// Log is the state of one peer.
type Log struct {
	logger host.Logger
	texts  Texts
	// The clock, which tests replace.
	now func() time.Time

	mu       sync.Mutex
	count    int
	since    time.Time
	last     time.Time
	reported time.Time
}

// New returns a log of a peer that is available.
func New(logger host.Logger, texts Texts) *Log {
	return &Log{logger: logger, texts: texts, now: time.Now}
}

// Failed logs the arguments with the first failure.
func (l *Log) Failed(args ...interface{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	if now.Sub(l.last) >= renewed {
		l.count = 0
	}
	l.count++
	l.last = now
	if l.count == 1 {
		l.since, l.reported = now, now
		l.logger.Warn(l.texts.Lost, args...)
	} else if now.Sub(l.reported) >= reportEvery {
		l.reported = now
		l.logger.Warn(l.texts.StillLost, "failed", l.count, "seconds", int(now.Sub(l.since).Seconds()))
	}
}

// Succeeded ends the outage if the peer has not failed for a while.
func (l *Log) Succeeded() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.count == 0 || l.now().Sub(l.last) < quiet {
		return
	}
	l.logger.Info(l.texts.Back, "failed", l.count, "seconds", int(l.last.Sub(l.since).Seconds()))
	l.count = 0
}
