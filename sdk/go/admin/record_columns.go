package admin

import (
	"strconv"

	"gatehouse.dev/host/internal/contract"
)

// recordColumns returns the records of a page by column (RecordColumns of the contract): at least one record, all of one
// selection.
func recordColumns(records []*contract.Record) *contract.RecordColumns {
	first := records[0]
	columns := &contract.RecordColumns{}
	for _, record := range records {
		columns.IDs = append(columns.IDs, record.ID)
		if first.Version != "" {
			columns.Versions = append(columns.Versions, record.Version)
		}
	}
	cells := make([]*contract.Cell, len(records))
	for at := range first.Cells {
		for number, record := range records {
			cells[number] = record.Cells[at]
		}
		columns.Cells = append(columns.Cells, cellColumn(cells))
	}
	for at := range first.Relations {
		values := make([]*contract.RelationValue, len(records))
		for number, record := range records {
			values[number] = record.Relations[at]
		}
		columns.Relations = append(columns.Relations, relationColumn(values))
	}
	return columns
}

func relationColumn(values []*contract.RelationValue) *contract.RelationColumn {
	column := &contract.RelationColumn{}
	cells := make([]*contract.Cell, len(values))
	for number, value := range values {
		if value.Related == nil || value.Related.HasMore || len(value.Related.Records) > 1 {
			return &contract.RelationColumn{Each: values}
		}
		id := ""
		for _, record := range value.Related.Records {
			id, cells[number] = record.ID, record.Value
		}
		column.IDs = append(column.IDs, id)
	}
	column.Values = cellColumn(cells)
	return column
}

// cellColumn: a cell may be nil.
func cellColumn(cells []*contract.Cell) *contract.CellColumn {
	column := &contract.CellColumn{Kinds: make([]byte, len(cells))}
	for index, cell := range cells {
		if cell == nil {
			continue
		}
		member := contract.Member(cell, "value")
		if member == nil {
			continue
		}
		column.Kinds[index] = byte(member.Number)
		switch {
		case cell.NullValue != nil:
		case cell.BoolValue != nil:
			number := 0.0
			if *cell.BoolValue {
				number = 1
			}
			column.Numbers = append(column.Numbers, number)
		case cell.DoubleValue != nil:
			column.Numbers = append(column.Numbers, *cell.DoubleValue)
		case cell.TimestampValue != nil:
			column.Numbers = append(column.Numbers, float64(cell.TimestampValue.UnixMilli()))
		case cell.BytesValue != nil:
			column.Bytes = append(column.Bytes, cell.BytesValue)
		default:
			column.Texts = append(column.Texts, cellText(cell))
		}
	}
	return column
}

// cellText returns the text of a cell, or the digits of an integer; empty for cells of other kinds.
func cellText(cell *contract.Cell) string {
	switch {
	case cell.Int64Value != nil:
		return strconv.FormatInt(*cell.Int64Value, 10)
	case cell.InvalidValue != nil:
		return cell.InvalidValue.Raw
	case cell.TruncatedValue != nil:
		return cell.TruncatedValue.Text
	}
	for _, text := range []*string{cell.StringValue, cell.DecimalValue, cell.DateValue, cell.TimeValue, cell.JSONValue} {
		if text != nil {
			return *text
		}
	}
	return ""
}
