package mount

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// held is a daemon that answers when the test says so.
func held(t *testing.T) (daemon *rawDaemon, arrived chan func()) {
	daemon = newRawDaemon(t)
	arrived = make(chan func(), 100)
	daemon.answer(func(id string, conn net.Conn) {
		arrived <- func() { _, _ = io.WriteString(conn, ok(id, "own")) }
	})
	return daemon, arrived
}

func (p *places) untilWaiting(count int) {
	for waiting := -1; waiting != count; time.Sleep(time.Millisecond) {
		p.mu.Lock()
		waiting = len(p.waiting)
		p.mu.Unlock()
	}
}

func TestLimitsTheRequestsInProgress(t *testing.T) {
	daemon, arrived := held(t)
	server, m := applicationAndMount(t, Options{Target: daemon.url(), MaxConnections: 2})
	answers := make(chan string, 4)
	for i := 0; i < 4; i++ {
		go func() { answers <- get(t, server, tokenPath) }()
	}
	first, second := <-arrived, <-arrived
	m.places.untilWaiting(2)
	refused := get(t, server, tokenPath)
	expectBegin(t, "the fifth", refused, "503 ")
	if !strings.Contains(refused, "Too many requests") {
		t.Errorf("got %q", refused)
	}
	first()
	second()
	(<-arrived)()
	(<-arrived)()
	for i := 0; i < 4; i++ {
		expect(t, "answer", <-answers, "200 OK: own")
	}
}

func TestPlacesAdmitInOrder(t *testing.T) {
	p := newPlaces(1, time.Minute)
	holder, err := p.acquire(context.Background(), false, nil)
	if err != nil {
		t.Fatal(err)
	}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := p.acquire(cancelled, false, nil); !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v", err)
	}
	admitted := make(chan *place)
	go func() {
		next, err := p.acquire(context.Background(), false, nil)
		if err != nil {
			t.Error(err)
		}
		admitted <- next
	}()
	p.untilWaiting(1)
	if _, err := p.acquire(context.Background(), false, nil); !errors.Is(err, errNoPlace) {
		t.Errorf("as many wait as there are places: got %v", err)
	}
	holder.release()
	holder.release()
	next := <-admitted
	if p.taken != 1 {
		t.Errorf("got %d taken places, want 1", p.taken)
	}
	next.release()
	if p.taken != 0 || len(p.holders) != 0 {
		t.Errorf("got %d taken places, want 0", p.taken)
	}
}

func TestPlacesEndAWaitInTime(t *testing.T) {
	p := newPlaces(1, 10*time.Millisecond)
	holder, _ := p.acquire(context.Background(), false, nil)
	if _, err := p.acquire(context.Background(), false, nil); !errors.Is(err, errNoPlace) {
		t.Errorf("got %v", err)
	}
	holder.release()
	if _, err := p.acquire(context.Background(), false, nil); err != nil {
		t.Errorf("got %v", err)
	}
}

func TestIncompleteBodiesGetHalfOfThePlaces(t *testing.T) {
	p := newPlaces(4, 10*time.Millisecond)
	for i := 0; i < 2; i++ {
		if _, err := p.acquire(context.Background(), true, nil); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := p.acquire(context.Background(), true, nil); !errors.Is(err, errNoPlace) {
		t.Errorf("got %v", err)
	}
	for i := 0; i < 2; i++ {
		if _, err := p.acquire(context.Background(), false, nil); err != nil {
			t.Errorf("a complete request: got %v", err)
		}
	}
}

func TestASlowBodyTakesNoPlace(t *testing.T) {
	daemon := newRawDaemon(t)
	server := application(t, Options{Target: daemon.url(), MaxConnections: 1, Timeout: 3 * time.Second})
	slow, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer slow.Close()
	_, _ = io.WriteString(slow, "POST /oauth/mcp/token HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nbegin")
	expect(t, "another client", get(t, server, tokenPath), "200 OK: own")
	answer, err := io.ReadAll(slow)
	if err != nil || !strings.HasPrefix(string(answer), "HTTP/1.1 408 ") || !strings.Contains(string(answer), "in time") {
		t.Errorf("got %q, %v", answer, err)
	}
	// AS-18: a client in a browser can read it.
	if !strings.Contains(string(answer), "\r\nAccess-Control-Allow-Origin: *\r\n") {
		t.Errorf("got %q", answer)
	}
	expect(t, "requests", fmt.Sprint(daemon.requests()), "[1]")
}

func TestAnAnswerThatItsClientDoesNotReadFreesItsPlace(t *testing.T) {
	daemon := newRawDaemon(t)
	daemon.answer(func(id string, conn net.Conn) {
		head := "HTTP/1.1 200 OK\r\ngatehouse-exchange: " + id + "\r\ncontent-length: 100000000\r\n\r\n"
		_, _ = io.WriteString(conn, head)
		_, _ = conn.Write(make([]byte, 100_000_000))
	})
	server := application(t, Options{Target: daemon.url(), MaxConnections: 1, Timeout: time.Minute})
	deaf, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer deaf.Close()
	_, _ = io.WriteString(deaf, "GET /oauth/mcp/token HTTP/1.1\r\nHost: a\r\n\r\n")
	for len(daemon.requests()) == 0 {
		time.Sleep(time.Millisecond)
	}
	daemon.answer(func(id string, conn net.Conn) { _, _ = io.WriteString(conn, ok(id, "own")) })
	answer, err := (&http.Client{Timeout: time.Minute}).Get(server.URL + tokenPath)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, _ := io.ReadAll(answer.Body)
	expect(t, "another client", answer.Status+": "+string(body), "200 OK: own")
}
