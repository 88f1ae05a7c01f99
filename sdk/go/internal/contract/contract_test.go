package contract

import (
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"
)

func sample() *ListRecordsRequest {
	truth, number, text, moment := true, int64(math.MinInt64), "Ä\n", time.Date(2026, 1, 2, 3, 4, 5, 678_000_000, time.UTC)
	cells := []*Cell{{BoolValue: &truth}, {Int64Value: &number}, {StringValue: &text}, {TimestampValue: &moment}, {BytesValue: []byte{}}}
	return &ListRecordsRequest{
		Caller:     &AdminCaller{AdministratorID: "1", Login: "ada", Locale: "en", Permissions: []string{"a.b"}},
		Controller: "acme.shop.products",
		Query: &AdminListQuery{
			Selection: &AdminSelection{Columns: []string{"id", "title"}},
			Conditions: []*AdminCondition{{Comparison: &AdminComparison{
				Column: &AdminColumnReference{Column: "id"}, Operator: AdminComparisonOperatorIn, Values: cells,
			}}},
			Page: &AdminPage{Number: 1, Size: 20},
		},
	}
}

func TestBothCodecsKeepAMessage(t *testing.T) {
	text, err := EncodeJSON(sample())
	if err != nil {
		t.Fatal(err)
	}
	fromText, fromBinary := &ListRecordsRequest{}, &ListRecordsRequest{}
	if err := DecodeJSON(text, fromText); err != nil {
		t.Fatal(err)
	}
	if err := DecodeBinary(EncodeBinary(sample()), fromBinary); err != nil {
		t.Fatal(err)
	}
	for _, read := range []Message{fromText, fromBinary} {
		if !reflect.DeepEqual(read, sample()) {
			t.Errorf("got %+v", read)
		}
		if err := Check(read); err != nil {
			t.Error(err)
		}
	}
	if !strings.Contains(string(text), `"int64Value":"-9223372036854775808"`) {
		t.Errorf("a 64-bit integer is a text in JSON, but got %s", text)
	}
}

func TestChecksNameTheField(t *testing.T) {
	for name, broken := range map[string]func(*ListRecordsRequest){
		"controller":      func(r *ListRecordsRequest) { r.Controller = "" },
		"query.page.size": func(r *ListRecordsRequest) { r.Query.Page.Size = 201 },
		"query.conditions[0].comparison.operator": func(r *ListRecordsRequest) {
			r.Query.Conditions[0].Comparison.Operator = AdminComparisonOperatorUnspecified
		},
		"query.conditions[0].comparison.values[0].null_value": func(r *ListRecordsRequest) {
			truth := true
			r.Query.Conditions[0].Comparison.Values[0] = &Cell{NullValue: &truth}
		},
		"query.selection.columns[1]":    func(r *ListRecordsRequest) { r.Query.Selection.Columns[1] = "id" },
		"query.conditions[0].condition": func(r *ListRecordsRequest) { r.Query.Conditions[0] = &AdminCondition{} },
	} {
		request := sample()
		broken(request)
		var malformed *Malformed
		if err := Check(request); !errors.As(err, &malformed) || malformed.Field != name {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

func TestDecodersRejectWhatIsNoMessage(t *testing.T) {
	for _, text := range []string{"", "[]", "{", `{"controller":1}`, `{"query":[]}`, `{"query":{"page":{"size":-1}}}`, "{}{}", "\xff"} {
		if DecodeJSON([]byte(text), &ListRecordsRequest{}) == nil {
			t.Errorf("%q was read", text)
		}
	}
	for _, data := range []string{"\x0f", "\x12\x05a", "\x10\x01", "\x12\x01\xff", "\x12\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"} {
		if DecodeBinary([]byte(data), &ListRecordsRequest{}) == nil {
			t.Errorf("%q was read", data)
		}
	}
	whole := EncodeBinary(sample())
	for length := range whole {
		// No panic, whatever is missing.
		_ = DecodeBinary(whole[:length], &ListRecordsRequest{})
	}
}
