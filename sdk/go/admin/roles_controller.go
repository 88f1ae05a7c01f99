package admin

import (
	"context"
	"regexp"
	"time"
)

// Codes are written in one case only, so that no two look alike.
var roleCode = regexp.MustCompile(`^[a-z][a-z0-9_-]{0,99}$`)

// rolesController is gatehouse.backend.roles.
func rolesController() *Controller {
	return &Controller{
		ID: "gatehouse.backend.roles", Record: roleRecord{}, ModelName: `Gatehouse\Backend\Role`,
		Permissions:  []string{managesAdministrators},
		NewRecord:    Values{"permissions": "[]", "requires_second_factor": 0},
		BeforeCreate: beforeRoleCreated, BeforeUpdate: beforeRoleUpdated, BeforeDelete: beforeRoleDeleted,
	}
}

func beforeRoleCreated(ctx context.Context, call *Call, values Values) error {
	if err := requireWritable(values); err != nil {
		return err
	}
	t, actor, err := managing(ctx, call)
	if err != nil {
		return err
	}
	if err := t.requireRoleCode(values, "", call.Caller.Locale); err != nil {
		return err
	}
	values["created_at"] = time.Now().UnixMilli()
	return requireRoleGrantable(actor, values["permissions"], call.Caller.Locale)
}

func beforeRoleUpdated(ctx context.Context, call *Call, id string, values Values) error {
	if err := requireWritable(values); err != nil {
		return err
	}
	t, actor, err := managing(ctx, call)
	if err != nil {
		return err
	}
	if err := t.requireHeldRole(actor, id, call.Caller.Locale); err != nil {
		return err
	}
	if err := t.requireRoleCode(values, id, call.Caller.Locale); err != nil {
		return err
	}
	if permissions, isWritten := values["permissions"]; isWritten {
		if err := requireRoleGrantable(actor, permissions, call.Caller.Locale); err != nil {
			return err
		}
	}
	return t.requireManagedMembers(actor, id, values, call.Caller.Locale)
}

func beforeRoleDeleted(ctx context.Context, call *Call, id string) error {
	t, actor, err := managing(ctx, call)
	if err != nil {
		return err
	}
	if err := t.requireHeldRole(actor, id, call.Caller.Locale); err != nil {
		return err
	}
	key, _ := parseID(id)
	user, err := t.first("select id from backend_users where role_id = {} limit 1", key)
	if err == nil && user != nil {
		err = Refused(sayAccount("roleInUse", call.Caller.Locale))
	}
	return err
}

// requireHeldRole: a caller changes no role that holds more than the caller does.
func (t *directoryTx) requireHeldRole(actor *Administrator, id, locale string) error {
	key, _ := parseID(id)
	held, err := t.codesOfRole(key)
	if err == nil && !actor.holdsAll(held) {
		err = Refused(sayAccount("roleHoldsMore", locale))
	}
	return err
}

func requireRoleGrantable(actor *Administrator, permissions interface{}, locale string) error {
	codes, err := permissionCodes(permissions, locale)
	if err == nil && !actor.holdsAll(codes) {
		err = Invalid{"permissions": sayAccount("grantsMore", locale)}
	}
	return err
}

func (t *directoryTx) requireRoleCode(values Values, id, locale string) error {
	if _, isWritten := values["code"]; !isWritten {
		return nil
	}
	code := values.Text("code")
	if !roleCode.MatchString(code) {
		return Invalid{"code": sayAccount("badCode", locale)}
	}
	rows, err := t.all("select id, code from backend_user_roles")
	if err != nil {
		return err
	}
	for _, row := range rows {
		if texts, _ := readRow(row); texts[0] != id && keyOf(texts[1]) == code {
			return Invalid{"code": sayAccount("taken", locale)}
		}
	}
	return nil
}

// requireManagedMembers refuses a change of what a role grants or demands unless the actor may change everyone who has it.
func (t *directoryTx) requireManagedMembers(actor *Administrator, id string, values Values, locale string) error {
	key, _ := parseID(id)
	if actor.Superuser {
		return nil
	}
	if changes, err := t.changesMembers(key, values, locale); err != nil || !changes {
		return err
	}
	members, err := t.all(withRole, key)
	if err != nil {
		return err
	}
	for _, each := range members {
		member, err := readAdministrator(each)
		if err != nil {
			return err
		}
		if !actor.mayManage(&member.Administrator) {
			return Refused(sayAccount("roleOfMore", locale))
		}
	}
	return nil
}

// changesMembers is false for a request that repeats what is stored.
func (t *directoryTx) changesMembers(role int64, values Values, locale string) (bool, error) {
	row, err := t.first("select requires_second_factor from backend_user_roles where id = {}", role)
	if err != nil || row == nil {
		return false, err
	}
	_, numbers := readRow(row)
	if _, isWritten := values["requires_second_factor"]; isWritten && values.Int("requires_second_factor") != numbers[0] {
		return true, nil
	}
	permissions, isWritten := values["permissions"]
	if !isWritten {
		return false, nil
	}
	after, err := permissionCodes(permissions, locale)
	if err != nil {
		return false, err
	}
	before, err := t.codesOfRole(role)
	return !sameCodes(before, after), err
}

func sameCodes(one, other []string) bool {
	held := map[string]bool{}
	for _, code := range one {
		held[code] = true
	}
	for _, code := range other {
		if !held[code] {
			return false
		}
	}
	return len(held) == len(other)
}
