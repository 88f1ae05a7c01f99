package admin

import (
	"context"
	"encoding/json"
	"regexp"
)

// The controllers of accounts, gatehouse.backend.administrators and gatehouse.backend.roles. Gatehouse knows their columns from
// the contract. The columns beyond those are only for the hooks (HC-56).

type roleRecord struct {
	ID                   int64  `admin:"type=integer"`
	Code                 string `admin:"length=100"`
	Name                 string `admin:"length=200"`
	Permissions          string `admin:"type=json"`
	RequiresSecondFactor int    `admin:"min=0,max=1"`
	CreatedAt            int64  `admin:"type=integer,hidden"`
	Version              int    `admin:"version,hidden"`
}

func (roleRecord) TableName() string { return "backend_user_roles" }

type administratorRecord struct {
	ID           int64       `admin:"type=integer"`
	Login        string      `admin:"length=255"`
	Email        string      `admin:"length=255"`
	Name         string      `admin:"length=200"`
	RoleID       *int64      `admin:"type=integer"`
	IsSuperuser  int         `admin:"min=0,max=1"`
	IsActivated  int         `admin:"min=0,max=1"`
	Permissions  string      `admin:"type=json"`
	LoginKey     string      `admin:"hidden"`
	EmailKey     string      `admin:"hidden"`
	PasswordHash string      `admin:"hidden"`
	Locale       string      `admin:"hidden"`
	TokenVersion int         `admin:"hidden"`
	CreatedAt    int64       `admin:"type=integer,hidden"`
	UpdatedAt    int64       `admin:"type=integer,hidden"`
	Version      int         `admin:"version,hidden"`
	Role         *roleRecord `admin:"belongsTo=role_id,label=name"`
}

func (administratorRecord) TableName() string { return "backend_users" }

// requireWritable rejects a request that names the key, which the database makes. Columns that only the hooks write are hidden.
func requireWritable(values Values) error {
	if _, isNamed := values["id"]; isNamed {
		return malformed("values.column", "is a column that the host writes itself")
	}
	return nil
}

// managing begins a write of an administrator or a role: it takes its turn, and returns the caller as the directory has it
// now.
func managing(ctx context.Context, call *Call) (*directoryTx, *Administrator, error) {
	t := &directoryTx{ctx, call.Tx, call.admin.database.IsPostgreSQL()}
	if err := t.takeTurn(); err != nil {
		return nil, nil, err
	}
	actor, err := t.manager(call.Caller.ID)
	if err == nil && actor == nil {
		err = Refused(sayAccount("notAllowed", call.Caller.Locale))
	}
	return t, actor, err
}

const (
	maxPermissionCodes = 1000
	maxPermissionCode  = 255
)

var permissionCode = regexp.MustCompile(`^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*(\.\*)?$`)

// permissionCodes returns the codes in a value of the column permissions, and Invalid for anything but a list of different
// codes.
func permissionCodes(value interface{}, locale string) ([]string, error) {
	if value == nil {
		return nil, nil
	}
	text, _ := value.(string)
	var codes []string
	err := json.Unmarshal([]byte(text), &codes)
	isList := err == nil && codes != nil && len(codes) <= maxPermissionCodes
	seen := map[string]bool{}
	for _, code := range codes {
		isList = isList && !seen[code] && len(code) <= maxPermissionCode && permissionCode.MatchString(code)
		seen[code] = true
	}
	if !isList {
		return nil, Invalid{"permissions": sayAccount("badPermissions", locale)}
	}
	return codes, nil
}

// codesOfRole returns the permission codes of a role; none for one that does not exist.
func (t *directoryTx) codesOfRole(id interface{}) ([]string, error) {
	row, err := t.first("select permissions, code from backend_user_roles where id = {}", id)
	if err != nil || row == nil {
		return nil, err
	}
	texts, _ := readRow(row)
	return codesOf(texts[0], "backend_user_roles.permissions of "+texts[1])
}
