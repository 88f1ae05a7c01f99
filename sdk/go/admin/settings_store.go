package admin

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"time"

	"gatehouse.dev/host/admin/internal/statement"
	"gatehouse.dev/host/internal/contract"
)

// The values of settings screens are in backend_settings: one row for each screen, its values as one JSON object, in the same
// form as those of the other SDKs.

// storedSettings is a row. A value that does not fit its column stays in it until the column is written.
type storedSettings struct {
	version int64
	raw     map[string]json.RawMessage
}

func loadSettings(ctx context.Context, tx Tx, isPostgres bool, code string, lock bool) (*storedSettings, error) {
	end := ""
	if lock && isPostgres {
		end = " for update"
	}
	rows, err := queryAll(ctx, tx, isPostgres, statement.New("select item_values, version from backend_settings where code = {}"+end, code))
	if err != nil {
		return nil, err
	}
	found := &storedSettings{raw: map[string]json.RawMessage{}}
	if len(rows) == 0 {
		return found, nil
	}
	text, _ := textOf(rows[0][0])
	if json.Unmarshal([]byte(text), &found.raw) != nil || found.raw == nil {
		return nil, fmt.Errorf("backend_settings.item_values of %s: is not a JSON object", code)
	}
	found.version, _ = rows[0][1].(int64)
	return found, nil
}

// decode returns the column's default if it was never saved.
func (s *storedSettings) decode(c *column) stored {
	raw, ok := s.raw[c.name]
	if !ok {
		return stored{value: c.defaultValue}
	}
	text, isText := settingsText(raw)
	value, ok := settingsValue(c.kind, text, isText)
	if ok {
		if known, ok := normal(c.kind, value); ok {
			return stored{value: known}
		}
	}
	return stored{raw: shortText(strings.ReplaceAll(text, "\x00", "\ufffd"), maxRawValue), isUnfit: true}
}

// settingsText is the text of a JSON string, and every other JSON as it is written.
func settingsText(raw json.RawMessage) (text string, isText bool) {
	if isText = json.Unmarshal(raw, &text) == nil && string(raw) != "null"; !isText {
		text = string(raw)
	}
	return text, isText
}

// settingsValue reads a value in the form in which every SDK writes it; a number in any spelling.
func settingsValue(kind ColumnType, text string, isText bool) (interface{}, bool) {
	switch {
	case !isText && text == "null":
		return nil, true
	case kind == Bool:
		return text == "1" || text == "true", text == "0" || text == "1" || !isText && (text == "true" || text == "false")
	case isText:
		return settingsOfText(kind, text)
	}
	return settingsOfNumber(kind, text)
}

var storedDecimal = regexp.MustCompile(`^-?[0-9]+(\.[0-9]+)?$`)

func settingsOfText(kind ColumnType, text string) (interface{}, bool) {
	switch kind {
	case Integer, BigInt:
		return storedInteger(text)
	case Double:
		return nil, false
	case Decimal:
		return text, storedDecimal.MatchString(text)
	case Timestamp:
		moment, ok := storedMoment(text)
		return moment, ok && !strings.HasPrefix(text, "@")
	case Bytes:
		// The decoder ignores line breaks.
		content, err := base64.StdEncoding.DecodeString(text)
		return content, err == nil && !strings.ContainsAny(text, "\r\n")
	}
	return text, true
}

func settingsOfNumber(kind ColumnType, text string) (interface{}, bool) {
	plain, ok := plainDecimal(text)
	switch kind {
	case Integer, BigInt:
		number, err := strconv.ParseInt(plain, 10, 64)
		return number, ok && err == nil
	case Double:
		number, err := strconv.ParseFloat(text, 64)
		return number, ok && err == nil
	case Decimal:
		return plain, ok
	}
	return nil, false
}

func toSettingsJSON(kind ColumnType, value interface{}) (json.RawMessage, error) {
	switch given := value.(type) {
	case time.Time:
		value = given.UTC().Format("2006-01-02T15:04:05.000Z")
	case int64:
		if kind == BigInt {
			value = strconv.FormatInt(given, 10)
		}
	}
	// encoding/json writes []byte as base64.
	return json.Marshal(value)
}

// known are the saved values for application code: nil for a value that does not fit.
func (s *screen) known(saved *storedSettings) Values {
	values := Values{}
	for _, name := range s.order {
		if _, ok := saved.raw[name]; ok {
			values[name] = saved.decode(s.columns[name]).known()
		}
	}
	return values
}

func (s *screen) cells(names []string, saved *storedSettings) ([]*contract.Cell, error) {
	var cells []*contract.Cell
	for _, name := range names {
		c := s.columns[name]
		if c == nil {
			return nil, malformed("columns", "is not a declared column")
		}
		cells = append(cells, saved.decode(c).cell(c.kind))
	}
	return cells, nil
}

func (s *screen) message(names []string, saved *storedSettings) (*contract.SettingsValues, error) {
	cells, err := s.cells(names, saved)
	if err != nil {
		return nil, err
	}
	sent, _ := sendableCells(cells, nil)
	return &contract.SettingsValues{Version: strconv.FormatInt(saved.version, 10), Cells: sent}, nil
}

func (s *session) updateSettings(form *screen, request *contract.UpdateSettingsRequest) (*contract.UpdateSettingsResponse, error) {
	if _, err := s.run(statement.New(`insert into backend_settings (code, item_values, version) values ({}, {}, 0)
		on conflict (code) do nothing`, form.Code, "{}")); err != nil {
		return nil, err
	}
	saved, err := loadSettings(s.ctx, s.tx, s.facts().isPostgres, form.Code, true)
	if err != nil {
		return nil, err
	}
	if request.ExpectedVersion != "" && request.ExpectedVersion != strconv.FormatInt(saved.version, 10) {
		current, err := form.message(request.Columns, saved)
		return &contract.UpdateSettingsResponse{Conflict: current}, err
	}
	values, err := writtenValues(form.columns, request.Values)
	if err != nil {
		return nil, err
	}
	if err := form.requireFit(values, s.caller.Locale); err != nil {
		return nil, err
	}
	if !form.changes(values, saved) {
		unchanged, err := form.message(request.Columns, saved)
		return &contract.UpdateSettingsResponse{Updated: unchanged}, err
	}
	seen := form.known(saved)
	for name, value := range values {
		seen[name] = value
	}
	if err := s.requireOffered(form.optionOwner(), request.Values, seen); err != nil {
		return nil, err
	}
	if form.BeforeSave != nil {
		if err := form.BeforeSave(s.ctx, s.call(), values); err != nil {
			return nil, err
		}
	}
	now, err := s.writeSettings(form, values, saved)
	if err != nil {
		return nil, err
	}
	if form.AfterSave != nil {
		if err := form.AfterSave(s.ctx, s.call(), form.known(now)); err != nil {
			return nil, err
		}
	}
	if err := form.requireSendable(request, values, now, s.caller.Locale); err != nil {
		return nil, err
	}
	updated, err := form.message(request.Columns, now)
	return &contract.UpdateSettingsResponse{Updated: updated}, err
}

// requireFit: Gatehouse has checked them too. As JSON, a decimal of any length is a text.
func (s *screen) requireFit(values Values, locale string) error {
	unfit := Invalid{}
	for name, value := range values {
		if !s.columns[name].fits(value) {
			unfit[name] = say("unfit", locale)
		}
	}
	if len(unfit) > 0 {
		return unfit
	}
	return nil
}

// changes: a column that was never saved has its default. Saving that value is a change, because the default may change.
func (s *screen) changes(values Values, saved *storedSettings) bool {
	for name, value := range values {
		held := saved.decode(s.columns[name])
		if _, ok := saved.raw[name]; !ok || held.isUnfit || !s.columns[name].isSame(held.value, value) {
			return true
		}
	}
	return false
}

func (s *session) writeSettings(form *screen, values Values, saved *storedSettings) (*storedSettings, error) {
	now := &storedSettings{version: saved.version + 1, raw: map[string]json.RawMessage{}}
	for name, raw := range saved.raw {
		now.raw[name] = raw
	}
	for name, given := range values {
		c := form.columns[name]
		if c == nil {
			return nil, fmt.Errorf("a hook sets %s, which is not a value of the screen %s", name, form.Code)
		}
		value, ok := normal(c.kind, given)
		unlimited := column{kind: c.kind}
		if !ok || !unlimited.fits(value) {
			return nil, fmt.Errorf("a hook sets %s of the screen %s: %s", name, form.Code, unfitText(c.kind, given))
		}
		raw, err := toSettingsJSON(c.kind, value)
		if err != nil {
			return nil, err
		}
		values[name], now.raw[name] = value, raw
	}
	text, err := now.text()
	if err != nil {
		return nil, err
	}
	_, err = s.run(statement.New("update backend_settings set item_values = {}, version = {} where code = {}",
		text, now.version, form.Code))
	return now, err
}

// text is the JSON object of the row. json.Marshal would write the values of others in another way.
func (s *storedSettings) text() (string, error) {
	names := make([]string, 0, len(s.raw))
	for name := range s.raw {
		names = append(names, name)
	}
	sort.Strings(names)
	members := make([]string, len(names))
	for index, name := range names {
		key, err := json.Marshal(name)
		if err != nil {
			return "", err
		}
		members[index] = string(key) + ":" + string(s.raw[name])
	}
	return "{" + strings.Join(members, ",") + "}", nil
}

func (s *screen) requireSendable(
	request *contract.UpdateSettingsRequest, values Values, now *storedSettings, locale string,
) error {
	names, isWritten := append([]string{}, request.Columns...), map[string]bool{}
	isAsked := "," + strings.Join(request.Columns, ",") + ","
	for name := range values {
		isWritten[name] = true
		if !strings.Contains(isAsked, ","+name+",") {
			names = append(names, name)
		}
	}
	cells, err := s.cells(names, now)
	if err != nil {
		return err
	}
	tooLong := tooLongWrite(names, cells, isWritten, nil)
	if tooLong == "" {
		return nil
	}
	for _, each := range request.Values {
		if each.Column == tooLong {
			return Invalid{tooLong: say("tooLong", locale)}
		}
	}
	return errors.New("a hook wrote a value that is too long to be read back to " + tooLong)
}
