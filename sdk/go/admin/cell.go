package admin

import (
	"fmt"
	"time"

	"gatehouse.dev/host/internal/contract"
)

// Limits of the contract that no field rule states.
const (
	// maxAnswerBytes is the limit of one answer of an admin service.
	maxAnswerBytes = 3 * 1024 * 1024
	// maxRawValue is the limit of InvalidValue.raw, in characters.
	maxRawValue = 500
)

var isTrue = true

func nullCell() *contract.Cell {
	return &contract.Cell{NullValue: &isTrue}
}

func invalidCell(raw string) *contract.Cell {
	return &contract.Cell{InvalidValue: &contract.InvalidValue{Raw: raw}}
}

// cellOf returns a normal value as a cell of the column's kind.
func cellOf(kind ColumnType, value interface{}) *contract.Cell {
	switch value := value.(type) {
	case bool:
		return &contract.Cell{BoolValue: &value}
	case int64:
		return &contract.Cell{Int64Value: &value}
	case float64:
		return &contract.Cell{DoubleValue: &value}
	case time.Time:
		return &contract.Cell{TimestampValue: &value}
	case []byte:
		if value == nil {
			value = []byte{}
		}
		return &contract.Cell{BytesValue: value}
	case string:
		switch kind {
		case Decimal:
			return &contract.Cell{DecimalValue: &value}
		case Date:
			return &contract.Cell{DateValue: &value}
		case Time:
			return &contract.Cell{TimeValue: &value}
		case JSON:
			return &contract.Cell{JSONValue: &value}
		}
		return &contract.Cell{StringValue: &value}
	}
	return nullCell()
}

// anyCellOf returns a value that an action fills into a form: of the column's kind if it has it, else of its own. Gatehouse
// drops one that does not fit.
func anyCellOf(c *column, value interface{}) (*contract.Cell, error) {
	if known, ok := normal(c.kind, value); ok {
		return cellOf(c.kind, known), nil
	}
	for _, kind := range []ColumnType{Bool, BigInt, Double, Timestamp, Bytes, String} {
		if known, ok := normal(kind, value); ok {
			return cellOf(kind, known), nil
		}
	}
	return nil, fmt.Errorf("an action fills %s with a %T, which no cell can hold", c.name, value)
}

// valueOf returns the value of a cell that Gatehouse sent for a column of the type. The error is for a cell of another
// kind, or a date, a time or JSON that is none, which Gatehouse never sends.
func valueOf(kind ColumnType, cell *contract.Cell) (interface{}, error) {
	if cell.NullValue != nil {
		return nil, nil
	}
	value := scalarOf(cell)
	if cell.DoubleValue != nil && (kind == Integer || kind == BigInt) {
		return nil, fmt.Errorf("is not an integer")
	}
	known, ok := normal(kind, value)
	if !ok {
		return nil, fmt.Errorf("is not a value of a %s column", kind)
	}
	return known, nil
}

// scalarOf returns the value of a cell whose kind says its type: one of a filter's scope.
func scalarOf(cell *contract.Cell) interface{} {
	switch {
	case cell.BoolValue != nil:
		return *cell.BoolValue
	case cell.Int64Value != nil:
		return *cell.Int64Value
	case cell.DoubleValue != nil:
		return *cell.DoubleValue
	case cell.TimestampValue != nil:
		// The contract's times have milliseconds.
		return cell.TimestampValue.Truncate(time.Millisecond)
	case cell.BytesValue != nil:
		return cell.BytesValue
	}
	for _, text := range []*string{cell.StringValue, cell.DecimalValue, cell.DateValue, cell.TimeValue, cell.JSONValue} {
		if text != nil {
			return *text
		}
	}
	return nil
}
