// Code generated from gatehouse/host/v1/admin_session.proto by generate.py. DO NOT EDIT.

package contract

import "time"

// EndSessionOutcome is what became of the session.
type EndSessionOutcome int32

// The values of EndSessionOutcome.
const (
	// Never sent.
	EndSessionOutcomeUnspecified EndSessionOutcome = 0
	// It has ended.
	EndSessionOutcomeEnded EndSessionOutcome = 1
	// The administrator does not exist, or has no such session.
	EndSessionOutcomeUnknown EndSessionOutcome = 2
	// The rules of AdminAccountService do not allow it.
	EndSessionOutcomeForbidden EndSessionOutcome = 3
)

var enumEndSessionOutcome = newEnum(map[int32]string{0: "END_SESSION_OUTCOME_UNSPECIFIED", 1: "END_SESSION_OUTCOME_ENDED", 2: "END_SESSION_OUTCOME_UNKNOWN", 3: "END_SESSION_OUTCOME_FORBIDDEN"})

// SessionDevice is where a session was used last, as far as Gatehouse knows; each text may be empty.
type SessionDevice struct {
	// "Firefox".
	Browser string
	// "Windows".
	System string
	// The network of the client: "203.0.113.0/24", "2001:db8:1::/48".
	Network string
}

var shapeSessionDevice = &Shape{
	Fields: []Field{
		{Number: 1, Name: "browser", JSON: "browser", Kind: String, Rules: &Rules{MaxCharacters: 60, Pattern: pattern(`[^\x00]*`)}},
		{Number: 2, Name: "system", JSON: "system", Kind: String, Rules: &Rules{MaxCharacters: 60, Pattern: pattern(`[^\x00]*`)}},
		{Number: 3, Name: "network", JSON: "network", Kind: String, Rules: &Rules{MaxCharacters: 60, Pattern: pattern(`[^\x00]*`)}},
	},
}

// Shape implements Message.
func (*SessionDevice) Shape() *Shape { return shapeSessionDevice }

// AdminSession is one session of an administrator.
type AdminSession struct {
	// Its id, as in TokenReference.session_id.
	SessionID string
	// The device of the last recorded use.
	Device *SessionDevice
	// When it was opened.
	OpenedAt *time.Time
	// The last recorded use.
	UsedAt *time.Time
}

var shapeAdminSession = &Shape{
	Fields: []Field{
		{Number: 1, Name: "session_id", JSON: "sessionId", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 64, Pattern: pattern(`[^\x00]*`)}},
		{Number: 2, Name: "device", JSON: "device", Kind: MessageKind, Presence: true, Rules: &Rules{Required: true}},
		{Number: 3, Name: "opened_at", JSON: "openedAt", Kind: Timestamp, Presence: true, Rules: &Rules{Required: true}},
		{Number: 4, Name: "used_at", JSON: "usedAt", Kind: Timestamp, Presence: true, Rules: &Rules{Required: true}},
	},
}

// Shape implements Message.
func (*AdminSession) Shape() *Shape { return shapeAdminSession }

// OpenSessionRequest begins a session.
type OpenSessionRequest struct {
	// Id of the administrator.
	AdministratorID string
	// The administrator's token version, which the tokens of the session have.
	TokenVersion uint32
	// Id of the new session, unique.
	SessionID string
	// The device.
	Device *SessionDevice
	// The current time, by Gatehouse's clock.
	At *time.Time
	// The time after which no token of the session can be valid.
	ExpiresAt *time.Time
}

var shapeOpenSessionRequest = &Shape{
	Fields: []Field{
		{Number: 1, Name: "administrator_id", JSON: "administratorId", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 255, Pattern: pattern(`[^\x00]*`)}},
		{Number: 2, Name: "token_version", JSON: "tokenVersion", Kind: Uint32},
		{Number: 3, Name: "session_id", JSON: "sessionId", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 64, Pattern: pattern(`[^\x00]*`)}},
		{Number: 4, Name: "device", JSON: "device", Kind: MessageKind, Presence: true, Rules: &Rules{Required: true}},
		{Number: 5, Name: "at", JSON: "at", Kind: Timestamp, Presence: true, Rules: &Rules{Required: true}},
		{Number: 6, Name: "expires_at", JSON: "expiresAt", Kind: Timestamp, Presence: true, Rules: &Rules{Required: true}},
	},
}

// Shape implements Message.
func (*OpenSessionRequest) Shape() *Shape { return shapeOpenSessionRequest }

// OpenSessionResponse is the outcome.
type OpenSessionResponse struct {
	// Whether the session was recorded.
	Opened bool
}

var shapeOpenSessionResponse = &Shape{
	Fields: []Field{
		{Number: 1, Name: "opened", JSON: "opened", Kind: Bool},
	},
}

// Shape implements Message.
func (*OpenSessionResponse) Shape() *Shape { return shapeOpenSessionResponse }

// TouchSessionRequest reports the use of a session.
type TouchSessionRequest struct {
	// Id of the administrator.
	AdministratorID string
	// Id of the session.
	SessionID string
	// The device that used it.
	Device *SessionDevice
	// The current time, by Gatehouse's clock.
	At *time.Time
}

var shapeTouchSessionRequest = &Shape{
	Fields: []Field{
		{Number: 1, Name: "administrator_id", JSON: "administratorId", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 255, Pattern: pattern(`[^\x00]*`)}},
		{Number: 2, Name: "session_id", JSON: "sessionId", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 64, Pattern: pattern(`[^\x00]*`)}},
		{Number: 3, Name: "device", JSON: "device", Kind: MessageKind, Presence: true, Rules: &Rules{Required: true}},
		{Number: 4, Name: "at", JSON: "at", Kind: Timestamp, Presence: true, Rules: &Rules{Required: true}},
	},
}

// Shape implements Message.
func (*TouchSessionRequest) Shape() *Shape { return shapeTouchSessionRequest }

// TouchSessionResponse is empty.
type TouchSessionResponse struct {
}

var shapeTouchSessionResponse = &Shape{}

// Shape implements Message.
func (*TouchSessionResponse) Shape() *Shape { return shapeTouchSessionResponse }

// ListSessionsRequest asks for the sessions of an administrator.
type ListSessionsRequest struct {
	// Id of the administrator.
	AdministratorID string
	// The current time, by Gatehouse's clock.
	At *time.Time
}

var shapeListSessionsRequest = &Shape{
	Fields: []Field{
		{Number: 1, Name: "administrator_id", JSON: "administratorId", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 255, Pattern: pattern(`[^\x00]*`)}},
		{Number: 2, Name: "at", JSON: "at", Kind: Timestamp, Presence: true, Rules: &Rules{Required: true}},
	},
}

// Shape implements Message.
func (*ListSessionsRequest) Shape() *Shape { return shapeListSessionsRequest }

// ListSessionsResponse has the sessions.
type ListSessionsResponse struct {
	// At most 100, the most recently used first.
	Sessions []*AdminSession
}

var shapeListSessionsResponse = &Shape{
	Fields: []Field{
		{Number: 1, Name: "sessions", JSON: "sessions", Kind: MessageKind, Repeated: true, Rules: &Rules{MaxItems: 100, UniqueBy: `session_id`}},
	},
}

// Shape implements Message.
func (*ListSessionsResponse) Shape() *Shape { return shapeListSessionsResponse }

// EndSessionRequest ends a session.
type EndSessionRequest struct {
	// Id of the administrator whose session it is.
	AdministratorID string
	// Id of the session.
	SessionID string
	// Id of the administrator who ends it; equal to administrator_id for one's own.
	EndedBy string
}

var shapeEndSessionRequest = &Shape{
	Fields: []Field{
		{Number: 1, Name: "administrator_id", JSON: "administratorId", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 255, Pattern: pattern(`[^\x00]*`)}},
		{Number: 2, Name: "session_id", JSON: "sessionId", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 64, Pattern: pattern(`[^\x00]*`)}},
		{Number: 3, Name: "ended_by", JSON: "endedBy", Kind: String, Rules: &Rules{Required: true, MaxCharacters: 255, Pattern: pattern(`[^\x00]*`)}},
	},
}

// Shape implements Message.
func (*EndSessionRequest) Shape() *Shape { return shapeEndSessionRequest }

// EndSessionResponse is the outcome.
type EndSessionResponse struct {
	// The outcome.
	Outcome EndSessionOutcome
}

var shapeEndSessionResponse = &Shape{
	Fields: []Field{
		{Number: 1, Name: "outcome", JSON: "outcome", Kind: Enum, Enum: enumEndSessionOutcome, Rules: &Rules{Required: true}},
	},
}

// Shape implements Message.
func (*EndSessionResponse) Shape() *Shape { return shapeEndSessionResponse }
