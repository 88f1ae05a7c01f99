package admin

import (
	"strings"
	"time"
)

// Who may manage whom, and how writers of administrators and roles take turns.

const (
	// managesAdministrators is the code that the screens of administrators and roles require.
	managesAdministrators = "backend.administrators"
	// sharesViews is the code that sharing a view requires.
	sharesViews = "backend.share_views"
)

// grants says whether one of the codes grants another one, itself or as a code that ends in ".*" and covers it.
func grants(codes []string, code string) bool {
	for _, granted := range codes {
		if granted == code || strings.HasSuffix(granted, ".*") && strings.HasPrefix(code, granted[:len(granted)-1]) {
			return true
		}
	}
	return false
}

func (a *Administrator) holds(code string) bool {
	return a.Superuser || grants(a.Permissions, code)
}

func (a *Administrator) holdsAll(codes []string) bool {
	for _, code := range codes {
		if !a.holds(code) {
			return false
		}
	}
	return true
}

// mayManage: only superusers manage superusers, and all others only those who hold no more than they do.
func (a *Administrator) mayManage(other *Administrator) bool {
	return a.Superuser || !other.Superuser && a.holdsAll(other.Permissions)
}

// takeTurn lets one transaction at a time change administrators and roles. Otherwise, two superusers could demote each other
// at once, or an administrator could grant a permission while losing it. SQLite has one writer anyway. The locked row always
// exists.
func (t *directoryTx) takeTurn() error {
	if !t.isPostgres {
		return nil
	}
	_, err := t.first("select name from gatehouse_admin_migrations order by name limit 1 for update")
	return err
}

// manager returns the administrator as the directory has it now: the caller of an rpc may have lost permissions since. It
// returns nil for one who is not active, or may not manage others.
func (t *directoryTx) manager(administratorID string) (*Administrator, error) {
	row, err := t.row(administratorID)
	if err != nil || row == nil || !row.isActive || !row.holds(managesAdministrators) {
		return nil, err
	}
	return &row.Administrator, nil
}

// row returns an administrator, active or not; nil if there is none.
func (t *directoryTx) row(administratorID string) (*administratorRow, error) {
	id, ok := parseID(administratorID)
	if !ok {
		return nil, nil
	}
	return t.administrator(byID, id)
}

// hold returns the key of an active administrator, 0 if there is none. Its row stays locked: no other transaction changes or
// counts meanwhile.
func (t *directoryTx) hold(administratorID string) (int64, error) {
	id, ok := parseID(administratorID)
	if !ok {
		return 0, nil
	}
	row, err := t.first("select id from backend_users where id = {} and is_activated = 1"+t.forUpdate(), id)
	if err != nil || row == nil {
		return 0, err
	}
	return id, nil
}

func (t *directoryTx) forUpdate() string {
	if t.isPostgres {
		return " for update"
	}
	return ""
}

// manageable returns the active administrator, whom no other transaction changes meanwhile, and AccountForbidden if the other
// one may not manage it.
func (t *directoryTx) manageable(administratorID, by string) (*administratorRow, AccountRefusal, error) {
	// In the order of an update on the screens, which locks its record first: two of them must not wait for each other.
	if id, err := t.hold(administratorID); err != nil || id == 0 {
		return nil, AccountUnknown, err
	}
	if err := t.takeTurn(); err != nil {
		return nil, "", err
	}
	row, err := t.row(administratorID)
	switch {
	case err != nil:
		return nil, "", err
	case row == nil || !row.isActive:
		return nil, AccountUnknown, nil
	case by == administratorID:
		return row, "", nil
	}
	actor, err := t.manager(by)
	if err == nil && (actor == nil || !actor.mayManage(&row.Administrator)) {
		return row, AccountForbidden, nil
	}
	return row, "", err
}

// raise raises the token version, which ends the sessions, and makes other changes: "password_hash = {}, ".
func (t *directoryTx) raise(id int64, changes string, args ...interface{}) (*Administrator, error) {
	_, err := t.run("update backend_users set "+changes+"token_version = token_version + 1, updated_at = {} where id = {}",
		append(args, time.Now().UnixMilli(), id)...)
	if err != nil {
		return nil, err
	}
	return t.byID(id)
}
