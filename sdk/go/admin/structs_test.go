package admin

import (
	"reflect"
	"strings"
	"testing"
	"time"
)

type author struct {
	ID   int64
	Name string `admin:"length=50"`
}

func (author) TableName() string { return "authors" }

type book struct {
	ID        int64
	ISBNCode  string `admin:"length=13"`
	Price     string `admin:"type=decimal,precision=6,scale=2,default=1.50"`
	Pages     *int16 `admin:"min=1"`
	Printed   *time.Time
	Secret    string `admin:"hidden"`
	Revision  int    `admin:"version"`
	AuthorID  *int64
	Author    *author `admin:"belongsTo=author_id,label=name"`
	Forgotten func()  `db:"-"`
}

func (*book) TableName() string { return "shop.books" }

func TestAStructDescribesItsTable(t *testing.T) {
	known, err := newRegistry(false, []*Controller{{ID: "acme.shop.books", Record: book{}}})
	if err != nil {
		t.Fatal(err)
	}
	m := known.models[0]
	if m.name != `Acme\Shop\Models\book` || m.table != "shop.books" || m.primaryKey != "id" || m.version != "revision" {
		t.Errorf("got %+v", m)
	}
	if order := strings.Join(m.order, " "); order != "id isbn_code price pages printed revision author_id" {
		t.Errorf("got %s", order)
	}
	least, most := int64(1), int64(32767)
	want := &column{name: "pages", kind: Integer, nullable: true, minimum: &least, maximum: &most}
	if !reflect.DeepEqual(m.columns["pages"], want) {
		t.Errorf("got %+v", m.columns["pages"])
	}
	if price := m.columns["price"]; price.defaultValue != "1.5" || price.scale != 2 || price.nullable {
		t.Errorf("got %+v", price)
	}
	if related := known.controllers[0].relations[0]; related.model.table != "authors" || !related.model.columns["name"].protected {
		t.Errorf("got %+v", related)
	}
}

type nameless struct{ ID int }

type wrong struct {
	ID    int
	Price float64 `admin:"type=money"`
}

func (wrong) TableName() string { return "wrong" }

type keyless struct{ Name string }

func (keyless) TableName() string { return "keyless" }

func TestMistakesAreNamed(t *testing.T) {
	for message, controllers := range map[string][]*Controller{
		"nameless needs a method TableName":                                       {{ID: "a.b.c", Record: nameless{}}},
		`wrong.Price: there is no column`:                                         {{ID: "a.b.c", Record: wrong{}}},
		"keyless needs a primary key":                                             {{ID: "a.b.c", Record: keyless{}}},
		"Record is missing":                                                       {{ID: "a.b.c"}},
		"two controllers have the id":                                             {{ID: "a.b.c", Record: author{}}, {ID: "a.b.c", Record: author{}}},
		"and 0 of them set DefaultForModel":                                       {{ID: "a.b.c", Record: author{}}, {ID: "a.b.d", Record: author{}}},
		"NewRecord: nothing is not a column":                                      {{ID: "a.b.c", Record: author{}, NewRecord: Values{"nothing": 1}}},
		"name: a string column takes a string of UTF-8 without NUL, not this int": {{ID: "a.b.c", Record: author{}, NewRecord: Values{"name": 1}}},
	} {
		if _, err := newRegistry(false, controllers); err == nil || !strings.Contains(err.Error(), message) {
			t.Errorf("%s: got %v", message, err)
		}
	}
}

// HC-71: what a column takes, and what it got.
func TestUnfitValuesAreDescribed(t *testing.T) {
	for kind := range columnTypes {
		if takes[kind] == "" {
			t.Errorf("nothing is said about %s", kind)
		}
	}
	if found := unfitText(Decimal, 1.5); found != `a decimal column takes a text such as "12.50", an integer, or a fmt.Stringer, not this float64` {
		t.Error(found)
	}
	if found := unfitText(Integer, true); !strings.HasPrefix(found, "an integer column takes an integer between") {
		t.Error(found)
	}
}

func TestDecimalsKeepTheirDigits(t *testing.T) {
	for text, want := range map[string]string{
		"1.50": "1.5", "-0.0": "0", "007": "7", "1e3": "1000", "12.5e-3": "0.0125", "-.5": "-0.5", "1E+2": "100",
		"123456789012345678901234567890.10": "123456789012345678901234567890.1",
	} {
		if got, ok := plainDecimal(text); !ok || got != want {
			t.Errorf("%s: got %s", text, got)
		}
	}
	for _, text := range []string{"", "-", ".", "NaN", "1e99999", "1,5", "0x1", "1e2000"} {
		if got, ok := plainDecimal(text); ok {
			t.Errorf("%s: got %s", text, got)
		}
	}
}

func TestStoredValuesAreNotGuessed(t *testing.T) {
	for _, each := range []struct {
		kind ColumnType
		raw  interface{}
		want interface{}
	}{
		{Timestamp, "2026-01-02 03:04:05.6789+01:00", time.Date(2026, 1, 2, 2, 4, 5, 678_000_000, time.UTC)},
		{Timestamp, "@-1500.000000", time.UnixMilli(-2).UTC()},
		{Bool, int64(1), true}, {Integer, "12", int64(12)}, {Double, []byte("1.5"), 1.5}, {Decimal, "1.50", "1.5"},
	} {
		if got := storedValue(each.kind, each.raw); got.isUnfit || !reflect.DeepEqual(got.value, each.want) {
			t.Errorf("%v: got %+v", each.raw, got)
		}
	}
	for raw, kind := range map[interface{}]ColumnType{
		"2026-02-30": Date, "abc": Integer, "25:00:00": Time, "{": JSON, int64(2): Bool, "\xff": String,
		int64(1 << 60): Integer, "2026-01-01 00:00:00": Date,
	} {
		if got := storedValue(kind, raw); !got.isUnfit {
			t.Errorf("%v as %s: got %v", raw, kind, got.value)
		}
	}
}

func TestLoginsCompareComposedAndInLowerCase(t *testing.T) {
	if keyOf("U\u0308BERΣ") != "überς" {
		t.Errorf("got %q", keyOf("U\u0308BERΣ"))
	}
}
