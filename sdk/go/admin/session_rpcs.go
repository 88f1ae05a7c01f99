package admin

import (
	"context"
	"fmt"

	"gatehouse.dev/host/internal/contract"
)

func deviceOf(sent *contract.SessionDevice) SessionDevice {
	return SessionDevice{Browser: sent.Browser, System: sent.System, Network: sent.Network}
}

var endSessionOutcomes = map[EndSessionOutcome]contract.EndSessionOutcome{
	SessionEnded:     contract.EndSessionOutcomeEnded,
	SessionUnknown:   contract.EndSessionOutcomeUnknown,
	SessionForbidden: contract.EndSessionOutcomeForbidden,
}

// sessionRpcs are AdminSessionService over Sessions.
func sessionRpcs(sessions Sessions) []contract.Rpc {
	const service = "AdminSessionService"
	return []contract.Rpc{
		typedRpc(service, "OpenSession", func(ctx context.Context, request *contract.OpenSessionRequest) (contract.Message, error) {
			opened, err := sessions.OpenSession(ctx, NewSession{
				AdministratorID: request.AdministratorID, TokenVersion: request.TokenVersion, ID: request.SessionID,
				Device: deviceOf(request.Device), At: *request.At, ExpiresAt: *request.ExpiresAt,
			})
			return &contract.OpenSessionResponse{Opened: opened}, err
		}),
		typedRpc(service, "TouchSession", func(ctx context.Context, request *contract.TouchSessionRequest) (contract.Message, error) {
			return &contract.TouchSessionResponse{}, sessions.TouchSession(ctx, SessionUse{
				AdministratorID: request.AdministratorID, SessionID: request.SessionID, Device: deviceOf(request.Device),
				At: *request.At,
			})
		}),
		typedRpc(service, "ListSessions", func(ctx context.Context, request *contract.ListSessionsRequest) (contract.Message, error) {
			found, err := sessions.ListSessions(ctx, request.AdministratorID, *request.At)
			response := &contract.ListSessionsResponse{}
			for _, each := range found {
				openedAt, usedAt := each.OpenedAt, each.UsedAt
				response.Sessions = append(response.Sessions, &contract.AdminSession{
					SessionID: each.ID, OpenedAt: &openedAt, UsedAt: &usedAt,
					Device: &contract.SessionDevice{
						Browser: each.Device.Browser, System: each.Device.System, Network: each.Device.Network,
					},
				})
			}
			return response, err
		}),
		typedRpc(service, "EndSession", func(ctx context.Context, request *contract.EndSessionRequest) (contract.Message, error) {
			outcome, err := sessions.EndSession(ctx, request.AdministratorID, request.SessionID, request.EndedBy)
			if err != nil {
				return nil, err
			}
			sent, ok := endSessionOutcomes[outcome]
			if !ok {
				return nil, fmt.Errorf("the directory returned the unknown outcome %q", outcome)
			}
			return &contract.EndSessionResponse{Outcome: sent}, nil
		}),
	}
}
