package mount

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"
)

func TestReusesAConnectionOnlyAfterACleanEnd(t *testing.T) {
	t.Run("complete answers", func(t *testing.T) {
		daemon := newRawDaemon(t)
		server := application(t, Options{Target: daemon.url()})
		for i := 0; i < 3; i++ {
			expect(t, "answer", get(t, server, tokenPath), "200 OK: own")
		}
		expect(t, "requests", fmt.Sprint(daemon.requests()), "[3]")
	})
	foreign := ok("00000000000000000000000000000000", "of another client")
	for name, answer := range map[string]func(id string) string{
		"without an exchange id": func(string) string { return "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nother" },
		"with another id":        func(string) string { return foreign },
		"with two ids": func(id string) string {
			return strings.Replace(ok(id, "own"), "content-length", "gatehouse-exchange: x\r\ncontent-length", 1)
		},
		"that is not HTTP": func(string) string { return "SSH-2.0-x\r\n\r\n" },
		"that switches": func(string) string {
			return "HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n"
		},
		"with two lengths":     func(string) string { return "HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab" },
		"with a wrong status":  func(id string) string { return strings.Replace(ok(id, "own"), "200", "099", 1) },
		"with a status of 1xx": func(id string) string { return strings.Replace(ok(id, "own"), "200 OK", "101 X", 1) },
	} {
		t.Run("an answer "+name, func(t *testing.T) {
			daemon := newRawDaemon(t)
			server := application(t, Options{Target: daemon.url()})
			daemon.answer(func(id string, conn net.Conn) { _, _ = io.WriteString(conn, answer(id)) })
			expectBegin(t, "answer", get(t, server, tokenPath), "502 ")
			daemon.answer(func(id string, conn net.Conn) { _, _ = io.WriteString(conn, ok(id, "own")) })
			expect(t, "answer", get(t, server, tokenPath), "200 OK: own")
			expect(t, "requests", fmt.Sprint(daemon.requests()), "[1 1]")
		})
	}
	t.Run("surplus bytes with an answer", func(t *testing.T) {
		daemon := newRawDaemon(t)
		server := application(t, Options{Target: daemon.url()})
		daemon.answer(func(id string, conn net.Conn) { _, _ = io.WriteString(conn, ok(id, "own")+foreign) })
		expect(t, "answer", get(t, server, tokenPath), "200 OK: own")
		<-daemon.closed
		daemon.answer(func(id string, conn net.Conn) { _, _ = io.WriteString(conn, ok(id, "own")) })
		expect(t, "answer", get(t, server, tokenPath), "200 OK: own")
		expect(t, "requests", fmt.Sprint(daemon.requests()), "[1 1]")
	})
	t.Run("surplus bytes after an answer", func(t *testing.T) {
		daemon := newRawDaemon(t)
		server := application(t, Options{Target: daemon.url()})
		expect(t, "answer", get(t, server, tokenPath), "200 OK: own")
		daemon.mu.Lock()
		_, _ = io.WriteString(daemon.conns[0], foreign)
		daemon.mu.Unlock()
		<-daemon.closed
		expect(t, "answer", get(t, server, tokenPath), "200 OK: own")
		expect(t, "requests", fmt.Sprint(daemon.requests()), "[1 1]")
	})
	t.Run("an answer before the whole body", func(t *testing.T) {
		daemon := newRawDaemon(t)
		server := application(t, Options{Target: daemon.url()})
		conn, err := net.Dial("tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		_, _ = io.WriteString(conn, "POST /oauth/mcp/token HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n"+strings.Repeat("x", 99_999))
		answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(answer.Body)
		expect(t, "answer", answer.Status+string(body), "200 OKown")
		<-daemon.closed
		expect(t, "answer", get(t, server, tokenPath), "200 OK: own")
		expect(t, "requests", fmt.Sprint(daemon.requests()), "[1 1]")
	})
}

func TestRelaysAnAnswerToABodyThatGatehouseDoesNotRead(t *testing.T) {
	daemon := newRawDaemon(t)
	daemon.answer(func(id string, conn net.Conn) {
		_, _ = io.WriteString(conn, strings.Replace(ok(id, "too large"), "200 OK", "413 Content Too Large", 1))
		// Closes for writing only: bytes that a closed socket receives make the system discard the answer.
		_ = conn.(*net.TCPConn).CloseWrite()
	})
	server := application(t, Options{Target: daemon.url()})
	answer, err := http.Post(server.URL+tokenPath, "text/plain", bytes.NewReader(make([]byte, 8<<20)))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, _ := io.ReadAll(answer.Body)
	expect(t, "answer", answer.Status[:3]+string(body), "413too large")
}

func TestEndsTheRequestToGatehouseWhenTheClientLeaves(t *testing.T) {
	daemon := newRawDaemon(t)
	arrived := make(chan struct{}, 1)
	daemon.answer(func(string, net.Conn) { arrived <- struct{}{} })
	server := application(t, Options{Target: daemon.url()})
	ctx, cancel := context.WithCancel(context.Background())
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, server.URL+tokenPath, nil)
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		answer, err := http.DefaultClient.Do(request)
		if err == nil {
			_ = answer.Body.Close()
		}
	}()
	<-arrived
	cancel()
	<-daemon.closed
}

func TestNeverCompletesATruncatedBody(t *testing.T) {
	for _, size := range []int{10, 200_000} {
		daemon := newRawDaemon(t)
		daemon.answer(func(string, net.Conn) {})
		server := application(t, Options{Target: daemon.url()})
		conn, err := net.Dial("tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		head := "POST /oauth/mcp/token HTTP/1.1\r\nHost: a\r\nContent-Length: " + strconv.Itoa(size) + "\r\n\r\n"
		_, _ = io.WriteString(conn, head+strings.Repeat("x", size/2))
		if size > maxBuffered {
			for len(daemon.requests()) == 0 {
				time.Sleep(time.Millisecond)
			}
		}
		_ = conn.Close()
		if size > maxBuffered {
			<-daemon.closed
		}
		daemon.answer(func(id string, conn net.Conn) { _, _ = io.WriteString(conn, ok(id, "own")) })
		expect(t, "the next request", get(t, server, tokenPath), "200 OK: own")
	}
}

func TestAbortsTheAnswerWhenGatehouseAbortsIt(t *testing.T) {
	daemon := newRawDaemon(t)
	daemon.answer(func(id string, conn net.Conn) {
		_, _ = io.WriteString(conn, strings.Replace(ok(id, "own"), "length: 3", "length: 300", 1))
		_ = conn.Close()
	})
	expect(t, "answer", get(t, application(t, Options{Target: daemon.url()}), tokenPath), "200 OK truncated")
}
