package admin

import (
	"context"
	"time"
)

// SessionDevice is where a session was used last; each text may be empty.
type SessionDevice struct {
	// Browser is "Firefox", System "Windows", Network "203.0.113.0/24".
	Browser, System, Network string
}

// Session is a session that has not ended.
type Session struct {
	ID string
	// Device is that of the last use.
	Device           SessionDevice
	OpenedAt, UsedAt time.Time
}

// NewSession is a session to record.
type NewSession struct {
	AdministratorID string
	TokenVersion    uint32
	ID              string
	Device          SessionDevice
	At, ExpiresAt   time.Time
}

// SessionUse is one use of a session.
type SessionUse struct {
	AdministratorID, SessionID string
	Device                     SessionDevice
	At                         time.Time
}

// EndSessionOutcome is what became of a session.
type EndSessionOutcome string

// The outcomes of EndSession.
const (
	SessionEnded     EndSessionOutcome = "ENDED"
	SessionUnknown   EndSessionOutcome = "UNKNOWN"
	SessionForbidden EndSessionOutcome = "FORBIDDEN"
)

// Sessions is what a Directory with Accounts can have too, so that administrators see their sessions and end single ones.
// SQLDirectory has it. Authenticate and Rotate then refuse a token whose session does not exist, and Blacklist ends it. The
// contract (admin_session.proto) has the rules. Every method is one transaction, as in Directory.
type Sessions interface {
	// OpenSession records a session, if the administrator is active and has that token version.
	OpenSession(ctx context.Context, session NewSession) (bool, error)
	// TouchSession records the use of a session; the last use never moves back.
	TouchSession(ctx context.Context, use SessionUse) error
	// ListSessions returns the sessions that a token can still use at that time, the most recently used first.
	ListSessions(ctx context.Context, administratorID string, at time.Time) ([]Session, error)
	// EndSession ends a session, if endedBy may do it.
	EndSession(ctx context.Context, administratorID, sessionID, endedBy string) (EndSessionOutcome, error)
}
