package admin

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"gatehouse.dev/host/admin/internal/statement"
	"gatehouse.dev/host/internal/contract"
)

// oddVersion begins the version of a record whose column has no integer.
const oddVersion = "odd-"

// versionOf is a record's version on the wire. NULL, in a column that was added later, counts as 0. SQLite stores any value:
// one that is no integer has a version too, so that its record can be read and saved like all others.
func versionOf(raw interface{}) string {
	if raw == nil {
		return "0"
	}
	if version, ok := storedInteger(raw); ok {
		return fmt.Sprint(version)
	}
	text, _ := textOf(raw)
	sum := sha256.Sum256([]byte(text))
	return oddVersion + hex.EncodeToString(sum[:16])
}

// versionNumber is the version in a statement.
func (m *model) versionNumber() statement.SQL {
	return statement.New("coalesce({}, 0)", m.ref(m.version))
}

// hasVersion is a condition that a record still has the version that this transaction read. It is empty for an odd one: the
// record is locked, or this is the only writer.
func (m *model) hasVersion(version string) statement.SQL {
	number, err := strconv.ParseInt(version, 10, 64)
	if err != nil {
		return statement.SQL{}
	}
	return statement.New("{} = {}", m.versionNumber(), number)
}

// raised adds the new version to an update, so that clients with an older state of the record get a conflict.
func (r *row) raised(m *model) {
	if m.version != "" {
		r.set(m.version, statement.New("{} + 1", m.versionNumber()))
	}
}

// warnOfVersions logs the first of the records whose version is no integer.
func (s *subject) warnOfVersions(records []*contract.Record) {
	for _, record := range records {
		if strings.HasPrefix(record.Version, oddVersion) {
			s.admin.logger().Warn("the version of a record is no integer", "controller", s.controller, "record", record.ID, "column", s.model.version)
			return
		}
	}
}
