package sqlbackend

import (
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"regexp"
	"strings"

	"gatehouse.dev/host"
)

// databaseError marks an error of this database. A hook that cannot reach a mail server has the same kind of error, which
// says nothing about the database.
type databaseError struct{ error }

func (e databaseError) Unwrap() error { return e.error }

// commitError leaves it open whether the transaction took effect, so that it must not run again.
type commitError struct{ error }

func (e commitError) Unwrap() error { return e.error }

// IsOutcomeUnknown says whether the connection was lost at the commit: the transaction may have taken effect, so that it must
// not run again.
func IsOutcomeUnknown(err error) bool {
	var atCommit commitError
	var unavailable *host.UnavailableError
	return errors.As(err, &atCommit) && errors.As(err, &unavailable)
}

// sqlState is the code of an error of PostgreSQL; empty for other errors.
func sqlState(err error) string {
	var coded interface{ SQLState() string }
	if errors.As(err, &coded) {
		return coded.SQLState()
	}
	return ""
}

// mayRetry says whether the transaction was certainly rolled back, and another attempt may succeed: it lost a conflict, or
// its connection broke before the commit, often because the server had ended it while it was idle.
func mayRetry(err error) bool {
	switch sqlState(err) {
	case "40001", "40P01":
		return true
	}
	var ours databaseError
	var atCommit commitError
	// An error of a hook says nothing about this database.
	if !errors.As(err, &ours) || errors.As(err, &atCommit) {
		return false
	}
	// The drivers of SQLite have no common type for errors. These are the texts of SQLite itself.
	text := err.Error()
	return isLostConnection(err) ||
		strings.Contains(text, "database is locked") || strings.Contains(text, "database table is locked")
}

// isLostConnection is false if no connection could be opened: then the server is away.
func isLostConnection(err error) bool {
	var network *net.OpError
	if errors.As(err, &network) {
		return network.Op != "dial" && !network.Timeout()
	}
	return errors.Is(err, driver.ErrBadConn) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) ||
		// admin_shutdown ends one connection as well.
		sqlState(err) == "57P01"
}

const (
	// readOnlyState is read_only_sql_transaction: a standby, or default_transaction_read_only.
	readOnlyState     = "25006"
	notSupportedState = "0A000"
)

// unavailableState has the connection errors of PostgreSQL (08, except protocol_violation, which waiting does not fix), a user or
// a database that it does not accept (28, 3D), a server that only reads, out of resources (53), shutting down (57P), a session that
// the server ended because its transaction was idle (25P03) or took too long (25P04), a lock that did not become free within
// lock_timeout (55P03), and a statement that the server ended, as by a statement_timeout of its own (57014).
var unavailableState = regexp.MustCompile(`^(?:08(?:00|P02)|` + readOnlyState + `|28|3D|53|57P|57014|25P0[34]|55P03)`)

// otherSessionState has invalid_sql_statement_name and duplicate_prepared_statement.
var otherSessionState = regexp.MustCompile(`^(?:26000|42P05)$`)

// unusableFile are the texts of SQLite for a full disk, a file or file system that only reads, a broken disk, a missing folder.
var unusableFile = []string{"database or disk is full", "readonly database", "disk I/O error", "unable to open database file"}

func isUnusableFile(err error) bool {
	for _, text := range unusableFile {
		if strings.Contains(err.Error(), text) {
			return true
		}
	}
	return false
}

// meaning wraps the errors that mean "not available right now", and explains those of a pooler that changes sessions.
func meaning(err error) error {
	var ours databaseError
	var network net.Error
	switch {
	case err == nil, !errors.As(err, &ours):
		return err
	case unavailableState.MatchString(sqlState(err)),
		isLostConnection(err),
		isUnusableFile(err),
		errors.Is(err, sql.ErrConnDone),
		sqlState(err) == "" && errors.As(err, &network):
		return host.Unavailable(err)
	case otherSessionState.MatchString(sqlState(err)):
		return fmt.Errorf("%w; a connection of the pool leads to another session than before, as with PgBouncer in the mode "+
			"transaction: set max_prepared_statements (PgBouncer 1.21), or pool_mode = session", err)
	}
	return err
}
