package admin

import (
	"context"
	"fmt"
	"reflect"
	"strings"
)

// Settings is a settings screen: a form with one record, which always exists.
type Settings struct {
	// Code has lower-case letters, digits, "_", "-" and ".": the screen is at /settings/{code}.
	Code  string
	Label string
	// Values is a struct: its fields are the values of the screen, with the tags of a Controller's struct, and what they
	// hold are the defaults until the form is saved.
	Values interface{}
	// Description is one sentence.
	Description string
	// Category is the heading above the entry.
	Category string
	Icon     string
	// Order is ascending.
	Order int32
	// Keywords are additional words by which a search finds it.
	Keywords []string
	// Permissions are codes that it requires, all of them.
	Permissions []string
	// Fields is the YAML file of its fields. Default: "~/plugins/acme/shop/models/{struct in lower case}/fields.yaml".
	Fields string
	// Options are option providers, as those of a Controller.
	Options map[string]func(ctx context.Context, call *Call, form Values) ([]Choice, error)
	// BeforeSave runs before values are written, with those that the form wrote. It may change them and add others, and
	// return Refused and Invalid.
	BeforeSave func(ctx context.Context, call *Call, values Values) error
	// AfterSave runs after the write, in the same transaction, with all saved values.
	AfterSave func(ctx context.Context, call *Call, values Values) error
}

// screen is a settings screen with its columns.
type screen struct {
	*Settings
	columns map[string]*column
	// order has the names of the columns in the order of the struct.
	order []string
}

func newScreen(given *Settings) (*screen, error) {
	record := structType(given.Values)
	if record == nil || record.Kind() != reflect.Struct {
		return nil, fmt.Errorf("admin: settings %s: Values must be a struct", given.Code)
	}
	value := reflect.ValueOf(given.Values)
	for value.Kind() == reflect.Ptr {
		if value.IsNil() {
			value = reflect.New(record)
		}
		value = value.Elem()
	}
	found := &screen{Settings: given, columns: map[string]*column{}}
	if err := found.read(value); err != nil {
		return nil, fmt.Errorf("admin: settings %s: %s.%w", given.Code, record.Name(), err)
	}
	if len(found.order) == 0 {
		return nil, fmt.Errorf("admin: settings %s: %s has no fields", given.Code, record.Name())
	}
	return found, nil
}

func (s *screen) read(value reflect.Value) error {
	for index := 0; index < value.NumField(); index++ {
		field := value.Type().Field(index)
		if !field.IsExported() || field.Tag.Get("db") == "-" {
			continue
		}
		read := &described{}
		if err := read.field(field); err != nil {
			return fmt.Errorf("%s: %w", field.Name, err)
		}
		if len(read.columns) != 1 {
			return fmt.Errorf("%s: a settings screen has no relations and no hidden values", field.Name)
		}
		c := read.columns[0]
		normalized, ok := normal(c.kind, goValue(value.Field(index)))
		if !ok || !c.fits(normalized) {
			return fmt.Errorf("%s: its default does not fit the %s column", field.Name, c.kind)
		}
		c.defaultValue = normalized
		s.columns[c.name] = c
		s.order = append(s.order, c.name)
	}
	return nil
}

// goValue returns the value of a field; nil for a nil pointer.
func goValue(value reflect.Value) interface{} {
	if value.Kind() == reflect.Ptr {
		if value.IsNil() {
			return nil
		}
		value = value.Elem()
	}
	switch value.Kind() {
	case reflect.Bool:
		return value.Bool()
	case reflect.String:
		return value.String()
	case reflect.Float32, reflect.Float64:
		return value.Float()
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return value.Int()
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return value.Uint()
	case reflect.Slice:
		if value.IsNil() {
			return nil
		}
	}
	return value.Interface()
}

func (s *screen) optionOwner() optionOwner {
	return optionOwner{columns: s.columns, providers: s.Options}
}

func (s *screen) fields(plugin string) string {
	if s.Fields != "" {
		return s.Fields
	}
	name := strings.ToLower(structType(s.Values).Name())
	return "~/plugins/" + strings.ReplaceAll(plugin, ".", "/") + "/models/" + name + "/fields.yaml"
}
