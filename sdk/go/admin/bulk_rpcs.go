package admin

import (
	"context"
	"errors"
	"time"

	"gatehouse.dev/host"
	"gatehouse.dev/host/internal/contract"
	"gatehouse.dev/host/internal/engine"
	"gatehouse.dev/host/sqlbackend"
)

// AdminBulkService over the application's controllers.

const bulkService = "AdminBulkService"

func (a *Admin) bulkRpcs() []contract.Rpc {
	rpcs := []contract.Rpc{
		a.served(bulkService, recordRpc{
			"WalkRecords", func() contract.Message { return &contract.WalkRecordsRequest{} },
			func() contract.Message { return &contract.WalkRecordsResponse{} }, sqlbackend.ReadSnapshot,
			func(s *session, message contract.Message) (contract.Message, error) {
				request := message.(*contract.WalkRecordsRequest)
				controller, err := s.registry.controller(request.Controller)
				if err != nil {
					return nil, err
				}
				page, err := s.walk(controller, request)
				return &contract.WalkRecordsResponse{Page: page}, err
			},
		}),
		{
			Service: bulkService, Method: "RunOnRecords",
			NewRequest: func() contract.Message { return &contract.RunOnRecordsRequest{} },
			Answer: func(ctx context.Context, message contract.Message) (contract.Message, error) {
				return a.runOnRecords(ctx, message.(*contract.RunOnRecordsRequest))
			},
		},
	}
	if imports, ok := a.directory.(Imports); ok {
		rpcs = append(rpcs, a.importRpc(imports))
	}
	return rpcs
}

// runOnRecords takes the records one after the other. Each of them is a transaction of its own.
func (a *Admin) runOnRecords(ctx context.Context, request *contract.RunOnRecordsRequest) (contract.Message, error) {
	if request.Caller.Session != nil {
		return nil, malformed("caller.session", "is not allowed in this call")
	}
	run := &bulkRun{admin: a, request: request, half: halfTime(ctx)}
	var err error
	if run.controller, err = a.registry.controller(request.Controller); err != nil {
		return nil, err
	}
	if request.Action != nil {
		if run.action, err = run.controller.action(*request.Action); err != nil {
			return nil, err
		}
	}
	targets, hasMore, err := run.targets(ctx)
	if err != nil {
		return nil, err
	}
	return run.on(ctx, targets, hasMore)
}

// bulkRun is one call of RunOnRecords.
type bulkRun struct {
	admin      *Admin
	request    *contract.RunOnRecordsRequest
	controller *registered
	// action is nil for a deletion.
	action *Action
	// half is when half of the time of the call has passed; zero if it has no end.
	half time.Time
}

// halfTime: a call that is cut off loses its answer, so the records of its second half are for the next call.
func halfTime(ctx context.Context) time.Time {
	end, ok := ctx.Deadline()
	if !ok {
		return time.Time{}
	}
	begun := time.Now()
	return begun.Add(end.Sub(begun) / 2)
}

// targets are the records to act on, and whether others follow them.
func (b *bulkRun) targets(ctx context.Context) (found []target, hasMore bool, err error) {
	err = b.admin.inTransaction(ctx, sqlbackend.ReadSnapshot, b.request.Caller, func(s *session) (err error) {
		if next := b.request.Matching; next != nil {
			found, hasMore, err = s.nextMatching(b.controller, next, b.request.LabelColumn)
		} else {
			found, err = s.named(b.controller, b.request.IDs.IDs, b.request.LabelColumn)
		}
		return err
	})
	return found, hasMore, err
}

func (b *bulkRun) on(ctx context.Context, targets []target, hasMore bool) (contract.Message, error) {
	response := &contract.RunOnRecordsResponse{}
	for index, each := range targets {
		if index > 0 && !b.half.IsZero() && !time.Now().Before(b.half) {
			response.HasMore = true
			return response, nil
		}
		message, isDone, err := b.one(ctx, each.id)
		switch {
		case err != nil && cannotGoOn(ctx, err):
			// An answer that ends before this record would make the caller repeat it, although it may be done.
			if index == 0 || sqlbackend.IsOutcomeUnknown(err) {
				return nil, err
			}
			response.HasMore = true
			return response, nil
		case err != nil:
			response.Unchanged = append(response.Unchanged, b.unchanged(ctx, each, err))
		case isDone:
			response.Done++
			response.Message = beginning(message, maxAdminText)
		}
		response.Last = each.id
	}
	response.HasMore = hasMore
	return response, nil
}

// one acts on a record. isDone is false if it no longer matches. A panic of the application concerns this record alone.
func (b *bulkRun) one(ctx context.Context, id string) (message string, isDone bool, err error) {
	defer engine.Recovered(&err)
	var matching *contract.AdminMatching
	if b.request.Matching != nil {
		matching = b.request.Matching.Matching
	}
	err = b.admin.inTransaction(ctx, sqlbackend.Write, b.request.Caller, func(s *session) (err error) {
		message, isDone, err = s.actOn(b.controller, id, b.action, matching)
		return err
	})
	return message, isDone, engine.Readable(err)
}

// cannotGoOn says whether an error concerns all records: the database is away, or the caller no longer waits.
func cannotGoOn(ctx context.Context, err error) bool {
	var unavailable *host.UnavailableError
	return engine.StillWanted(ctx) != nil || errors.As(err, &unavailable)
}

// unchanged says why a record did not change. The reason of a fault is only in the log.
func (b *bulkRun) unchanged(ctx context.Context, of target, err error) *contract.UnchangedRecord {
	found := &contract.UnchangedRecord{ID: of.id, Label: of.label}
	if outcomeOf(found, err) != nil {
		return found
	}
	// Deletions have messages of their own about records that others refer to.
	rpc := "RunOnRecords"
	if b.action == nil {
		rpc = "DeleteRecords"
	}
	refused := b.admin.outcomeOfRefusal(ctx, err, rpc, b.controller.ID, b.request.Caller.Locale)
	if refused != nil && outcomeOf(found, refused) != nil {
		return found
	}
	b.admin.logger().Error("an act on one of many records failed and was rolled back", "requestId", engine.RequestIDOf(ctx),
		"rpc", bulkService+".RunOnRecords", "controller", b.controller.ID, "record", of.id, "error", engine.LogText(err, b.request))
	found.Failed = &isTrue
	return found
}
