package admin

import (
	"math"
	"runtime"
	"strings"
	"testing"
)

// HC-94
func TestANumberIsWrittenAsInTheOtherSDKs(t *testing.T) {
	for text, number := range map[string]float64{
		"NaN": math.NaN(), "Infinity": math.Inf(1), "-Infinity": math.Inf(-1), "0": math.Copysign(0, -1), "3": 3,
		"0.00001": 0.00001, "1000000": 1e6, "100000000000000000000": 1e20, "1234567.5": 1234567.5,
		"1e-7": 1e-7, "-1.5e-7": -1.5e-7, "1e-10": 1e-10, "1e+21": 1e21,
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
		{`{"a":1,"b":2,"a":3}`, `{"a":3,"b":2}`}, {`{"a":[1],"\u0061":{"b":1,"b":2}}`, `{"a":{"b":2}}`},
		{`"\ud83d\ude00 \\ud800"`, `"😀 \u005cud800"`},
	} {
		if !isSameJSON(pair[0], pair[1]) {
			t.Errorf("%s differs from %s", pair[0], pair[1])
		}
	}
	for _, pair := range [][2]string{
		{`{"a":1,"b":2}`, `{"b":2,"a":1}`}, {`[1,2]`, `[2,1]`}, {`1`, `1.0`}, {`"1"`, `1`}, {`[]`, `{}`},
		{`[[1],2]`, `[[1,2]]`}, {`["1:2"]`, `{"1":2}`}, {`{`, `{`}, {`"\ud800"`, `"\ud801"`}, {`"\udc00\ud800"`, `"\ufffd\ufffd"`},
	} {
		if isSameJSON(pair[0], pair[1]) {
			t.Errorf("%s is the same as %s", pair[0], pair[1])
		}
	}
}

func TestComparingJSONTakesAsMuchAsItsLength(t *testing.T) {
	long := `"` + strings.Repeat("x", 100_000) + `"`
	for what, text := range map[string]string{
		"deep lists":   strings.Repeat("[", 500) + long + strings.Repeat("]", 500),
		"deep objects": strings.Repeat(`{"a":`, 500) + long + strings.Repeat("}", 500),
		"many items":   "[" + strings.Repeat("1,", 50_000) + "1]",
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if !isSameJSON(text, " "+text) {
			t.Errorf("%s differ", what)
		}
		runtime.ReadMemStats(&after)
		if each := int(after.TotalAlloc-before.TotalAlloc) / len(text); each > 200 {
			t.Errorf("%s allocate %d bytes for each of theirs", what, each)
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
