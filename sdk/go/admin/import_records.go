package admin

import (
	"errors"
	"fmt"
	"time"

	"gatehouse.dev/host/admin/internal/statement"
	"gatehouse.dev/host/internal/contract"
)

// maxRefusedRecords is how many an answer has room for.
const maxRefusedRecords = 100

// refusedRecord is a record that was refused, by its place in the import.
type refusedRecord struct {
	index int
	err   error
}

// recordsRefused is an error, so that the transaction rolls back and no record is written.
type recordsRefused struct {
	records []refusedRecord
	// hasMore says whether the records behind the last of these were not tried.
	hasMore bool
}

func (e *recordsRefused) Error() string {
	return fmt.Sprintf("%d records of an import were refused", len(e.records))
}

// patience is when an import that cannot succeed ends.
type patience int

const (
	// untilRefused: at the first refusal.
	untilRefused patience = iota
	// untilTried: after it has tried the others too, to name their problems, as far as there is time: without any record, if
	// half of the time is over before it meets one. For this, each record has a savepoint, which costs two more statements.
	untilTried
)

// importRecords creates and updates all of the records, in their order, or returns recordsRefused.
func (s *session) importRecords(request *contract.ImportRecordsRequest, until patience) error {
	// The others are only tried to name their problems: the answer must not come too late for that.
	half := halfTime(s.ctx)
	refused := &recordsRefused{}
	if err := s.holdUpdated(request); err != nil {
		return err
	}
	for index, record := range request.Records {
		isLate := !half.IsZero() && !time.Now().Before(half)
		if until == untilTried && (isLate || len(refused.records) == maxRefusedRecords) {
			refused.hasMore = true
			return refused
		}
		canGoOn, err := s.importRecord(request, record, until)
		if err == nil {
			continue
		}
		if !isRefusedRecord(err) {
			return err
		}
		refused.records = append(refused.records, refusedRecord{index, err})
		if !canGoOn {
			refused.hasMore = index+1 < len(request.Records)
			return refused
		}
	}
	if len(refused.records) > 0 {
		return refused
	}
	return nil
}

// holdUpdated locks all at once: imports that update the same records in another order would wait for each other without end.
func (s *session) holdUpdated(request *contract.ImportRecordsRequest) error {
	var ids []string
	for _, record := range request.Records {
		if record.Existing != nil {
			ids = append(ids, record.Existing.ID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	r, err := s.registry.controller(request.Controller)
	if err != nil {
		return err
	}
	_, err = s.hold(hold{model: r.model, ids: ids, isWritten: true})
	return err
}

// importRecord writes a record. If it fails, canGoOn says whether the transaction is as it was before.
func (s *session) importRecord(
	request *contract.ImportRecordsRequest, record *contract.NewRecord, until patience,
) (canGoOn bool, err error) {
	if until == untilRefused {
		return false, s.writeRecord(request, record)
	}
	if err := s.execute("savepoint gatehouse_record"); err != nil {
		return false, err
	}
	if err := s.writeRecord(request, record); err != nil {
		// SQLite ends the transaction with some refusals, such as RAISE(ROLLBACK) of a trigger: then there is no savepoint.
		return s.execute("rollback to savepoint gatehouse_record") == nil, err
	}
	return true, s.execute("release savepoint gatehouse_record")
}

// writeRecord creates or updates a record; nothing of it is sent back.
func (s *session) writeRecord(request *contract.ImportRecordsRequest, record *contract.NewRecord) error {
	if record.Existing == nil {
		_, err := s.createRecord(&contract.CreateRecordRequest{
			Caller: request.Caller, Controller: request.Controller, Values: record.Values, Relations: record.Relations,
			Selection: &contract.AdminSelection{},
		})
		return err
	}
	_, err := s.updateRecord(&contract.UpdateRecordRequest{
		Caller: request.Caller, Controller: request.Controller, ID: record.Existing.ID,
		ExpectedVersion: record.Existing.ExpectedVersion, Values: record.Values, Relations: record.Relations,
		Selection: &contract.AdminSelection{},
	})
	return err
}

func (s *session) execute(text string) error {
	_, err := s.tx.ExecContext(s.ctx, text)
	return err
}

// isRefusedRecord says whether an error is a refusal of the application or the database, rather than a fault.
func isRefusedRecord(err error) bool {
	var changed changedError
	isOutcome := errors.As(err, &changed) || outcomeOf(&contract.RefusedRecord{}, err) != nil
	return isOutcome || statement.RefusalOf(err) != nil
}
