package admin

import (
	"context"
	"encoding/hex"
	"errors"

	"gatehouse.dev/host/internal/contract"
	"gatehouse.dev/host/sqlbackend"
)

// importRpc is ImportRecords of AdminBulkService.
func (a *Admin) importRpc(imports Imports) contract.Rpc {
	return contract.Rpc{
		Service: bulkService, Method: "ImportRecords",
		NewRequest: func() contract.Message { return &contract.ImportRecordsRequest{} },
		Answer: func(ctx context.Context, message contract.Message) (contract.Message, error) {
			return a.importRecords(ctx, imports, message.(*contract.ImportRecordsRequest))
		},
	}
}

// importRecords runs the import again after a refusal, to name every refused record: most imports succeed, and need no
// savepoints.
func (a *Admin) importRecords(
	ctx context.Context, imports Imports, request *contract.ImportRecordsRequest,
) (contract.Message, error) {
	if request.Caller.Session != nil {
		return nil, malformed("caller.session", "is not allowed in this call")
	}
	if _, err := a.registry.controller(request.Controller); err != nil {
		return nil, err
	}
	created, err := a.attemptImport(ctx, imports, request, untilRefused)
	var first, refused *recordsRefused
	if errors.As(err, &first) {
		created, err = a.attemptImport(ctx, imports, request, untilTried)
	}
	if err == nil {
		return &contract.ImportRecordsResponse{Imported: &contract.ImportedRecords{Created: uint32(created)}}, nil
	}
	if errors.As(err, &refused) {
		if len(refused.records) == 0 {
			// There was no time to meet even the first one again.
			refused = first
		}
		told, err := a.refusedRecords(ctx, request, refused)
		return &contract.ImportRecordsResponse{RefusedRecords: told}, err
	}
	// A constraint that the database checks at the commit concerns no single record, and so no field.
	if whole := a.outcomeOfRefusal(ctx, err, "RunOnRecords", request.Controller, request.Caller.Locale); whole != nil {
		return outcomeOf(&contract.ImportRecordsResponse{}, whole), nil
	}
	return nil, err
}

// attemptImport is one transaction, which also remembers the import.
func (a *Admin) attemptImport(
	ctx context.Context, imports Imports, request *contract.ImportRecordsRequest, until patience,
) (created int, err error) {
	err = a.inTransaction(ctx, sqlbackend.Write, request.Caller, func(s *session) (err error) {
		count := len(request.Records)
		created, err = imports.BeginImport(s.ctx, s.tx, hex.EncodeToString(request.ImportID), count)
		if err != nil || created > 0 {
			return err
		}
		created = count
		return s.importRecords(request, until)
	})
	return created, err
}

// refusedRecords says why each record was refused, after the transaction was rolled back. It returns the error of a record
// that is a fault after all: a value of a hook that no type can hold.
func (a *Admin) refusedRecords(
	ctx context.Context, request *contract.ImportRecordsRequest, refused *recordsRefused,
) (*contract.RefusedRecords, error) {
	told := &contract.RefusedRecords{HasMore: refused.hasMore}
	for _, each := range refused.records {
		record := &contract.RefusedRecord{Index: uint32(each.index)}
		var changed changedError
		if errors.As(each.err, &changed) {
			isChanged := true
			record.Changed = &isChanged
		} else if outcomeOf(record, each.err) == nil {
			outcome := a.outcomeOfRefusal(ctx, each.err, "ImportRecords", request.Controller, request.Caller.Locale)
			if outcome == nil {
				return nil, each.err
			}
			outcomeOf(record, outcome)
		}
		told.Records = append(told.Records, record)
	}
	return told, nil
}
