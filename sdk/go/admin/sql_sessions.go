package admin

import (
	"context"
	"time"

	"gatehouse.dev/host/sqlbackend"
)

// maxSessions is how many sessions one administrator has.
const maxSessions = 100

// OpenSession implements Sessions.
func (d *SQLDirectory) OpenSession(ctx context.Context, session NewSession) (opened bool, err error) {
	id, ok := parseID(session.AdministratorID)
	if !ok {
		return false, nil
	}
	err = d.within(ctx, sqlbackend.Write, func(t *directoryTx) (err error) {
		opened, err = t.openSession(id, session)
		return err
	})
	return opened, err
}

func (t *directoryTx) openSession(id int64, session NewSession) (bool, error) {
	// The row stays locked, so that concurrent sign-ins of one administrator count in turn.
	row, err := t.first("select token_version from backend_users where id = {} and is_activated = 1"+t.forUpdate(), id)
	if err != nil || row == nil {
		return false, err
	}
	if _, numbers := readRow(row); numbers[0] != int64(session.TokenVersion) {
		return false, nil
	}
	at := session.At.UnixMilli()
	if _, err := t.run("delete from backend_sessions where user_id = {} and (token_version <> {} or expires_at <= {})",
		id, session.TokenVersion, at); err != nil {
		return false, err
	}
	// SQLite knows "offset" only behind "limit".
	if _, err := t.run(`delete from backend_sessions where session_id in (select session_id from backend_sessions
		where user_id = {} order by used_at desc, session_id limit {} offset {})`, id, 2*maxSessions, maxSessions-1); err != nil {
		return false, err
	}
	_, err = t.run(`insert into backend_sessions (session_id, user_id, token_version, browser, system, network, opened_at,
		used_at, expires_at) values ({}, {}, {}, {}, {}, {}, {}, {}, {})`, session.ID, id, session.TokenVersion,
		session.Device.Browser, session.Device.System, session.Device.Network, at, at, session.ExpiresAt.UnixMilli())
	return err == nil, err
}

// TouchSession implements Sessions.
func (d *SQLDirectory) TouchSession(ctx context.Context, use SessionUse) error {
	id, ok := parseID(use.AdministratorID)
	if !ok {
		return nil
	}
	at := use.At.UnixMilli()
	return d.within(ctx, sqlbackend.Write, func(t *directoryTx) error {
		_, err := t.run(`update backend_sessions set browser = {}, system = {}, network = {}, used_at = {}
			where session_id = {} and user_id = {} and used_at < {}`,
			use.Device.Browser, use.Device.System, use.Device.Network, at, use.SessionID, id, at)
		return err
	})
}

// ListSessions implements Sessions.
func (d *SQLDirectory) ListSessions(
	ctx context.Context, administratorID string, at time.Time,
) (found []Session, err error) {
	id, ok := parseID(administratorID)
	if !ok {
		return nil, nil
	}
	err = d.within(ctx, sqlbackend.ReadSnapshot, func(t *directoryTx) error {
		found = nil
		rows, err := t.all(`select s.session_id, s.browser, s.system, s.network, s.opened_at, s.used_at from backend_sessions s
			join backend_users u on u.id = s.user_id and u.token_version = s.token_version
			where s.user_id = {} and u.is_activated = 1 and s.expires_at > {}
			order by s.used_at desc, s.session_id limit {}`, id, at.UnixMilli(), maxSessions)
		for _, row := range rows {
			texts, numbers := readRow(row)
			found = append(found, Session{
				ID: texts[0], Device: SessionDevice{Browser: texts[1], System: texts[2], Network: texts[3]},
				OpenedAt: time.UnixMilli(numbers[4]).UTC(), UsedAt: time.UnixMilli(numbers[5]).UTC(),
			})
		}
		return err
	})
	return found, err
}

// EndSession implements Sessions.
func (d *SQLDirectory) EndSession(
	ctx context.Context, administratorID, sessionID, endedBy string,
) (outcome EndSessionOutcome, err error) {
	err = d.within(ctx, sqlbackend.Write, func(t *directoryTx) (err error) {
		outcome, err = t.endSession(administratorID, sessionID, endedBy)
		return err
	})
	return outcome, err
}

func (t *directoryTx) endSession(administratorID, sessionID, endedBy string) (EndSessionOutcome, error) {
	row, err := t.row(administratorID)
	if err != nil || row == nil {
		return SessionUnknown, err
	}
	if endedBy != administratorID {
		// An inactive administrator has no session that works.
		switch _, refusal, err := t.manageable(administratorID, endedBy); {
		case err != nil, refusal == AccountUnknown:
			return SessionUnknown, err
		case refusal == AccountForbidden:
			return SessionForbidden, nil
		}
	}
	ended, err := t.run("delete from backend_sessions where session_id = {} and user_id = {}", sessionID, row.id)
	if err != nil || ended == 0 {
		return SessionUnknown, err
	}
	return SessionEnded, nil
}
