package admin

import (
	"math"
	"testing"
)

// HC-94
func TestANumberIsWrittenAsInTheOtherSDKs(t *testing.T) {
	for text, number := range map[string]float64{
		"NaN": math.NaN(), "Infinity": math.Inf(1), "-Infinity": math.Inf(-1), "0": math.Copysign(0, -1), "3": 3,
		"0.00001": 0.00001, "1000000": 1e6, "100000000000000000000": 1e20, "1234567.5": 1234567.5,
	} {
		if got := numberText(number); got != text {
			t.Errorf("%v is written as %s, not %s", number, got, text)
		}
	}
}

// HC-34
func TestMembersInAnotherOrderAreAnotherValue(t *testing.T) {
	for _, pair := range [][2]string{
		{`{"a": 1, "b": [1, "ß"]}`, `{"a":1,"b":[1,"\u00df"]}`}, {`{"a":1,"a":2}`, `{"a":2}`}, {`[[], {}]`, `[[],{}]`},
	} {
		if !isSameJSON(pair[0], pair[1]) {
			t.Errorf("%s differs from %s", pair[0], pair[1])
		}
	}
	for _, pair := range [][2]string{
		{`{"a":1,"b":2}`, `{"b":2,"a":1}`}, {`[1,2]`, `[2,1]`}, {`1`, `1.0`}, {`"1"`, `1`}, {`[]`, `{}`},
		{`[[1],2]`, `[[1,2]]`}, {`["1:2"]`, `{"1":2}`}, {`{`, `{`},
	} {
		if isSameJSON(pair[0], pair[1]) {
			t.Errorf("%s is the same as %s", pair[0], pair[1])
		}
	}
}

// An item that is no scalar is no choice (HC-94; ColumnValue.option_provider).
func TestItemsOfAListOfChoices(t *testing.T) {
	offered := map[string]bool{"draft": true, "1000000": true, "true": true}
	c := &column{name: "chosen", kind: JSON}
	for _, text := range []string{`["draft"]`, `[1000000, true]`, `[]`, `"draft"`} {
		if !isChosen(c, text, offered) {
			t.Errorf("%s is refused", text)
		}
	}
	for _, text := range []string{`null`, `""`, `[""]`, `[null]`, `[["draft"]]`, `{}`, `[{}]`, `["live"]`, `5`} {
		if isChosen(c, text, offered) {
			t.Errorf("%s is accepted", text)
		}
	}
}
