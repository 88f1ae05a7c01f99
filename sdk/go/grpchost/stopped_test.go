package grpchost

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"gatehouse.dev/host"
	"gatehouse.dev/host/internal/engine"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/durationpb"
)

// isHost makes this program a host, which prints its address and then each client id that it looks up.
const isHost = "TEST_IS_HOST"

type printing struct{ host.ClientStore }

func (p printing) Transaction(ctx context.Context, _ bool, work func(ctx context.Context, tx host.Tx) error) error {
	return work(ctx, host.Tx{Clients: p})
}

func (printing) Find(_ context.Context, clientID string) (*host.Client, error) {
	fmt.Println(clientID)
	return nil, host.ErrNotFound
}

func TestMain(m *testing.M) {
	if os.Getenv(isHost) == "" {
		os.Exit(m.Run())
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	server, err := NewServer(&host.Host{
		ApplicationName: "Test", OAuth: host.OAuth{Issuer: "https://a.example"}, Backend: printing{}, Logger: quiet{},
	}, Options{})
	if err != nil {
		panic(err)
	}
	fmt.Println(listener.Addr())
	panic(server.Serve(listener))
}

// HC-6
func TestAStoppedHostDoesNotRunWhatItFindsWhenItResumes(t *testing.T) {
	process := exec.Command(os.Args[0])
	process.Env = append(os.Environ(), isHost+"=1")
	process.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	output, err := process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = process.Process.Kill()
		_ = process.Wait()
	}()
	lines := bufio.NewScanner(output)
	printed := func(expected string) string {
		t.Helper()
		if !lines.Scan() || expected != "" && lines.Text() != expected {
			t.Fatalf("the host printed %q", lines.Text())
		}
		return lines.Text()
	}
	conn, err := grpc.Dial(printed(""), grpc.WithInsecure(), grpc.WithBlock())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	stream := open(t, conn)
	_ = stream.Send(streamed(1, "first"))
	receive(t, stream)
	printed("first")

	_ = process.Process.Signal(syscall.SIGSTOP)
	untilStopped(t, process.Process.Pid)
	late := streamed(2, "late")
	late.Transactions[0].Timeout = durationpb.New(100 * time.Millisecond)
	_ = stream.Send(late)
	// A stall is noticed from a second on.
	time.Sleep(1200 * time.Millisecond)
	_ = process.Process.Signal(syscall.SIGCONT)
	if fault := receive(t, stream).GetOutcomes()[0].GetFault(); fault.GetCode() != uint32(engine.DeadlineExceeded) {
		t.Errorf("got %v", fault)
	}
	// Its time is longer than the stall.
	_ = stream.Send(streamed(3, "later"))
	receive(t, stream)
	printed("later")
}

// untilStopped waits for the signal: proc_pid_stat(5).
func untilStopped(t *testing.T, pid int) {
	t.Helper()
	for count := 0; count < 6000; count++ {
		// Each thread stops for itself.
		threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", pid))
		if err != nil || len(threads) == 0 {
			t.Fatalf("no threads: %v", err)
		}
		stopped := 0
		for _, each := range threads {
			if stat, err := os.ReadFile(each); err == nil && strings.Contains(string(stat), ") T ") {
				stopped++
			}
		}
		if stopped == len(threads) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("the host does not stop")
}
