package admin

import (
	"context"
	"encoding/base64"
	"fmt"
	"strconv"
	"time"

	"gatehouse.dev/host/admin/internal/statement"
	"gatehouse.dev/host/internal/contract"
)

// readOfLabel is how many characters of a label are read: enough to tell that it is too long.
const readOfLabel = maxAdminText + 4

type optionProvider = func(ctx context.Context, call *Call, form Values) ([]Choice, error)

// optionOwner is a form whose fields may have option providers.
type optionOwner struct {
	columns   map[string]*column
	providers map[string]optionProvider
}

func (s *session) choices(owner optionOwner, name string, form Values) ([]Choice, error) {
	provider := owner.providers[name]
	if provider == nil {
		return nil, malformed("option_provider", "is not a registered option provider")
	}
	return provider(s.ctx, s.call(), form.copied())
}

// listOptions returns choices of relation fields, of filters that a model backs, and of option providers. settings is the
// settings screen that the request names, if it names one.
func (s *session) listOptions(request *contract.ListOptionsRequest, settings *optionOwner) (*contract.ListOptionsResponse, error) {
	owner, relations := optionOwner{}, []*relation(nil)
	switch {
	case request.Controller != nil:
		controller, err := s.registry.controller(*request.Controller)
		if err != nil {
			return nil, err
		}
		owner, relations = controller.optionOwner(), controller.relations
	case settings != nil:
		owner = *settings
	}
	if given := request.Model; given != nil {
		m, err := s.registry.modelNamed(given.Model)
		if err != nil {
			return nil, err
		}
		return s.optionsOfModel(m, given.LabelColumn, given.Scope, request)
	}
	values, err := formValues(owner.columns, request.FormValues)
	if err != nil {
		return nil, err
	}
	form, err := s.visibleForm(relations, values)
	if err != nil {
		return nil, err
	}
	if asked := request.Relation; asked != nil {
		to, err := relationOf(relations, asked.Relation)
		if err != nil {
			return nil, err
		}
		return s.withForm(form).optionsOfModel(to.model, asked.LabelColumn, asked.Scope, request)
	}
	return s.optionsOfProvider(owner, form, request)
}

// optionsOfModel are records of a model, by ascending label.
func (s *session) optionsOfModel(
	m *model, label string, scope *contract.AdminNamedScope, request *contract.ListOptionsRequest,
) (*contract.ListOptionsResponse, error) {
	c, err := columnIn(m, label, "label_column")
	if err != nil {
		return nil, err
	}
	conditions, err := s.listed(m)
	if err != nil {
		return nil, err
	}
	named, err := s.namedScopes(m, listOf(scope))
	if err != nil {
		return nil, err
	}
	conditions = append(conditions, named...)
	if len(request.Terms) > 0 {
		search, err := (&subject{session: s, model: m}).search(&contract.AdminSearch{
			Mode:    contract.AdminSearchModeAll,
			Terms:   request.Terms,
			Columns: []*contract.AdminColumnReference{{Column: label}},
		})
		if err != nil {
			return nil, err
		}
		conditions = append(conditions, search)
	}
	if len(request.IDs) > 0 {
		conditions = append(conditions, isOneOf(m.key(), s.facts().keyParameters(m, request.IDs)))
	}
	if len(request.Labels) > 0 {
		conditions = append(conditions, s.facts().isTextOneOf(m.ref(label), request.Labels))
	}
	offset, size := window(request.Page)
	rows, err := s.all(statement.New(
		"select {}, {} from {}{} order by {}, {} limit "+strconv.FormatInt(size+1, 10)+" offset "+strconv.FormatInt(offset, 10),
		m.keyText(), s.facts().selectedBeginning(m, c, readOfLabel), m.from(), statement.And(conditions...),
		s.facts().sortable(m, c, m.ref(label)), m.key(),
	))
	if err != nil {
		return nil, err
	}
	response := &contract.ListOptionsResponse{HasMore: int64(len(rows)) > size}
	if response.HasMore {
		rows = rows[:size]
	}
	for _, row := range rows {
		id, _ := textOf(row[0])
		response.Options = append(response.Options, &contract.OptionChoice{Value: id, Label: labelOf(c, row[1])})
	}
	return response, nil
}

// optionsOfProvider are in the provider's own order.
func (s *session) optionsOfProvider(
	owner optionOwner, form Values, request *contract.ListOptionsRequest,
) (*contract.ListOptionsResponse, error) {
	choices, err := s.choices(owner, *request.Provider, form)
	if err != nil {
		return nil, err
	}
	ids, labels := setOf(request.IDs), setOf(request.Labels)
	offset, size := window(request.Page)
	response, matching := &contract.ListOptionsResponse{}, int64(0)
	for _, choice := range choices {
		isNamed := len(ids) == 0 || ids[choice.Value]
		isLabeled := len(labels) == 0 || labels[choice.Label]
		if !isNamed || !isLabeled || !hasTerms(choice.Label, request.Terms) {
			continue
		}
		matching++
		if matching > offset && matching <= offset+size {
			label := shortText(choice.Label, maxAdminText)
			option := &contract.OptionChoice{Value: choice.Value, Label: label, Color: choice.Color}
			response.Options = append(response.Options, option)
		}
	}
	response.HasMore = matching > offset+size
	return response, nil
}

func setOf(texts []string) map[string]bool {
	set := map[string]bool{}
	for _, text := range texts {
		set[text] = true
	}
	return set
}

func hasTerms(label string, terms []string) bool {
	for _, term := range terms {
		if !statement.ContainsFolded(label, term) {
			return false
		}
	}
	return true
}

// labelOf is a stored value as text for people.
func labelOf(c *column, raw interface{}) string {
	cell := storedCell(c.kind, raw, readOfLabel)
	text := cellText(cell)
	switch {
	case cell.BoolValue != nil:
		text = strconv.FormatBool(*cell.BoolValue)
	case cell.DoubleValue != nil:
		text = numberText(*cell.DoubleValue)
	case cell.DecimalValue != nil:
		// As it is stored: an import finds the record by this label.
		text, _ = textOf(raw)
	case cell.TimestampValue != nil:
		text = cell.TimestampValue.Format("2006-01-02T15:04:05.000Z")
	case cell.BytesValue != nil:
		text = base64.StdEncoding.EncodeToString(cell.BytesValue)
	}
	return shortText(text, maxAdminText)
}

// keyText is a key that a form holds as text; false if it holds none.
func keyText(value interface{}) (string, bool) {
	switch value := value.(type) {
	case nil:
		return "", false
	case time.Time:
		return "", false
	case string:
		return value, value != ""
	}
	return fmt.Sprint(value), true
}
