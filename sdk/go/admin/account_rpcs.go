package admin

import (
	"context"
	"fmt"

	"gatehouse.dev/host/internal/contract"
)

// typedRpc is an rpc whose answer takes the request as what it is.
func typedRpc[Request any, Pointer interface {
	*Request
	contract.Message
}](service, method string, answer func(ctx context.Context, request Pointer) (contract.Message, error)) contract.Rpc {
	return contract.Rpc{
		Service: service, Method: method, NewRequest: func() contract.Message { return Pointer(new(Request)) },
		Answer: func(ctx context.Context, message contract.Message) (contract.Message, error) {
			return answer(ctx, message.(Pointer))
		},
	}
}

var accountRefusals = map[AccountRefusal]contract.AccountRefusal{
	AccountUnknown:   contract.AccountRefusalUnknown,
	AccountStale:     contract.AccountRefusalStale,
	AccountForbidden: contract.AccountRefusalForbidden,
}

// changed returns the member of the outcome that applies, of an rpc that changes an account.
func changed(
	found *Administrator, refusal AccountRefusal, err error,
) (*contract.Administrator, *contract.AccountRefusal, error) {
	if err != nil {
		return nil, nil, err
	}
	if refusal == "" {
		if found == nil {
			return nil, nil, fmt.Errorf("the directory returned neither an administrator nor a refusal")
		}
		return found.message(), nil, nil
	}
	reason, ok := accountRefusals[refusal]
	if !ok {
		return nil, nil, fmt.Errorf("the directory returned the unknown refusal %q", refusal)
	}
	return nil, &reason, nil
}

var preferenceOutcomes = map[PreferenceOutcome]contract.SetPreferenceOutcome{
	PreferenceStored:  contract.SetPreferenceOutcomeStored,
	PreferenceUnknown: contract.SetPreferenceOutcomeUnknown,
	PreferenceTooMany: contract.SetPreferenceOutcomeTooMany,
}

// accountRpcs are AdminAccountService over Accounts.
func accountRpcs(accounts Accounts) []contract.Rpc {
	const service = "AdminAccountService"
	return []contract.Rpc{
		typedRpc(service, "GetAccount", func(ctx context.Context, request *contract.GetAccountRequest) (contract.Message, error) {
			found, err := accounts.FindAccount(ctx, request.AdministratorID)
			response := &contract.GetAccountResponse{}
			if found != nil {
				response.Account = &contract.Account{
					Administrator: found.Administrator.message(), Active: found.Active, HasPassword: found.HasPassword,
				}
			}
			return response, err
		}),
		typedRpc(service, "ChangePassword", func(ctx context.Context, request *contract.ChangePasswordRequest) (contract.Message, error) {
			administrator, refusal, err := changed(accounts.ChangePassword(ctx, PasswordChange{
				AdministratorID: request.AdministratorID, TokenVersion: request.TokenVersion, PasswordHash: request.PasswordHash,
				ChangedBy: request.ChangedBy, MustChange: request.MustChange,
			}))
			return &contract.ChangePasswordResponse{Administrator: administrator, Refusal: refusal}, err
		}),
		typedRpc(service, "EndSessions", func(ctx context.Context, request *contract.EndSessionsRequest) (contract.Message, error) {
			administrator, refusal, err := changed(accounts.EndSessions(ctx, request.AdministratorID, request.EndedBy))
			return &contract.EndSessionsResponse{Administrator: administrator, Refusal: refusal}, err
		}),
		typedRpc(service, "UpdateProfile", func(ctx context.Context, request *contract.UpdateProfileRequest) (contract.Message, error) {
			profile := Profile{DisplayName: request.DisplayName, Locale: request.Locale}
			found, err := accounts.UpdateProfile(ctx, request.AdministratorID, profile)
			return &contract.UpdateProfileResponse{Administrator: found.message()}, err
		}),
		typedRpc(service, "GetPreferences", func(ctx context.Context, request *contract.GetPreferencesRequest) (contract.Message, error) {
			found, err := accounts.Preferences(ctx, request.AdministratorID, request.Keys)
			response := &contract.GetPreferencesResponse{}
			for _, each := range found {
				response.Preferences = append(response.Preferences, &contract.Preference{Key: each.Key, Document: each.Document})
			}
			return response, err
		}),
		typedRpc(service, "SetPreference", func(ctx context.Context, request *contract.SetPreferenceRequest) (contract.Message, error) {
			preference := Preference{Key: request.Preference.Key, Document: request.Preference.Document}
			outcome, err := accounts.SetPreference(ctx, request.AdministratorID, preference)
			if err != nil {
				return nil, err
			}
			sent, ok := preferenceOutcomes[outcome]
			if !ok {
				return nil, fmt.Errorf("the directory returned the unknown outcome %q", outcome)
			}
			return &contract.SetPreferenceResponse{Outcome: sent}, nil
		}),
	}
}
