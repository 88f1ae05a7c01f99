package admin

import (
	"context"
	"errors"

	"gatehouse.dev/host/admin/internal/statement"
)

// databaseRefused is a statement of this package that the database refused. Unlike for a hook's statement, the written
// values are known.
type databaseRefused struct {
	error
	model   *model
	written *row
	refusal *statement.Refusal
}

func (e *databaseRefused) Unwrap() error { return e.error }

// refusedBy adds what was written to an error that means that the database refused it.
func refusedBy(err error, m *model, written *row) error {
	refusal := statement.RefusalOf(err)
	if refusal == nil {
		return err
	}
	if written == nil {
		written = &row{}
	}
	return &databaseRefused{err, m, written, refusal}
}

// withFields are rpcs that can report errors by field. Deleting and linking have no form with fields.
var withFields = map[string]bool{
	"CreateRecord": true, "ImportRecords": true, "UpdateRecord": true, "RunAction": true, "UpdateSettings": true,
}

var refusalTexts = map[statement.RefusalKind]string{
	statement.Unique:  "taken",
	statement.NotNull: "required",
	statement.Needed:  "needed",
	statement.Missing: "missing",
	statement.Check:   "notAllowed",
	statement.Data:    "unfit",
	statement.Limit:   "unfit",
	statement.Syntax:  "unfit",
}

// isAboutValues says which refusals are a fault if the values are those of a hook or an action.
var isAboutValues = map[statement.RefusalKind]bool{statement.Data: true, statement.Limit: true, statement.Syntax: true}

// asker runs questions to the database after a write was rolled back, each in a transaction of its own, because a refused
// one ends it.
type asker func(question statement.SQL) ([][]interface{}, error)

// outcomeOfRefusal returns what the caller learns of a write that the database or a trigger rejected: on the columns if they
// are known, otherwise as a message. It is nil for a fault: every other error, and a value from a hook or an action that no
// type can hold. controller is empty for settings.
func (a *Admin) outcomeOfRefusal(ctx context.Context, err error, rpc, controller, locale string) error {
	refusal := statement.RefusalOf(err)
	var ours *databaseRefused
	if !errors.As(err, &ours) && (refusal == nil || isAboutValues[refusal.Kind]) {
		return nil
	}
	text := refusal.Message
	if refusal.Kind != statement.Trigger {
		text = say(refusalText(refusal, rpc), locale)
	}
	if withFields[rpc] {
		invalid := Invalid{}
		for _, name := range a.refusedColumns(ctx, refusal, ours, controller) {
			invalid[name] = text
		}
		if len(invalid) > 0 {
			return invalid
		}
	}
	if refusal.Kind == statement.Syntax {
		return nil
	}
	return &refusedError{text}
}

func refusalText(refusal *statement.Refusal, rpc string) string {
	// SQLite has one message for both ends of a foreign key.
	if refusal.Kind == statement.Missing && rpc == "DeleteRecords" {
		return "needed"
	}
	return refusalTexts[refusal.Kind]
}

// refusedColumns are columns of the model that caused the refusal; a column of another table is not a field of the form. The
// refusal itself is known: if the columns cannot be looked up, it is reported without them.
func (a *Admin) refusedColumns(
	ctx context.Context, refusal *statement.Refusal, ours *databaseRefused, controller string,
) []string {
	known := a.registry.find(controller)
	if known == nil {
		return nil
	}
	table, written := refusal.Table, &row{}
	if ours != nil {
		written = ours.written
		if table == "" {
			table = ours.model.table
		}
	}
	// A database names the table without its schema.
	if table == "" || withoutSchema(table) != withoutSchema(known.model.table) {
		return nil
	}
	ask := func(question statement.SQL) (rows [][]interface{}, err error) {
		err = a.read(ctx, func(ctx context.Context, tx Tx) error {
			rows, err = queryAll(ctx, tx, a.registry.facts.isPostgres, question)
			return err
		})
		return rows, err
	}
	columns, err := columnsAbout(refusal, known.model.table, written, a.registry.facts.isPostgres, ask)
	if err != nil {
		// An error text may hold values.
		a.logger().Warn("the database rejected a write, and the columns could not be looked up", "controller", controller)
	}
	var declared []string
	for _, name := range columns {
		if known.model.columns[name] != nil {
			declared = append(declared, name)
		}
	}
	return declared
}
