package engine

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gatehouse.dev/host"
)

// Code is a gRPC status code.
type Code int

// The codes that a host answers with.
const (
	Canceled          Code = 1
	InvalidArgument   Code = 3
	DeadlineExceeded  Code = 4
	ResourceExhausted Code = 8
	Unimplemented     Code = 12
	Internal          Code = 13
	Unavailable       Code = 14
	Unauthenticated   Code = 16
)

// Fault is a status other than OK. Its message is safe for Gatehouse's log: it has no data of the application.
type Fault struct {
	Code    Code
	Message string
}

// Error implements error.
func (f *Fault) Error() string {
	return f.Message
}

// Malformed is the fault of a request that violates the contract.
func Malformed(format string, args ...interface{}) *Fault {
	return &Fault{Code: InvalidArgument, Message: fmt.Sprintf(format, args...)}
}

var errDeadline = &Fault{Code: DeadlineExceeded, Message: "the deadline passed before the commit"}

// StillWanted returns a fault once the caller no longer waits. The timer behind ctx may be late, so the clock decides.
func StillWanted(ctx context.Context) error {
	if ctx.Err() != nil {
		return errDeadline
	}
	if deadline, ok := ctx.Deadline(); ok && !time.Now().Before(deadline) {
		return errDeadline
	}
	return nil
}

// faultOf converts an error for the caller. The details of an unexpected error stay in the host's own log.
func faultOf(ctx context.Context, err error) *Fault {
	var fault *Fault
	var unavailable *host.UnavailableError
	switch {
	case errors.As(err, &fault):
		return fault
	// Drivers report the end of ctx in many ways. While it goes on, such an error is of a context of the application.
	case StillWanted(ctx) != nil:
		return errDeadline
	case errors.As(err, &unavailable):
		return &Fault{Code: Unavailable, Message: "the host cannot respond right now"}
	}
	// The most frequent mistake of a new host. Gatehouse's commands show this text to its author.
	if text := missingText(err); text != "" {
		return &Fault{Code: Internal, Message: text}
	}
	return &Fault{Code: Internal, Message: "the host failed; see its log for this request id"}
}
