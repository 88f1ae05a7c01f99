package admin

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"gatehouse.dev/host/internal/contract"
	"gatehouse.dev/host/internal/engine"
	"gatehouse.dev/host/sqlbackend"
)

// recordRpc is an rpc about records that is one transaction.
type recordRpc struct {
	method      string
	newRequest  func() contract.Message
	newResponse func() contract.Message
	access      sqlbackend.Access
	answer      func(s *session, request contract.Message) (contract.Message, error)
}

// Rpcs are those of all admin services. Host calls it.
func (a *Admin) Rpcs() []contract.Rpc {
	rpcs := directoryRpcs(a.directory)
	for _, each := range append(a.readRpcs(), a.writeRpcs()...) {
		rpcs = append(rpcs, a.served("AdminRecordService", each))
	}
	rpcs = append(append(rpcs, a.bulkRpcs()...), a.served("AdminSearchService", searchRpc))
	accounts, ok := a.directory.(Accounts)
	if !ok {
		return rpcs
	}
	rpcs = append(rpcs, accountRpcs(accounts)...)
	if sessions, ok := a.directory.(Sessions); ok {
		rpcs = append(rpcs, sessionRpcs(sessions)...)
	}
	if factors, ok := a.directory.(SecondFactors); ok {
		rpcs = append(rpcs, secondFactorRpcs(factors)...)
	}
	if passkeys, ok := a.directory.(Passkeys); ok {
		rpcs = append(rpcs, passkeyRpcs(passkeys)...)
	}
	if views, ok := a.directory.(Views); ok {
		rpcs = append(rpcs, viewRpcs(views)...)
	}
	return rpcs
}

func (a *Admin) served(service string, rpc recordRpc) contract.Rpc {
	return contract.Rpc{
		Service: service, Method: rpc.method, NewRequest: rpc.newRequest,
		Answer: func(ctx context.Context, request contract.Message) (contract.Message, error) {
			return a.answerCall(ctx, rpc, request)
		},
	}
}

// inTransaction runs work in one transaction.
func (a *Admin) inTransaction(
	ctx context.Context, access sqlbackend.Access, caller *contract.AdminCaller, work func(s *session) error,
) error {
	return a.database.Within(ctx, access, func(ctx context.Context, tx sqlbackend.Querier) error {
		s := &session{ctx: ctx, admin: a, registry: a.registry, caller: callerFrom(caller), tx: tx}
		if err := s.learn(); err != nil {
			return err
		}
		return work(s)
	})
}

// answer runs an rpc in one transaction.
func (a *Admin) answer(ctx context.Context, rpc recordRpc, request contract.Message) (response contract.Message, err error) {
	caller := callerOf(request)
	err = a.inTransaction(ctx, rpc.access, caller, func(s *session) (err error) {
		if response, err = rpc.answer(s, request); err != nil {
			return err
		}
		// Before the commit, so that a write whose answer cannot be sent rolls back.
		if size := len(contract.EncodeBinary(response)); size > maxAnswerBytes {
			return &engine.Fault{
				Code:    engine.ResourceExhausted,
				Message: fmt.Sprintf("the response of %s has %d bytes; nothing changed", rpc.method, size),
			}
		}
		return nil
	})
	if err == nil {
		return response, nil
	}
	if outcome := outcomeOf(rpc.newResponse(), err); outcome != nil {
		return outcome, nil
	}
	if rpc.access == sqlbackend.Write {
		if refused := a.outcomeOfRefusal(ctx, err, rpc.method, controllerOf(request), caller.Locale); refused != nil {
			if outcome := outcomeOf(rpc.newResponse(), refused); outcome != nil {
				return outcome, nil
			}
		}
	}
	return nil, err
}

// outcomeOf puts an outcome that was returned inside a transaction into the answer of its rpc. It returns nil for every other
// error, and for an outcome that the rpc does not have.
func outcomeOf(response contract.Message, err error) contract.Message {
	var changed changedError
	var refused *refusedError
	var invalid Invalid
	switch {
	case errors.Is(err, errNotFound):
		return withMember(response, "NotFound", &contract.RecordNotFound{})
	case errors.As(err, &changed):
		return withMember(response, "Conflict", changed.current)
	case errors.As(err, &refused):
		return withMember(response, "Refused", refusalOf(refused.message))
	case errors.As(err, &invalid) && len(invalid) > 0:
		if found := withMember(response, "Invalid", invalidFields(invalid)); found != nil {
			return found
		}
		// Deleting and linking have no form with fields.
		var messages []string
		for _, name := range invalid.fields() {
			messages = append(messages, invalid[name])
		}
		return withMember(response, "Refused", refusalOf(strings.Join(messages, " ")))
	}
	return nil
}

// withMember returns nil if the response has no such member.
func withMember(response contract.Message, name string, value interface{}) contract.Message {
	field := reflect.ValueOf(response).Elem().FieldByName(name)
	if !field.IsValid() {
		return nil
	}
	field.Set(reflect.ValueOf(value))
	return response
}

func callerOf(request contract.Message) *contract.AdminCaller {
	return reflect.ValueOf(request).Elem().FieldByName("Caller").Interface().(*contract.AdminCaller)
}

func callerFrom(caller *contract.AdminCaller) Caller {
	return Caller{
		ID: caller.AdministratorID, Login: caller.Login, Superuser: caller.Superuser, Permissions: caller.Permissions,
		Locale: caller.Locale,
	}
}

func controllerOf(request contract.Message) string {
	field := reflect.ValueOf(request).Elem().FieldByName("Controller")
	if !field.IsValid() || field.Kind() != reflect.String {
		return ""
	}
	return field.String()
}
