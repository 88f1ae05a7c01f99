package admin

import (
	"encoding/base64"
	"sort"

	"gatehouse.dev/host/internal/contract"
)

// Records and settings that are too long to be sent: their longest values become invalid values.

const (
	// maxValuesBytes is the share of an answer for a record or the values of a settings screen. The rest is for ids, names
	// and framing.
	maxValuesBytes = maxAnswerBytes - 256*1024
	cellBytes      = 16
)

func sizeOf(cell *contract.Cell) int {
	return cellBytes + len(cellText(cell)) + len(cell.BytesValue)
}

func sizeOfRelations(relations []*contract.RelationValue) int {
	size := 0
	for _, value := range relations {
		if value.Related == nil {
			continue
		}
		for _, record := range value.Related.Records {
			size += cellBytes + len(record.ID) + sizeOf(record.Value)
		}
	}
	return size
}

// asInvalid is the beginning of a cell's value as a value that does not fit.
func asInvalid(cell *contract.Cell) *contract.Cell {
	text := cellText(cell)
	if content := cell.BytesValue; content != nil {
		if len(content) > maxRawValue {
			content = content[:maxRawValue]
		}
		text = base64.StdEncoding.EncodeToString(content)
	}
	return invalidCell(beginning(text, maxRawValue))
}

// sendableCells returns the cells of one record, the longest of them as invalid values if the record is too long to be
// sent; cut says which.
func sendableCells(cells []*contract.Cell, relations []*contract.RelationValue) (sent []*contract.Cell, cut map[int]bool) {
	total := sizeOfRelations(relations)
	order := make([]int, len(cells))
	for index, cell := range cells {
		total += sizeOf(cell)
		order[index] = index
	}
	if total <= maxValuesBytes {
		return cells, nil
	}
	sort.SliceStable(order, func(i, j int) bool { return sizeOf(cells[order[i]]) > sizeOf(cells[order[j]]) })
	sent, cut = append([]*contract.Cell{}, cells...), map[int]bool{}
	for _, index := range order {
		if total <= maxValuesBytes {
			break
		}
		sent[index], cut[index] = asInvalid(cells[index]), true
		total += sizeOf(sent[index]) - sizeOf(cells[index])
	}
	return sent, cut
}

// sendable is a record of which the host sends no other in the same answer.
func sendable(record *contract.Record) *contract.Record {
	record.Cells, _ = sendableCells(record.Cells, record.Relations)
	return record
}

// sendableTogether returns as many of the first records as one answer can hold, at least one.
func sendableTogether(records []*contract.Record) []*contract.Record {
	total := 0
	for index, record := range records {
		total += cellBytes + len(record.ID) + sizeOfRelations(record.Relations)
		for _, cell := range record.Cells {
			total += sizeOf(cell)
		}
		if index == 0 {
			sendable(record)
		} else if total > maxValuesBytes {
			return records[:index]
		}
	}
	return records
}

// tooLongWrite returns which of the columns just written makes the record too long to be sent: the longest of them. It is
// empty for a record that is short enough, or too long because of other columns alone, which the application stored.
func tooLongWrite(
	names []string, cells []*contract.Cell, written map[string]bool, relations []*contract.RelationValue,
) string {
	_, cut := sendableCells(cells, relations)
	if len(cut) == 0 {
		return ""
	}
	var others []*contract.Cell
	for index, name := range names {
		if !written[name] {
			others = append(others, cells[index])
		}
	}
	_, othersCut := sendableCells(others, relations)
	longest, found := -1, ""
	for index, name := range names {
		if written[name] && (len(othersCut) == 0 || cut[index]) && sizeOf(cells[index]) > longest {
			longest, found = sizeOf(cells[index]), name
		}
	}
	return found
}
