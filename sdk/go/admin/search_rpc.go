package admin

import (
	"gatehouse.dev/host/internal/contract"
	"gatehouse.dev/host/sqlbackend"
)

// searchRpc is AdminSearchService: the first page of several lists, in one transaction.
var searchRpc = recordRpc{
	"SearchRecords", func() contract.Message { return &contract.SearchRecordsRequest{} },
	func() contract.Message { return &contract.SearchRecordsResponse{} }, sqlbackend.ReadSnapshot,
	func(s *session, message contract.Message) (contract.Message, error) {
		response := &contract.SearchRecordsResponse{}
		for _, each := range message.(*contract.SearchRecordsRequest).Queries {
			page, err := s.page(each.Controller, each.Query)
			if err != nil {
				return nil, err
			}
			response.Pages = append(response.Pages, page)
		}
		return response, nil
	},
}
