package admin

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"
)

const administratorColumns = `select u.id, u.login, u.email, u.name, u.password_hash, u.is_superuser, u.is_activated,
  u.permissions, u.locale, u.token_version, r.code, r.permissions, u.must_change_password, r.requires_second_factor, f.user_id`

// The columns of administratorColumns, and behind them the two that only byToken reads.
const (
	administratorIDColumn = iota
	loginColumn
	emailColumn
	nameColumn
	passwordHashColumn
	superuserColumn
	activeColumn
	permissionsColumn
	localeColumn
	tokenVersionColumn
	roleCodeColumn
	rolePermissionsColumn
	mustChangePasswordColumn
	mustHaveSecondFactorColumn
	secondFactorColumn
	blacklistedAtColumn
	sessionColumn
)

const administratorTables = ` from backend_users u left join backend_user_roles r on r.id = u.role_id
  left join backend_second_factors f on f.user_id = u.id`

const byID = administratorColumns + administratorTables + ` where u.id = {}`

const withRole = administratorColumns + administratorTables + ` where u.role_id = {}`

// The login of one administrator takes precedence over the address of another. Always one query, so that the time does not
// reveal who exists.
const byIdentifier = administratorColumns + administratorTables + ` where u.login_key = {} or u.email_key = {}
  order by case when u.login_key = {} then 0 else 1 end limit 1`

const byToken = administratorColumns + `, b.effective_at, s.session_id` + administratorTables +
	` left join backend_jwt_blacklist b on b.token_id = {}
  left join backend_sessions s on s.session_id = {} and s.user_id = u.id where u.id = {}`

// administratorRow is a row of one of the queries above.
type administratorRow struct {
	Credentials
	id       int64
	isActive bool
	// effectiveAt of byToken; nil if the token is not blacklisted.
	effectiveAt *int64
	// hasSession of byToken: the session of the token exists.
	hasSession bool
}

// readRow returns the values of a row as texts, and as numbers: an empty text or 0 for a value that is none.
func readRow(row []interface{}) (texts []string, numbers []int64) {
	texts, numbers = make([]string, len(row)), make([]int64, len(row))
	for index, value := range row {
		if value != nil {
			texts[index], _ = textOf(value)
			numbers[index], _ = value.(int64)
		}
	}
	return texts, numbers
}

func readAdministrator(row []interface{}) (*administratorRow, error) {
	texts, numbers := readRow(row)
	found := &administratorRow{id: numbers[administratorIDColumn], isActive: numbers[activeColumn] == 1}
	found.Administrator = Administrator{
		ID: texts[administratorIDColumn], Login: texts[loginColumn], Email: texts[emailColumn],
		DisplayName: texts[nameColumn], Role: texts[roleCodeColumn], Superuser: numbers[superuserColumn] == 1,
		Locale: texts[localeColumn], TokenVersion: uint32(numbers[tokenVersionColumn]),
		MustChangePassword:   numbers[mustChangePasswordColumn] == 1,
		MustHaveSecondFactor: numbers[mustHaveSecondFactorColumn] == 1,
		HasSecondFactor:      row[secondFactorColumn] != nil,
	}
	found.PasswordHash = texts[passwordHashColumn]
	if len(row) > blacklistedAtColumn {
		found.hasSession = row[sessionColumn] != nil
		if row[blacklistedAtColumn] != nil {
			found.effectiveAt = &numbers[blacklistedAtColumn]
		}
	}
	// An administrator without a role.
	if texts[rolePermissionsColumn] == "" {
		texts[rolePermissionsColumn] = "[]"
	}
	ofRole, err := codesOf(texts[rolePermissionsColumn], "backend_user_roles.permissions of "+texts[roleCodeColumn])
	if err != nil {
		return nil, err
	}
	own, err := codesOf(texts[permissionsColumn], "backend_users.permissions of "+texts[administratorIDColumn])
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for _, code := range append(ofRole, own...) {
		if !seen[code] {
			seen[code] = true
			found.Permissions = append(found.Permissions, code)
		}
	}
	return found, nil
}

// codesOf reads a list that the application can change: an error says where it is, and not what is in it.
func codesOf(stored, where string) ([]string, error) {
	// Pointers, because null in a list is no text.
	var read []*string
	err := json.Unmarshal([]byte(stored), &read)
	isList := err == nil && read != nil
	codes := make([]string, len(read))
	for index, code := range read {
		if code == nil {
			isList = false
			break
		}
		codes[index] = *code
	}
	if !isList {
		return nil, fmt.Errorf("%s: is not a JSON list of texts", where)
	}
	return codes, nil
}

// keyOf is the form in which logins and addresses are compared, the same in every SDK. lower() of SQLite handles only ASCII.
func keyOf(text string) string {
	return cases.Lower(language.Und).String(norm.NFC.String(text))
}

var administratorID = regexp.MustCompile(`^[1-9][0-9]{0,14}$`)

// parseID reads an id of these tables in its only spelling; false for a text that cannot be one.
func parseID(text string) (int64, bool) {
	if !administratorID.MatchString(text) {
		return 0, false
	}
	id, err := strconv.ParseInt(text, 10, 64)
	return id, err == nil
}
