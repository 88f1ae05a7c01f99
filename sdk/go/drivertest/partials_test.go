package drivertest

import (
	"context"
	"errors"
	"html/template"
	"math"
	"strings"
	"testing"
	"time"

	"gatehouse.dev/host/admin"
	"gatehouse.dev/host/drivertest/shop"
	"gatehouse.dev/host/internal/contract"
)

func (r *records) partial(name, id string) (*contract.ViewValue, error) {
	response, err := r.answer("GetPartialData", &contract.GetPartialDataRequest{
		Caller: ada, Controller: products, Partial: name, RecordID: id,
	})
	if err != nil {
		return nil, err
	}
	if found := outcome(response, nil); found != "done" {
		return nil, errors.New(found)
	}
	return response.(*contract.GetPartialDataResponse).Data, nil
}

// HC-37: marks take the place of values that a template must not hold, and an error names the place of one that it cannot.
func TestViewModels(t *testing.T) {
	deep := interface{}("end")
	for level := 0; level < 40; level++ {
		deep = []interface{}{deep}
	}
	var none *shop.Product
	views := map[string]interface{}{
		"html": template.HTML("<b>"), "record": &shop.Product{}, "pointer": none, "struct": struct{ Name string }{"x"},
		"bytes": []byte("x"), "keys": map[int]string{1: "x"}, "deep": deep, "infinite": math.Inf(1), "long": uint64(math.MaxUint64),
		"year": map[string]interface{}{"at": []interface{}{time.Date(20000, 1, 1, 0, 0, 0, 0, time.UTC)}},
	}
	onBoth(t, func(f *fixture) {
		r := newWholeShop(f, func(products *admin.Controller) {
			for name, value := range views {
				value := value
				products.Partials[name] = func(context.Context, *admin.Call, string) (interface{}, error) { return value, nil }
			}
			products.Partials["broken"] = func(context.Context, *admin.Call, string) (interface{}, error) {
				return nil, errors.New("a bug")
			}
		})
		for name, expected := range map[string]string{
			"bytes": "contains bytes at .Data;", "keys": "a map whose keys are no texts at .Data", "deep": "more than 32 levels deep",
			"infinite": "NaN or an infinity at .Data", "long": "an integer of more than 63 bits",
			"year": "a date outside the years 1 to 9999 at .Data.at.0", "broken": "a bug",
			"nothing": `has no function for the partial "nothing"`,
		} {
			if _, err := r.partial(name, ""); err == nil || !strings.Contains(err.Error(), expected) {
				f.Errorf("%s: %v", name, err)
			}
		}
		for name, marked := range map[string]string{"record": `Acme\Shop\Models\Product`, "struct": "struct { Name string }"} {
			if view, err := r.partial(name, ""); err != nil || view.RecordModel == nil || *view.RecordModel != marked {
				f.Errorf("%s: %+v, %v", name, view, err)
			}
		}
		if view, err := r.partial("html", ""); err != nil || view.TrustedHTML == nil {
			f.Errorf("html: %+v, %v", view, err)
		}
		if view, err := r.partial("pointer", ""); err != nil || view.Cell == nil || view.Cell.NullValue == nil {
			f.Errorf("a nil pointer: %+v, %v", view, err)
		}
		for _, id := range []string{"999", "x"} {
			if _, err := r.partial("stats", id); err == nil || err.Error() != "not found" {
				f.Errorf("of the record %s: %v", id, err)
			}
		}
	})
}
