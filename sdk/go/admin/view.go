package admin

import (
	"fmt"
	"html/template"
	"math"
	"reflect"
	"sort"
	"strings"
	"time"

	"gatehouse.dev/host/internal/contract"
)

// maxViewDepth is how deeply lists and maps of a view model may nest.
const maxViewDepth = 32

// viewModelError is a view model that contains a value that a template cannot represent. It never contains the value.
type viewModelError struct {
	path         []string
	what, advice string
}

func (e *viewModelError) Error() string {
	path := e.path
	if len(path) > 8 {
		path = append(append([]string{}, path[:8]...), "…")
	}
	return fmt.Sprintf("the view model contains %s at %s; %s", e.what, strings.Join(path, "."), e.advice)
}

// viewValue is a view model on the wire: plain values, lists, maps, and marks in place of values that a template must not
// hold, so that Gatehouse rejects them.
func (r *registry) viewValue(value interface{}, path []string) (*contract.ViewValue, error) {
	if len(path) > maxViewDepth+1 {
		return nil, &viewModelError{path, fmt.Sprintf("a value more than %d levels deep", maxViewDepth), "pass a flatter structure"}
	}
	switch given := value.(type) {
	case nil:
		return &contract.ViewValue{Cell: nullCell()}, nil
	case template.HTML, template.HTMLAttr, template.JS, template.JSStr, template.CSS, template.URL, template.Srcset:
		return &contract.ViewValue{TrustedHTML: &isTrue}, nil
	case time.Time:
		moment, ok := normal(Timestamp, given)
		if !ok {
			return nil, &viewModelError{path, "a date outside the years 1 to 9999", "pass nil or a text instead"}
		}
		return &contract.ViewValue{Cell: cellOf(Timestamp, moment)}, nil
	}
	return r.viewOf(reflect.ValueOf(value), path)
}

func (r *registry) viewOf(value reflect.Value, path []string) (*contract.ViewValue, error) {
	switch value.Kind() {
	case reflect.Ptr, reflect.Interface:
		if value.IsNil() {
			return &contract.ViewValue{Cell: nullCell()}, nil
		}
		return r.viewValue(value.Elem().Interface(), path)
	case reflect.Bool:
		return &contract.ViewValue{Cell: cellOf(Bool, value.Bool())}, nil
	case reflect.String:
		return &contract.ViewValue{Cell: cellOf(String, strings.ToValidUTF8(value.String(), "\ufffd"))}, nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return &contract.ViewValue{Cell: cellOf(BigInt, value.Int())}, nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		if value.Uint() > math.MaxInt64 {
			return nil, &viewModelError{path, "an integer of more than 63 bits", "pass it as text"}
		}
		return &contract.ViewValue{Cell: cellOf(BigInt, int64(value.Uint()))}, nil
	case reflect.Float32, reflect.Float64:
		if math.IsNaN(value.Float()) || math.IsInf(value.Float(), 0) {
			return nil, &viewModelError{path, "NaN or an infinity", "pass nil or a text instead"}
		}
		return &contract.ViewValue{Cell: cellOf(Double, value.Float())}, nil
	case reflect.Map:
		return r.viewMap(value, path)
	case reflect.Slice, reflect.Array:
		return r.viewList(value, path)
	}
	// A struct is not a plain structure, but most likely a row of the database.
	name := value.Type().String()
	for _, m := range r.models {
		if m.record == value.Type() {
			name = m.name
		}
	}
	return &contract.ViewValue{RecordModel: &name}, nil
}

func (r *registry) viewMap(value reflect.Value, path []string) (*contract.ViewValue, error) {
	if value.Type().Key().Kind() != reflect.String {
		return nil, &viewModelError{path, "a map whose keys are no texts", "use texts as keys"}
	}
	keys := value.MapKeys()
	sort.Slice(keys, func(i, j int) bool { return keys[i].String() < keys[j].String() })
	found := &contract.ViewMap{}
	for _, key := range keys {
		name := strings.ToValidUTF8(key.String(), "\ufffd")
		inner, err := r.viewValue(value.MapIndex(key).Interface(), append(path[:len(path):len(path)], name))
		if err != nil {
			return nil, err
		}
		found.Entries = append(found.Entries, &contract.ViewMapEntry{Key: name, Value: inner})
	}
	return &contract.ViewValue{Map: found}, nil
}

func (r *registry) viewList(value reflect.Value, path []string) (*contract.ViewValue, error) {
	if value.Type().Elem().Kind() == reflect.Uint8 {
		return nil, &viewModelError{path, "bytes", "pass a text instead"}
	}
	found := &contract.ViewList{}
	for index := 0; index < value.Len(); index++ {
		inner, err := r.viewValue(value.Index(index).Interface(), append(path[:len(path):len(path)], fmt.Sprint(index)))
		if err != nil {
			return nil, err
		}
		found.Items = append(found.Items, inner)
	}
	return &contract.ViewValue{List: found}, nil
}
