package sqlbackend

import (
	"database/sql"
	"strings"
	"time"
)

// The tables store times as epoch milliseconds, booleans as 0 or 1, lists separated by spaces, hashes as the raw 32 bytes,
// and empty byte strings as null.

func millis(t time.Time) int64 {
	return t.UnixMilli()
}

func optionalMillis(t time.Time) interface{} {
	if t.IsZero() {
		return nil
	}
	return t.UnixMilli()
}

func timeOf(ms int64) time.Time {
	return time.UnixMilli(ms).UTC()
}

func optionalTime(ms sql.NullInt64) time.Time {
	if !ms.Valid {
		return time.Time{}
	}
	return timeOf(ms.Int64)
}

func joined(values []string) string {
	return strings.Join(values, " ")
}

func bytesOrNull(value []byte) interface{} {
	if len(value) == 0 {
		return nil
	}
	return value
}
