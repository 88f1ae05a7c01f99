package drivertest

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"gatehouse.dev/host/internal/contract"
)

// admin_search.proto: each page as ListRecords would return it, within the list scope of its controller.
func TestASearchInSeveralLists(t *testing.T) {
	onBoth(t, func(f *fixture) {
		r := newWholeShop(f)
		bob := &contract.AdminCaller{AdministratorID: "2", Login: "bob", Locale: "en"}
		titled := list(func(query *contract.AdminListQuery) {
			query.Search = &contract.AdminSearch{
				Mode: contract.AdminSearchModeAll, Terms: []string{"STRASSE"}, Columns: []*contract.AdminColumnReference{{Column: "title"}},
			}
		})
		all := list(func(*contract.AdminListQuery) {})
		search := func(ids ...string) (string, error) {
			request := &contract.SearchRecordsRequest{Caller: bob}
			for _, id := range ids {
				query := all
				if id == "acme.shop.categories" {
					query = titled
					query.Search.Columns[0].Column = "name"
				}
				request.Queries = append(request.Queries, &contract.ControllerQuery{Controller: id, Query: query})
			}
			response, err := r.answer("SearchRecords", request)
			if err != nil {
				return "", err
			}
			var found []string
			for _, page := range response.(*contract.SearchRecordsResponse).Pages {
				ids := ""
				for _, record := range page.Records {
					ids += record.ID
				}
				found = append(found, ids)
			}
			return strings.Join(found, "|"), nil
		}
		found, err := search("acme.shop.tags", products, "acme.shop.categories")
		f.expectSame("the pages", found+fmt.Sprint(err), "12|34|<nil>")
		var malformed *contract.Malformed
		if _, err := search(products, "x"); !errors.As(err, &malformed) || malformed.Field != "controller" {
			f.Errorf("an unknown controller: %v", err)
		}
	})
}
