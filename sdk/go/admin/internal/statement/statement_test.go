package statement

import (
	"reflect"
	"strings"
	"testing"
)

func TestValuesStayBesideTheText(t *testing.T) {
	built := New("select {} where {} and {}", Column("shop.a", `b"c`), New("x = {}", "{} $1 \x00"), Joined([]SQL{New("{}", 1)}, ", "))
	text, args := built.Compiled(true)
	if text != `select "shop"."a"."b""c" where x = $1 and $2` || !reflect.DeepEqual(args, []interface{}{"{} $1 \x00", 1}) {
		t.Errorf("got %s with %q", text, args)
	}
	if text, _ := built.Compiled(false); text != `select "shop"."a"."b""c" where x = ?1 and ?2` {
		t.Errorf("got %s", text)
	}
}

func TestConditionsOfTheApplication(t *testing.T) {
	condition, ok := OfApplication(`a = ? or b = '?' or "c?" = ?`, []interface{}{1, 2})
	if text, _ := condition.Compiled(true); !ok || text != `(a = $1 or b = '?' or "c?" = $2)` {
		t.Errorf("got %s", text)
	}
	for _, text := range []string{"a = ?", "a = ? and b = '?", "a = ? or b = ? or c = ?", "a = ? and ? = '"} {
		if _, ok := OfApplication(text, []interface{}{1, 2}); ok {
			t.Errorf("%s was accepted with two values", text)
		}
	}
}

func TestSearchFoldsByTheContract(t *testing.T) {
	for _, match := range [][2]string{
		{"Übung", "üBUNG"}, {"ΟΔΟΣ", "οδος"}, {"ΟΔΟΣ", "οδοσ"}, {"Straße", "STRAẞE"}, {"K", "\u212a"}, {"\u1fd3", "\u0390"},
		{"U\u0308bung", "\u00fcbung"}, {"\u00dcbung", "u\u0308bung"},
	} {
		if !ContainsFolded(match[0], match[1]) {
			t.Errorf("%q does not match %q", match[1], match[0])
		}
	}
	for _, other := range [][2]string{{"Straße", "strasse"}, {"İ", "i"}, {"İ", "ı"}, {"I", "ı"}, {"é", "e"}} {
		if ContainsFolded(other[0], other[1]) {
			t.Errorf("%q matches %q", other[1], other[0])
		}
	}
}

func TestSearchFindsBothSpellingsOfALetter(t *testing.T) {
	text, args := Contains(true, Raw("a"), "\u00fc").Compiled(true)
	if text != "a ~ $1" || len(args) != 1 || strings.Count(args[0].(string), "|") != 1 || !strings.Contains(args[0].(string), "\u0308") {
		t.Errorf("on PostgreSQL: %s, %q", text, args)
	}
	text, args = Contains(false, Raw("a"), "\u00fc").Compiled(false)
	// LIKE folds "u", and the mark has no case.
	if len(args) != 3 || args[2] != "%u\u0308%" {
		t.Errorf("on SQLite: %s, %q", text, args)
	}
	if text, args := Contains(false, Raw("a"), "b").Compiled(false); len(args) != 1 {
		t.Errorf("a text with one spelling: %s, %q", text, args)
	}
}

func TestPatternsAreOrdinaryText(t *testing.T) {
	for _, isPostgres := range []bool{true, false} {
		text, args := Contains(isPostgres, Raw("a"), `5%_\*[k`).Compiled(isPostgres)
		t.Log(text, args)
		if isPostgres && args[0] != `5\%\_\\\*\[[kK`+"\u212a]" && args[0] != "5\\%\\_\\\\\\*\\[[k\u212aK]" {
			t.Errorf("got %q", args)
		}
		if !isPostgres && args[0] != `%5\%\_\\*[_%` {
			t.Errorf("got %q", args)
		}
	}
}
