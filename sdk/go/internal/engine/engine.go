// Package engine answers the rpcs of the contract for a host.Host. The transports decode requests and encode answers.
package engine

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"gatehouse.dev/host"
	"gatehouse.dev/host/internal/outagelog"
	"gatehouse.dev/host/internal/wire"
)

// longestCall limits a call without a deadline, which a tool might make; Gatehouse never does.
const longestCall = time.Minute

// Engine answers rpcs. Its methods return a *Fault as error.
type Engine struct {
	host   *host.Host
	logger host.Logger
	outage *outagelog.Log
	// adminOutage is of calls of the admin services, which may have another database.
	adminOutage *outagelog.Log
	// signInOutage is of the application's sign-in, which everyone on the internet can ask for.
	signInOutage *outagelog.Log
}

// New validates the host.
func New(h *host.Host) (*Engine, error) {
	if err := h.Validate(); err != nil {
		return nil, err
	}
	logger := h.Logger
	if logger == nil {
		logger = host.StderrLogger
	}
	logger = guarded{logger}
	texts := outagelog.Texts{
		Lost:      "a transaction failed because the database is unavailable; counting further failures",
		StillLost: "the database is still unavailable",
		Back:      "the database is available again",
	}
	return &Engine{
		host: h, logger: logger, outage: outagelog.New(logger, texts), adminOutage: outagelog.New(logger, texts),
		signInOutage: outagelog.New(logger, outagelog.Texts{
			Lost:      "failed to determine who is signed in; counting further failures",
			StillLost: "it can still not be determined who is signed in",
			Back:      "it can be determined again who is signed in",
		}),
	}, nil
}

// Logger is the host's logger.
func (e *Engine) Logger() host.Logger {
	return e.logger
}

// HasSignIn says whether the host implements SignInService.
func (e *Engine) HasSignIn() bool {
	return e.host.SignIn != nil
}

// Transact runs all operations in one transaction.
func (e *Engine) Transact(ctx context.Context, requestID string, request *wire.TransactRequest) (*wire.TransactResponse, error) {
	if e.host.Backend == nil {
		return nil, &Fault{Code: Unimplemented, Message: "this host has no BackendService"}
	}
	ctx, cancel := context.WithTimeout(ctx, longestCall)
	defer cancel()
	call := transactCall{requestID: requestID, request: request, current: &progress{}}
	response, err := e.transact(ctx, request, call.current)
	if err == nil && response == nil {
		err = errNothing
	}
	if err == nil {
		e.outage.Succeeded()
		return response, nil
	}
	return nil, e.transactFault(ctx, call, Readable(err))
}

// transactCall is a call of Transact, for the log.
type transactCall struct {
	requestID string
	request   *wire.TransactRequest
	current   *progress
}

// progress is where a transaction is, for the answer and the log.
type progress struct {
	index int
	step  step
}

func (e *Engine) transact(ctx context.Context, request *wire.TransactRequest, current *progress) (response *wire.TransactResponse, err error) {
	steps, readOnly, err := stepsOf(request)
	if err != nil {
		return nil, err
	}
	defer Recovered(&err)
	var results []wire.OperationResult
	err = e.host.Backend.Transaction(ctx, readOnly, func(ctx context.Context, tx host.Tx) error {
		// A transaction that lost a conflict runs again.
		results = make([]wire.OperationResult, 0, len(steps))
		for index, step := range steps {
			*current = progress{index: index, step: step}
			if err := StillWanted(ctx); err != nil {
				return err
			}
			result, err := step.run(ctx, tx)
			if err != nil {
				return err
			}
			results = append(results, result)
		}
		return StillWanted(ctx)
	})
	var abort *host.AbortError
	switch {
	case err == nil:
		return &wire.TransactResponse{Committed: &wire.Committed{Results: results}}, nil
	case errors.As(err, &abort):
		return current.aborted(abort)
	default:
		return nil, err
	}
}

// stepsOf validates all operations before the first one runs, so that a malformed transaction changes nothing. An unknown
// operation comes before malformed ones, as backend.proto says.
func stepsOf(request *wire.TransactRequest) (steps []step, readOnly bool, err error) {
	if count := len(request.Operations); count == 0 || count > maxOperations {
		return nil, false, Malformed("operations must have 1 to %d operations, not %d", maxOperations, count)
	}
	readOnly = true
	var malformed error
	for index := range request.Operations {
		step, err := stepOf(&request.Operations[index], fmt.Sprintf("operations[%d]", index))
		var fault *Fault
		if errors.As(err, &fault) && fault.Code == Unimplemented {
			return nil, false, fault
		}
		if malformed == nil {
			malformed = err
		}
		readOnly = readOnly && step.readOnly
		steps = append(steps, step)
	}
	return steps, readOnly, malformed
}

func (p *progress) aborted(abort *host.AbortError) (*wire.TransactResponse, error) {
	for _, reason := range p.step.aborts {
		if reason == abort.Reason {
			return &wire.TransactResponse{Aborted: &wire.Aborted{
				OperationIndex: p.index,
				Reason:         "ABORT_REASON_" + string(reason),
				PublicReason:   abort.PublicReason,
			}}, nil
		}
	}
	return nil, fmt.Errorf("%s cannot abort with %s", p.step.kind, abort.Reason)
}

// transactFault logs an error. Requests are not logged: nearly all of their values are secrets.
func (e *Engine) transactFault(ctx context.Context, call transactCall, err error) *Fault {
	fault := faultOf(ctx, err)
	text := redacted(err.Error(), secretsOf(call.request))
	args := []interface{}{
		"requestId", call.requestID, "operation", call.current.step.kind, "operationIndex", call.current.index, "error", text,
	}
	switch fault.Code {
	case Unavailable:
		e.outage.Failed(args...)
	case DeadlineExceeded:
		e.logger.Warn("a transaction did not finish before its deadline", args...)
	default:
		e.logger.Error("a transaction failed", append(args, advice(err)...)...)
	}
	return fault
}

// ResolveUser finds the user who is signed in.
func (e *Engine) ResolveUser(ctx context.Context, requestID string, request *wire.ResolveUserRequest) (*wire.ResolveUserResponse, error) {
	ctx, cancel := context.WithTimeout(ctx, longestCall)
	defer cancel()
	response, err := e.resolveUser(ctx, request)
	if err == nil && response == nil {
		err = errNothing
	}
	if err == nil {
		e.signInOutage.Succeeded()
		return response, nil
	}
	err = Readable(err)
	fault := faultOf(ctx, err)
	text := redacted(err.Error(), secretsOf(request))
	if fault.Code == Internal {
		e.logger.Error("the sign-in failed", "requestId", requestID, "error", text)
	} else {
		e.signInOutage.Failed("requestId", requestID, "error", text)
	}
	return nil, fault
}

func (e *Engine) resolveUser(ctx context.Context, request *wire.ResolveUserRequest) (response *wire.ResolveUserResponse, err error) {
	if e.host.SignIn == nil {
		return nil, &Fault{Code: Unimplemented, Message: "this host has no SignInService"}
	}
	defer Recovered(&err)
	outcome, err := e.host.SignIn.ResolveUser(ctx, host.BrowserRequest{
		Cookie:        request.Cookie,
		Authorization: request.Authorization,
		ReturnTo:      request.ReturnTo,
	})
	if err != nil {
		return nil, err
	}
	if outcome.UserID == "" {
		if outcome.SignInURL == "" {
			return nil, errors.New("SignIn.ResolveUser returned neither a UserID nor a SignInURL")
		}
		return &wire.ResolveUserResponse{SignInURL: outcome.SignInURL}, nil
	}
	if utf8.RuneCountInString(outcome.UserID) > maxUserID || strings.ContainsRune(outcome.UserID, 0) {
		return nil, fmt.Errorf("SignIn.ResolveUser returned a UserID that does not have 1 to %d characters other than NUL", maxUserID)
	}
	name := []rune(outcome.DisplayName)
	if len(name) > maxDisplayName {
		name = name[:maxDisplayName]
	}
	return &wire.ResolveUserResponse{User: &wire.SignedInUser{UserID: outcome.UserID, DisplayName: string(name)}}, nil
}
