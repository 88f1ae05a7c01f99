package admin

import (
	"strings"

	"gatehouse.dev/host/admin/internal/statement"
	"gatehouse.dev/host/internal/contract"
)

// relatedAlias is the related table inside a condition, because a model may be related to itself.
const relatedAlias = "gatehouse_related"

// subject is what a query is about: a model, and the relations that lead from it.
type subject struct {
	*session
	// controller is the id of the model's controller, for the log; empty if the model has none.
	controller string
	model      *model
	relations  []*relation
}

func (s *session) about(r *registered) *subject {
	return &subject{session: s, controller: r.ID, model: r.model, relations: r.relations}
}

// aboutRelated is a query about records of a related model, with the relations of that model's default controller.
func (s *session) aboutRelated(m *model) *subject {
	found := &subject{session: s, model: m}
	if manager := s.registry.managers[m]; manager != nil {
		found.controller, found.relations = manager.ID, manager.relations
	}
	return found
}

// onColumn is a condition on a column: its declaration, the expression, and PostgreSQL's own type of it.
type onColumn func(c *column, expression statement.SQL, native nativeType) (statement.SQL, error)

func (s *subject) condition(condition *contract.AdminCondition) (statement.SQL, error) {
	if comparison := condition.Comparison; comparison != nil {
		return s.onColumn(comparison.Column, func(c *column, expression statement.SQL, native nativeType) (statement.SQL, error) {
			return s.compared(comparison, c, expression, native)
		})
	}
	to, err := relationOf(s.relations, condition.RelatedTo.Relation)
	if err != nil {
		return statement.SQL{}, err
	}
	keys := s.facts().keyParameters(to.model, condition.RelatedTo.IDs)
	if len(keys) == 0 {
		return statement.Raw("1 = 0"), nil
	}
	if to.kind != belongsTo {
		return s.through(to, isOneOf(statement.Column(relatedAlias, to.model.primaryKey), keys))
	}
	// The foreign key itself, so that an index on it applies.
	foreignKey := s.model.ref(to.foreignKey)
	seen, err := s.visible(to.model, foreignKey)
	if err != nil || seen.IsEmpty() {
		return isOneOf(foreignKey, keys), err
	}
	return statement.New("({} and {})", isOneOf(foreignKey, keys), seen), nil
}

// search is a condition that each term matches some column, or that any term matches some column.
func (s *subject) search(search *contract.AdminSearch) (statement.SQL, error) {
	var perTerm []statement.SQL
	for _, term := range search.Terms {
		var perColumn []statement.SQL
		for _, reference := range search.Columns {
			matches := func(c *column, expression statement.SQL, _ nativeType) (statement.SQL, error) {
				return s.contains(c, expression, term), nil
			}
			condition, err := s.onColumn(reference, matches)
			if err != nil {
				return statement.SQL{}, err
			}
			perColumn = append(perColumn, condition)
		}
		perTerm = append(perTerm, statement.New("({})", statement.Joined(perColumn, " or ")))
	}
	separator := " and "
	if search.Mode == contract.AdminSearchModeAny {
		separator = " or "
	}
	return statement.New("({})", statement.Joined(perTerm, separator)), nil
}

// through is a condition that some related record that the caller may see meets a condition on the columns of
// relatedAlias.
func (s *subject) through(to *relation, wanted statement.SQL) (statement.SQL, error) {
	key := statement.Column(relatedAlias, to.model.primaryKey)
	seen, err := s.visible(to.model, key)
	if err != nil {
		return statement.SQL{}, err
	}
	if !seen.IsEmpty() {
		wanted = statement.New("{} and {}", wanted, seen)
	}
	source := statement.New("{} as "+relatedAlias, to.model.from())
	var leads statement.SQL
	switch to.kind {
	case belongsTo:
		leads = statement.New("{} = {}", key, s.model.ref(to.foreignKey))
	case hasMany:
		leads = statement.New("{} = {}", statement.Column(relatedAlias, to.foreignKey), s.model.key())
	default:
		source = statement.New("{} inner join {} on {} = {}",
			statement.Table(to.pivotTable), source, key, statement.Column(to.pivotTable, to.relatedKey))
		leads = statement.New("{} = {}", statement.Column(to.pivotTable, to.foreignKey), s.model.key())
	}
	return statement.New("exists (select 1 from {} where {} and {})", source, leads, wanted), nil
}

func (s *subject) onColumn(reference *contract.AdminColumnReference, predicate onColumn) (statement.SQL, error) {
	name := reference.Column
	if reference.Relation == "" {
		c, err := columnIn(s.model, name, "column")
		if err != nil {
			return statement.SQL{}, err
		}
		return predicate(c, s.model.ref(name), s.facts().nativeType(s.model.table, name))
	}
	to, err := relationOf(s.relations, reference.Relation)
	if err != nil {
		return statement.SQL{}, err
	}
	c, err := columnIn(to.model, name, "column")
	if err != nil {
		return statement.SQL{}, err
	}
	inner, err := predicate(c, statement.Column(relatedAlias, name), s.facts().nativeType(to.model.table, name))
	if err != nil {
		return statement.SQL{}, err
	}
	return s.through(to, inner)
}

var symbols = map[contract.AdminComparisonOperator]string{
	contract.AdminComparisonOperatorEqual:          "=",
	contract.AdminComparisonOperatorLess:           "<",
	contract.AdminComparisonOperatorLessOrEqual:    "<=",
	contract.AdminComparisonOperatorGreater:        ">",
	contract.AdminComparisonOperatorGreaterOrEqual: ">=",
}

func (s *subject) compared(
	comparison *contract.AdminComparison, c *column, reference statement.SQL, native nativeType,
) (statement.SQL, error) {
	switch comparison.Operator {
	case contract.AdminComparisonOperatorIsNull:
		return statement.New("{} is null", reference), nil
	case contract.AdminComparisonOperatorIsNotNull:
		return statement.New("{} is not null", reference), nil
	}
	values, err := comparedValues(c, comparison)
	if err != nil {
		return statement.SQL{}, err
	}
	if comparison.Operator == contract.AdminComparisonOperatorContains {
		if c.kind != String {
			return statement.SQL{}, malformed("query.conditions.operator", "is for texts only")
		}
		text, _ := values[0].(string)
		return s.contains(c, reference, text), nil
	}
	if s.facts().isPostgres {
		reference = comparableInPostgres(c, reference, native, values)
	}
	if s.facts().isPostgres && c.kind == String && hasNUL(values) {
		return comparedWithNUL(reference, comparison.Operator, values), nil
	}
	expression := s.facts().comparable(c, reference)
	var parameters []statement.SQL
	for _, value := range values {
		parameters = append(parameters, s.facts().comparableParameter(c, value, native))
	}
	switch comparison.Operator {
	case contract.AdminComparisonOperatorIn:
		return isOneOf(expression, parameters), nil
	case contract.AdminComparisonOperatorNotEqual:
		return statement.New("({} <> {} or {} is null)", expression, parameters[0], expression), nil
	}
	symbol, ok := symbols[comparison.Operator]
	if !ok {
		return statement.SQL{}, malformed("query.conditions.operator", "is unknown to this host")
	}
	return statement.New("{} "+symbol+" {}", expression, parameters[0]), nil
}

func comparedValues(c *column, comparison *contract.AdminComparison) ([]interface{}, error) {
	if len(comparison.Values) == 0 {
		return nil, malformed("query.conditions.values", "has no value to compare with")
	}
	kind := c.kind
	if kind == Integer {
		// A number that no integer column has is less or greater than its values.
		kind = BigInt
	}
	var values []interface{}
	for _, cell := range comparison.Values {
		value, err := valueOf(kind, cell)
		if err != nil {
			return nil, malformed("query.conditions.values", "%v", err)
		}
		if value == nil {
			return nil, malformed("query.conditions.values", "must not be null")
		}
		values = append(values, value)
	}
	return values, nil
}

func hasNUL(values []interface{}) bool {
	for _, value := range values {
		if text, _ := value.(string); strings.Contains(text, "\x00") {
			return true
		}
	}
	return false
}

// comparedWithNUL: no text of PostgreSQL has a NUL, and it rejects one to compare with. It returns what the operator says of
// all other texts.
func comparedWithNUL(
	expression statement.SQL, operator contract.AdminComparisonOperator, values []interface{},
) statement.SQL {
	first, _ := values[0].(string)
	before, _, _ := strings.Cut(first, "\x00")
	switch operator {
	case contract.AdminComparisonOperatorLess, contract.AdminComparisonOperatorLessOrEqual:
		return statement.New("{} <= {}", expression, before)
	case contract.AdminComparisonOperatorGreater, contract.AdminComparisonOperatorGreaterOrEqual:
		return statement.New("{} > {}", expression, before)
	case contract.AdminComparisonOperatorNotEqual:
		return statement.Raw("1 = 1")
	}
	var others []statement.SQL
	for _, value := range values {
		if !hasNUL([]interface{}{value}) {
			others = append(others, statement.New("{}", value))
		}
	}
	return isOneOf(expression, others)
}

// comparableInPostgres: a text that is not a value of the column's own type matches nothing; PostgreSQL would fail. The
// type json has no comparison.
func comparableInPostgres(c *column, reference statement.SQL, native nativeType, values []interface{}) statement.SQL {
	switch c.kind {
	case JSON:
		return statement.New("cast({} as jsonb)", reference)
	case String:
		isOfItsType := native == nativeText
		if native == nativeUUID {
			isOfItsType = true
			for _, value := range values {
				text, _ := value.(string)
				isOfItsType = isOfItsType && uuidID.MatchString(text)
			}
		}
		if !isOfItsType {
			return shownText(reference)
		}
	}
	return reference
}

func (s *subject) contains(c *column, expression statement.SQL, term string) statement.SQL {
	// As text, because PostgreSQL cannot search types such as uuid or an enum, which are declared as strings.
	switch {
	case c.kind == Date:
		expression = s.facts().dateText(c, expression)
	case c.kind != String, s.facts().isPostgres:
		expression = statement.New("cast({} as text)", expression)
	}
	return statement.Contains(s.facts().isPostgres, expression, term)
}
