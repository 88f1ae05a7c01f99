package admin

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

const (
	maxLogin     = 255
	emptyBraille = '\u2800'
)

// administratorsController is gatehouse.backend.administrators.
func administratorsController() *Controller {
	return &Controller{
		ID: "gatehouse.backend.administrators", Record: administratorRecord{}, ModelName: `Gatehouse\Backend\Administrator`,
		Permissions:  []string{managesAdministrators},
		NewRecord:    Values{"name": "", "is_superuser": 0, "is_activated": 1, "permissions": "[]"},
		BeforeCreate: beforeAdministratorCreated, BeforeUpdate: beforeAdministratorUpdated,
		BeforeDelete: func(_ context.Context, call *Call, _ string) error {
			return Refused(sayAccount("neverDeleted", call.Caller.Locale))
		},
	}
}

func beforeAdministratorCreated(ctx context.Context, call *Call, values Values) error {
	if err := requireWritable(values); err != nil {
		return err
	}
	t, actor, err := managing(ctx, call)
	if err != nil {
		return err
	}
	if err := t.requireIdentifiers(values, "", call.Caller.Locale); err != nil {
		return err
	}
	if err := t.requireGrantable(actor, granted{}, values, call.Caller.Locale); err != nil {
		return err
	}
	setKeys(values)
	now := time.Now().UnixMilli()
	// No password matches an empty hash: the administrator cannot sign in before one is set.
	values["password_hash"], values["locale"], values["token_version"] = "", "", 0
	values["created_at"], values["updated_at"] = now, now
	return nil
}

func beforeAdministratorUpdated(ctx context.Context, call *Call, id string, values Values) error {
	if err := requireWritable(values); err != nil {
		return err
	}
	t, actor, err := managing(ctx, call)
	if err != nil {
		return err
	}
	locale := call.Caller.Locale
	row, err := t.row(id)
	if err == nil && row == nil {
		err = fmt.Errorf("backend_users has no row with the id %s", id)
	}
	if err != nil {
		return err
	}
	if !actor.mayManage(&row.Administrator) {
		return Refused(sayAccount("holdsMore", locale))
	}
	if err := t.requireIdentifiers(values, id, locale); err != nil {
		return err
	}
	before := granted{isSuperuser: row.Superuser}
	if before.role, before.own, err = t.grantedTo(row.id); err != nil {
		return err
	}
	if err := t.requireGrantable(actor, before, values, locale); err != nil {
		return err
	}
	if err := t.requireSuperuser(row, values, locale); err != nil {
		return err
	}
	setKeys(values)
	if _, isWritten := values["is_activated"]; isWritten && row.isActive && values.Int("is_activated") == 0 {
		values["token_version"] = int64(row.TokenVersion) + 1
	}
	values["updated_at"] = time.Now().UnixMilli()
	return nil
}

// granted is what an administrator holds before a write.
type granted struct {
	isSuperuser bool
	// role is its id; nil for none.
	role interface{}
	own  []string
}

// grantedTo returns the role of an administrator, and the codes that the administrator has in addition to those of the role.
func (t *directoryTx) grantedTo(id int64) (role interface{}, own []string, err error) {
	row, err := t.first("select role_id, permissions from backend_users where id = {}", id)
	if err != nil || row == nil {
		return nil, nil, err
	}
	texts, _ := readRow(row)
	own, err = codesOf(texts[1], fmt.Sprintf("backend_users.permissions of %d", id))
	return row[0], own, err
}

// requireGrantable: the caller must hold everything that the administrator holds after the write.
func (t *directoryTx) requireGrantable(actor *Administrator, before granted, values Values, locale string) error {
	problems := Invalid{}
	if _, isWritten := values["is_superuser"]; isWritten {
		if (values.Int("is_superuser") == 1) != before.isSuperuser && !actor.Superuser {
			problems["is_superuser"] = sayAccount("onlySuperusers", locale)
		}
	}
	own := before.own
	if permissions, isWritten := values["permissions"]; isWritten {
		var err error
		if own, err = permissionCodes(permissions, locale); err != nil {
			return err
		}
	}
	if !actor.holdsAll(own) {
		problems["permissions"] = sayAccount("grantsMore", locale)
	}
	role := before.role
	if written, isWritten := values["role_id"]; isWritten {
		role = written
	}
	if role != nil {
		codes, err := t.codesOfRole(role)
		if err != nil {
			return err
		}
		if !actor.holdsAll(codes) {
			problems["role"] = sayAccount("grantsMore", locale)
		}
	}
	if len(problems) > 0 {
		return problems
	}
	return nil
}

// requireSuperuser: the last active superuser stays one, and stays active.
func (t *directoryTx) requireSuperuser(row *administratorRow, values Values, locale string) error {
	if !row.Superuser || !row.isActive {
		return nil
	}
	problems := Invalid{}
	for _, name := range []string{"is_superuser", "is_activated"} {
		if _, isWritten := values[name]; isWritten && values.Int(name) == 0 {
			problems[name] = sayAccount("lastSuperuser", locale)
		}
	}
	if len(problems) == 0 {
		return nil
	}
	other, err := t.first("select id from backend_users where is_superuser = 1 and is_activated = 1 and id <> {} limit 1", row.id)
	if err != nil || other != nil {
		return err
	}
	return problems
}

// setKeys sets logins and addresses in the form in which they are compared.
func setKeys(values Values) {
	for _, name := range []string{"login", "email"} {
		if _, isWritten := values[name]; isWritten {
			values[name+"_key"] = keyOf(values.Text(name))
		}
	}
}

// requireIdentifiers: the unique indexes catch what two transactions write at once; one at a time, the message is on its
// field.
func (t *directoryTx) requireIdentifiers(values Values, id, locale string) error {
	problems := Invalid{}
	if _, isWritten := values["login"]; isWritten && !isLogin(values.Text("login")) {
		problems["login"] = sayAccount("badLogin", locale)
	}
	for _, name := range []string{"login", "email"} {
		if _, isWritten := values[name]; !isWritten || problems[name] != "" {
			continue
		}
		// A login that is the address of another administrator would keep that one from signing in with it.
		key := keyOf(values.Text(name))
		holders, err := t.all("select id from backend_users where login_key = {} or email_key = {}", key, key)
		if err != nil {
			return err
		}
		for _, holder := range holders {
			if texts, _ := readRow(holder); texts[0] != id {
				problems[name] = sayAccount("taken", locale)
			}
		}
	}
	if len(problems) > 0 {
		return problems
	}
	return nil
}

// isLogin: invisible characters would make two logins look alike, and those that turn the direction of writing around also
// the text beside them. Some are letters and marks by their category: fillers of Hangul, variation selectors, the empty Braille
// pattern.
func isLogin(text string) bool {
	length := utf8.RuneCountInString(text)
	isInvisible := func(one rune) bool {
		return one == emptyBraille || unicode.In(one, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp,
			unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
	}
	return length > 0 && length <= maxLogin && utf8.ValidString(text) && strings.IndexFunc(text, isInvisible) < 0 &&
		strings.TrimSpace(text) == text
}
