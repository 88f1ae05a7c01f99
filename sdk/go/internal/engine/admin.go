package engine

import (
	"context"
	"errors"

	"gatehouse.dev/host/internal/contract"
)

// AdminRpcs are those of the admin services; none if the host has no admin backend.
func (e *Engine) AdminRpcs() []contract.Rpc {
	if e.host.Admin == nil {
		return nil
	}
	return e.host.Admin.Rpcs()
}

// CallAdmin answers an rpc of an admin service.
func (e *Engine) CallAdmin(ctx context.Context, requestID string, rpc contract.Rpc, request contract.Message) (contract.Message, error) {
	ctx, cancel := context.WithTimeout(context.WithValue(ctx, requestIDKey{}, requestID), longestCall)
	defer cancel()
	response, err := callAdmin(ctx, rpc, request)
	if err == nil && response == nil {
		err = errNothing
	}
	if err == nil {
		e.adminOutage.Succeeded()
		return response, nil
	}
	err = Readable(err)
	var malformed *contract.Malformed
	if errors.As(err, &malformed) {
		return nil, Malformed("%s", malformed.Error())
	}
	fault := faultOf(ctx, err)
	args := []interface{}{"requestId", requestID, "rpc", rpc.Name(), "error", LogText(err, request)}
	switch fault.Code {
	case Unavailable:
		e.adminOutage.Failed(args...)
	case DeadlineExceeded:
		e.logger.Warn("a call did not finish before its deadline", args...)
	default:
		e.logger.Error("a call failed", append(args, advice(err)...)...)
	}
	return nil, fault
}

type requestIDKey struct{}

// RequestIDOf returns the request id of the call that an rpc of an admin service answers.
func RequestIDOf(ctx context.Context) string {
	requestID, _ := ctx.Value(requestIDKey{}).(string)
	return requestID
}

func callAdmin(ctx context.Context, rpc contract.Rpc, request contract.Message) (response contract.Message, err error) {
	defer Recovered(&err)
	if err := contract.Check(request); err != nil {
		return nil, err
	}
	if err := StillWanted(ctx); err != nil {
		return nil, err
	}
	return rpc.Answer(ctx, request)
}
