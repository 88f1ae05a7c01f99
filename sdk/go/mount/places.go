package mount

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// places limits the requests in progress at Gatehouse. Further requests wait, first come first served; as many may wait as
// there are places, and none longer than the patience.
//
// Requests whose body is incomplete (partial) get half of the places and of the queue. A client that announces a body and
// sends none occupies a place for nothing, and must not keep out requests that are complete.
type places struct {
	count    int
	patience time.Duration

	mu             sync.Mutex
	taken          int
	takenByPartial int
	waiting        []*waiter
	holders        map[*place]bool
	// isAsking: a goroutine asks the holders to make way while others wait.
	isAsking bool
}

type waiter struct {
	partial  bool
	admitted chan *place
}

// place is one of the places. Its holder calls release once or more.
type place struct {
	of      *places
	partial bool
	once    sync.Once
	// makeWay is called every second while others wait for places. It may be nil.
	makeWay func()
}

// errNoPlace explains why a request got none.
var errNoPlace = errors.New("no place is free")

// askEvery is how often holders are asked to free their place while others wait.
const askEvery = time.Second

func newPlaces(count int, patience time.Duration) *places {
	return &places{count: count, patience: patience, holders: map[*place]bool{}}
}

// halfOf is for requests with an incomplete body.
func halfOf(count int) int {
	return (count + 1) / 2
}

func (p *places) hasRoom(partial bool) bool {
	return p.taken < p.count && !(partial && p.takenByPartial >= halfOf(p.count))
}

// acquire waits for a place. makeWay is called every second while others wait.
func (p *places) acquire(ctx context.Context, partial bool, makeWay func()) (*place, error) {
	p.mu.Lock()
	if p.hasRoom(partial) {
		defer p.mu.Unlock()
		return p.admit(partial, makeWay), nil
	}
	limit, waiting := p.count, len(p.waiting)
	if partial {
		limit = halfOf(p.count)
		waiting = 0
		for _, other := range p.waiting {
			if other.partial {
				waiting++
			}
		}
	}
	if len(p.waiting) >= p.count || waiting >= limit {
		p.mu.Unlock()
		return nil, fmt.Errorf("%w: %d requests are in progress and as many are waiting", errNoPlace, limit)
	}
	own := &waiter{partial: partial, admitted: make(chan *place, 1)}
	p.waiting = append(p.waiting, own)
	p.ask()
	p.mu.Unlock()

	patience := time.NewTimer(p.patience)
	defer patience.Stop()
	var err error
	select {
	case admitted := <-own.admitted:
		p.mu.Lock()
		defer p.mu.Unlock()
		admitted.makeWay = makeWay
		return admitted, nil
	case <-ctx.Done():
		err = ctx.Err()
	case <-patience.C:
		err = fmt.Errorf("%w: none of %d requests in progress finished within %v", errNoPlace, limit, p.patience)
	}
	p.withdraw(own)
	return nil, err
}

// admit runs under the lock.
func (p *places) admit(partial bool, makeWay func()) *place {
	p.taken++
	if partial {
		p.takenByPartial++
	}
	admitted := &place{of: p, partial: partial, makeWay: makeWay}
	p.holders[admitted] = true
	return admitted
}

func (p *places) withdraw(own *waiter) {
	p.mu.Lock()
	for at, other := range p.waiting {
		if other == own {
			p.waiting = append(p.waiting[:at], p.waiting[at+1:]...)
		}
	}
	p.mu.Unlock()
	// It may have been admitted in the meantime.
	select {
	case admitted := <-own.admitted:
		admitted.release()
	default:
	}
}

// release frees the place for the request that waited longest. Further calls have no effect.
func (l *place) release() {
	l.once.Do(func() {
		p := l.of
		p.mu.Lock()
		defer p.mu.Unlock()
		delete(p.holders, l)
		p.taken--
		if l.partial {
			p.takenByPartial--
		}
		for at, next := range p.waiting {
			if p.hasRoom(next.partial) {
				p.waiting = append(p.waiting[:at], p.waiting[at+1:]...)
				next.admitted <- p.admit(next.partial, nil)
				return
			}
		}
	})
}

// ask runs under the lock.
func (p *places) ask() {
	if p.isAsking {
		return
	}
	p.isAsking = true
	go func() {
		ticker := time.NewTicker(askEvery)
		defer ticker.Stop()
		for range ticker.C {
			p.mu.Lock()
			if len(p.waiting) == 0 {
				p.isAsking = false
				p.mu.Unlock()
				return
			}
			var asked []func()
			for holder := range p.holders {
				if holder.makeWay != nil {
					asked = append(asked, holder.makeWay)
				}
			}
			p.mu.Unlock()
			for _, makeWay := range asked {
				makeWay()
			}
		}
	}()
}
