package admin

import (
	"context"
	"fmt"

	"gatehouse.dev/host/internal/contract"
)

var viewRefusals = map[ViewRefusal]contract.ViewRefusal{
	"":            contract.ViewRefusalUnspecified,
	ViewUnknown:   contract.ViewRefusalUnknown,
	ViewStale:     contract.ViewRefusalStale,
	ViewForbidden: contract.ViewRefusalForbidden,
	ViewTooMany:   contract.ViewRefusalTooMany,
}

func viewRefusal(refusal ViewRefusal) (contract.ViewRefusal, error) {
	sent, ok := viewRefusals[refusal]
	if !ok {
		return sent, fmt.Errorf("the directory returned the unknown refusal %q", refusal)
	}
	return sent, nil
}

func (v *SavedView) message() *contract.SavedView {
	return &contract.SavedView{
		ID: v.ID, Version: v.Version, OwnerID: v.OwnerID, OwnerName: v.OwnerName, Shared: v.Shared, Name: v.Name, Query: v.Query,
	}
}

// viewRpcs are AdminViewService over Views.
func viewRpcs(views Views) []contract.Rpc {
	const service = "AdminViewService"
	return []contract.Rpc{
		typedRpc(service, "ListViews", func(ctx context.Context, request *contract.ListViewsRequest) (contract.Message, error) {
			found, err := views.ListViews(ctx, request.AdministratorID, request.List)
			response := &contract.ListViewsResponse{}
			for index := range found {
				response.Views = append(response.Views, found[index].message())
			}
			return response, err
		}),
		typedRpc(service, "SaveView", func(ctx context.Context, request *contract.SaveViewRequest) (contract.Message, error) {
			found, refusal, err := views.SaveView(ctx, ViewChange{
				AdministratorID: request.AdministratorID, List: request.List, ID: request.ID, Version: request.Version,
				Shared: request.Shared, Name: request.Name, Query: request.Query,
			})
			if err != nil {
				return nil, err
			}
			if refusal != "" {
				sent, err := viewRefusal(refusal)
				return &contract.SaveViewResponse{Refusal: &sent}, err
			}
			if found == nil {
				return nil, fmt.Errorf("the directory returned neither a view nor a refusal")
			}
			return &contract.SaveViewResponse{View: found.message()}, nil
		}),
		typedRpc(service, "DeleteView", func(ctx context.Context, request *contract.DeleteViewRequest) (contract.Message, error) {
			refusal, err := views.DeleteView(ctx, request.AdministratorID, request.List, request.ID)
			if err != nil {
				return nil, err
			}
			sent, err := viewRefusal(refusal)
			return &contract.DeleteViewResponse{Refusal: sent}, err
		}),
	}
}
