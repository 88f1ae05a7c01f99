package admin

import (
	"fmt"

	"gatehouse.dev/host/internal/contract"
	"gatehouse.dev/host/sqlbackend"
)

func (a *Admin) readRpcs() []recordRpc {
	return []recordRpc{
		{
			"ListRecords", func() contract.Message { return &contract.ListRecordsRequest{} },
			func() contract.Message { return &contract.ListRecordsResponse{} }, sqlbackend.ReadSnapshot,
			func(s *session, message contract.Message) (contract.Message, error) {
				request := message.(*contract.ListRecordsRequest)
				page, err := s.page(request.Controller, request.Query)
				return &contract.ListRecordsResponse{Page: page}, err
			},
		},
		{
			"GetRecord", func() contract.Message { return &contract.GetRecordRequest{} },
			func() contract.Message { return &contract.GetRecordResponse{} }, sqlbackend.ReadSnapshot,
			func(s *session, message contract.Message) (contract.Message, error) {
				record, err := s.getRecord(message.(*contract.GetRecordRequest))
				return &contract.GetRecordResponse{Record: record}, err
			},
		},
		{
			"ListOptions", func() contract.Message { return &contract.ListOptionsRequest{} },
			func() contract.Message { return &contract.ListOptionsResponse{} }, sqlbackend.ReadSnapshot,
			func(s *session, message contract.Message) (contract.Message, error) {
				request := message.(*contract.ListOptionsRequest)
				var owner *optionOwner
				if request.Settings != nil {
					form, err := a.screen(*request.Settings)
					if err != nil {
						return nil, err
					}
					found := form.optionOwner()
					owner = &found
				}
				return s.listOptions(request, owner)
			},
		},
		{
			"ListRelated", func() contract.Message { return &contract.ListRelatedRequest{} },
			func() contract.Message { return &contract.ListRelatedResponse{} }, sqlbackend.ReadSnapshot,
			func(s *session, message contract.Message) (contract.Message, error) {
				request := message.(*contract.ListRelatedRequest)
				of, err := s.managed(request.Controller, request.ID, request.Relation, nil)
				if err != nil {
					return nil, err
				}
				page, err := of.related(request.Query)
				return &contract.ListRelatedResponse{Page: page}, err
			},
		},
		{
			"ListCandidates", func() contract.Message { return &contract.ListCandidatesRequest{} },
			func() contract.Message { return &contract.ListCandidatesResponse{} }, sqlbackend.ReadSnapshot,
			func(s *session, message contract.Message) (contract.Message, error) {
				request := message.(*contract.ListCandidatesRequest)
				of, err := s.managed(request.Controller, request.ID, request.Relation, nil)
				if err != nil {
					return nil, err
				}
				page, err := of.candidates(request.Query, request.IDs)
				return &contract.ListCandidatesResponse{Page: page}, err
			},
		},
		{
			"GetSettings", func() contract.Message { return &contract.GetSettingsRequest{} },
			func() contract.Message { return &contract.GetSettingsResponse{} }, sqlbackend.ReadSnapshot,
			func(s *session, message contract.Message) (contract.Message, error) {
				request := message.(*contract.GetSettingsRequest)
				form, err := a.screen(request.Settings)
				if err != nil {
					return nil, err
				}
				saved, err := loadSettings(s.ctx, s.tx, s.facts().isPostgres, form.Code, false)
				if err != nil {
					return nil, err
				}
				values, err := form.message(request.Columns, saved)
				return &contract.GetSettingsResponse{Values: values}, err
			},
		},
		{
			// Application code, which may also write an audit record.
			"GetPartialData", func() contract.Message { return &contract.GetPartialDataRequest{} },
			func() contract.Message { return &contract.GetPartialDataResponse{} }, sqlbackend.Snapshot,
			func(s *session, message contract.Message) (contract.Message, error) {
				return s.partialData(message.(*contract.GetPartialDataRequest))
			},
		},
	}
}

func (a *Admin) writeRpcs() []recordRpc {
	return []recordRpc{
		{
			"CreateRecord", func() contract.Message { return &contract.CreateRecordRequest{} },
			func() contract.Message { return &contract.CreateRecordResponse{} }, sqlbackend.Write,
			func(s *session, message contract.Message) (contract.Message, error) {
				record, err := s.createRecord(message.(*contract.CreateRecordRequest))
				return &contract.CreateRecordResponse{Created: record}, err
			},
		},
		{
			"UpdateRecord", func() contract.Message { return &contract.UpdateRecordRequest{} },
			func() contract.Message { return &contract.UpdateRecordResponse{} }, sqlbackend.Write,
			func(s *session, message contract.Message) (contract.Message, error) {
				record, err := s.updateRecord(message.(*contract.UpdateRecordRequest))
				return &contract.UpdateRecordResponse{Updated: record}, err
			},
		},
		{
			"DeleteRecords", func() contract.Message { return &contract.DeleteRecordsRequest{} },
			func() contract.Message { return &contract.DeleteRecordsResponse{} }, sqlbackend.Write,
			func(s *session, message contract.Message) (contract.Message, error) {
				request := message.(*contract.DeleteRecordsRequest)
				controller, err := s.registry.controller(request.Controller)
				if err != nil {
					return nil, err
				}
				return &contract.DeleteRecordsResponse{Deleted: &isTrue}, s.deleteRecords(controller, request.IDs)
			},
		},
		{
			"Link", func() contract.Message { return &contract.LinkRequest{} },
			func() contract.Message { return &contract.LinkResponse{} }, sqlbackend.Write,
			func(s *session, message contract.Message) (contract.Message, error) {
				request := message.(*contract.LinkRequest)
				of, err := s.managed(request.Controller, request.ID, request.Relation, request.IDs)
				if err != nil {
					return nil, err
				}
				linked, err := of.link(request.IDs)
				count := uint32(linked)
				return &contract.LinkResponse{Linked: &count}, err
			},
		},
		{
			"Unlink", func() contract.Message { return &contract.UnlinkRequest{} },
			func() contract.Message { return &contract.UnlinkResponse{} }, sqlbackend.Write,
			func(s *session, message contract.Message) (contract.Message, error) {
				request := message.(*contract.UnlinkRequest)
				of, err := s.managed(request.Controller, request.ID, request.Relation, request.IDs)
				if err != nil {
					return nil, err
				}
				unlinked, err := of.unlink(request.IDs)
				count := uint32(unlinked)
				return &contract.UnlinkResponse{Unlinked: &count}, err
			},
		},
		{
			"UpdateSettings", func() contract.Message { return &contract.UpdateSettingsRequest{} },
			func() contract.Message { return &contract.UpdateSettingsResponse{} }, sqlbackend.Write,
			func(s *session, message contract.Message) (contract.Message, error) {
				request := message.(*contract.UpdateSettingsRequest)
				form, err := a.screen(request.Settings)
				if err != nil {
					return nil, err
				}
				return s.updateSettings(form, request)
			},
		},
		{
			"RunAction", func() contract.Message { return &contract.RunActionRequest{} },
			func() contract.Message { return &contract.RunActionResponse{} }, sqlbackend.Write,
			func(s *session, message contract.Message) (contract.Message, error) {
				return s.runAction(message.(*contract.RunActionRequest))
			},
		},
	}
}

func (a *Admin) screen(code string) (*screen, error) {
	if found := a.screens[code]; found != nil {
		return found, nil
	}
	return nil, malformed("settings", "is not a settings screen of this host")
}

// page returns a page of a controller's list.
func (s *session) page(controllerID string, query *contract.AdminListQuery) (*contract.RecordPage, error) {
	controller, err := s.registry.controller(controllerID)
	if err != nil {
		return nil, err
	}
	base, err := s.inList(controller)
	if err != nil {
		return nil, err
	}
	return s.about(controller).listPage(base, query)
}

func (s *session) getRecord(request *contract.GetRecordRequest) (*contract.Record, error) {
	controller, err := s.registry.controller(request.Controller)
	if err != nil {
		return nil, err
	}
	scope := s.inForm
	if request.Scope == contract.AdminScopeList {
		scope = s.inList
	}
	conditions, err := scope(controller)
	if err != nil {
		return nil, err
	}
	record, err := s.about(controller).recordWithID(conditions, request.ID, request.Selection)
	if err != nil {
		return nil, err
	}
	if record == nil {
		return nil, errNotFound
	}
	return sendable(record), nil
}

func (s *session) partialData(request *contract.GetPartialDataRequest) (contract.Message, error) {
	controller, err := s.registry.controller(request.Controller)
	if err != nil {
		return nil, err
	}
	if len(controller.Partials) == 0 {
		return nil, malformed("controller", "supplies no partial data")
	}
	if request.RecordID != "" {
		if _, err := s.requireRecord(controller, request.RecordID); err != nil {
			return nil, err
		}
	}
	// Its name is not part of the registration: that it is missing is a mistake of the application.
	partial := controller.Partials[request.Partial]
	if partial == nil {
		return nil, fmt.Errorf("Controller.Partials of %s has no function for the partial %q", controller.ID, request.Partial)
	}
	data, err := partial(s.ctx, s.call(), request.RecordID)
	if err != nil {
		return nil, err
	}
	value, err := s.registry.viewValue(data, []string{".Data"})
	return &contract.GetPartialDataResponse{Data: value}, err
}

func (s *session) runAction(request *contract.RunActionRequest) (contract.Message, error) {
	controller, err := s.registry.controller(request.Controller)
	if err != nil {
		return nil, err
	}
	action, err := controller.action(request.Action)
	if err != nil {
		return nil, err
	}
	if request.RecordID != "" {
		if _, err := s.requireRecord(controller, request.RecordID); err != nil {
			return nil, err
		}
	}
	values, err := formValues(controller.model.columns, request.Values)
	if err != nil {
		return nil, err
	}
	result, err := action.Run(s.ctx, &ActionCall{Call: *s.call(), RecordID: request.RecordID, Values: values})
	if err != nil {
		return nil, err
	}
	return actionResponse(controller.model, result)
}

func (r *registered) action(name string) (*Action, error) {
	for index := range r.Actions {
		if r.Actions[index].Name == name {
			return &r.Actions[index], nil
		}
	}
	return nil, malformed("action", "is not an action of the controller")
}

func actionResponse(m *model, result ActionResult) (contract.Message, error) {
	done := &contract.ActionResult{Message: beginning(result.Message, maxAdminText)}
	for name := range result.Fill {
		if m.columns[name] == nil {
			return nil, fmt.Errorf("an action fills %s, which is not a declared column", name)
		}
	}
	for _, name := range m.order {
		value, ok := result.Fill[name]
		if !ok {
			continue
		}
		cell, err := anyCellOf(m.columns[name], value)
		if err != nil {
			return nil, err
		}
		done.Fill = append(done.Fill, &contract.FormValue{Column: name, Value: cell})
	}
	return &contract.RunActionResponse{Done: done}, nil
}
