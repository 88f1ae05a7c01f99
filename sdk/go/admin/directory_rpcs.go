package admin

import (
	"context"
	"fmt"

	"gatehouse.dev/host/internal/contract"
)

// AdminDirectoryService over a Directory.

func (a *Administrator) message() *contract.Administrator {
	if a == nil {
		return nil
	}
	return &contract.Administrator{
		ID: a.ID, Login: a.Login, Email: a.Email, DisplayName: a.DisplayName, Role: a.Role, Superuser: a.Superuser,
		Permissions: a.Permissions, Locale: a.Locale, TokenVersion: a.TokenVersion,
		MustChangePassword: a.MustChangePassword, HasSecondFactor: a.HasSecondFactor, MustHaveSecondFactor: a.MustHaveSecondFactor,
	}
}

func tokenOf(reference *contract.TokenReference) Token {
	return Token{
		AdministratorID: reference.AdministratorID, TokenVersion: reference.TokenVersion, ID: reference.TokenID,
		SessionID: reference.SessionID,
	}
}

func retirementOf(sent *contract.TokenRetirement) Retirement {
	return Retirement{EffectiveAt: *sent.EffectiveAt, ExpiresAt: *sent.ExpiresAt, SweepBefore: *sent.SweepBefore}
}

var tokenRefusals = map[TokenRefusal]contract.TokenRefusal{
	TokenUnknown:     contract.TokenRefusalUnknown,
	TokenStale:       contract.TokenRefusalStale,
	TokenBlacklisted: contract.TokenRefusalBlacklisted,
}

// verdict returns the member of the outcome that applies.
func verdict(found *Administrator, refusal TokenRefusal) (*contract.Administrator, *contract.TokenRefusal, error) {
	if refusal == "" {
		if found == nil {
			return nil, nil, fmt.Errorf("the directory returned neither an administrator nor a refusal")
		}
		return found.message(), nil, nil
	}
	reason, ok := tokenRefusals[refusal]
	if !ok {
		return nil, nil, fmt.Errorf("the directory returned the unknown refusal %q", refusal)
	}
	return nil, &reason, nil
}

var createRefusals = map[CreateRefusal]contract.CreateAdministratorRefusal{
	LoginTaken:  contract.CreateAdministratorRefusalLoginTaken,
	EmailTaken:  contract.CreateAdministratorRefusalEmailTaken,
	RoleUnknown: contract.CreateAdministratorRefusalRoleUnknown,
}

func directoryRpcs(d Directory) []contract.Rpc {
	rpc := func(
		method string, newRequest func() contract.Message,
		answer func(ctx context.Context, request contract.Message) (contract.Message, error),
	) contract.Rpc {
		return contract.Rpc{Service: "AdminDirectoryService", Method: method, NewRequest: newRequest, Answer: answer}
	}
	return []contract.Rpc{
		rpc("FindAdministrator", func() contract.Message { return &contract.FindAdministratorRequest{} },
			func(ctx context.Context, message contract.Message) (contract.Message, error) {
				found, err := d.FindCredentials(ctx, message.(*contract.FindAdministratorRequest).Identifier)
				response := &contract.FindAdministratorResponse{}
				if found != nil {
					response.Credentials = &contract.AdministratorCredentials{
						Administrator: found.Administrator.message(), PasswordHash: found.PasswordHash,
					}
				}
				return response, err
			}),
		rpc("RecordSignIn", func() contract.Message { return &contract.RecordSignInRequest{} },
			func(ctx context.Context, message contract.Message) (contract.Message, error) {
				request := message.(*contract.RecordSignInRequest)
				found, err := d.RecordSignIn(ctx, SignIn{
					AdministratorID: request.AdministratorID, At: *request.At, PasswordHash: request.PasswordHash,
					RenewedPasswordHash: request.RenewedPasswordHash,
				})
				return &contract.RecordSignInResponse{Administrator: found.message()}, err
			}),
		rpc("AuthenticateToken", func() contract.Message { return &contract.AuthenticateTokenRequest{} },
			func(ctx context.Context, message contract.Message) (contract.Message, error) {
				return authenticateToken(ctx, d, message.(*contract.AuthenticateTokenRequest))
			}),
		rpc("RotateToken", func() contract.Message { return &contract.RotateTokenRequest{} },
			func(ctx context.Context, message contract.Message) (contract.Message, error) {
				request := message.(*contract.RotateTokenRequest)
				found, refusal, err := d.Rotate(ctx, tokenOf(request.Token), *request.At, retirementOf(request.Retirement))
				if err != nil {
					return nil, err
				}
				administrator, reason, err := verdict(found, refusal)
				return &contract.RotateTokenResponse{Administrator: administrator, Refusal: reason}, err
			}),
		rpc("BlacklistToken", func() contract.Message { return &contract.BlacklistTokenRequest{} },
			func(ctx context.Context, message contract.Message) (contract.Message, error) {
				request := message.(*contract.BlacklistTokenRequest)
				return &contract.BlacklistTokenResponse{}, d.Blacklist(ctx, tokenOf(request.Token), retirementOf(request.Retirement))
			}),
		rpc("CreateAdministrator", func() contract.Message { return &contract.CreateAdministratorRequest{} },
			func(ctx context.Context, message contract.Message) (contract.Message, error) {
				return createAdministrator(ctx, d, message.(*contract.CreateAdministratorRequest))
			}),
		rpc("SetPassword", func() contract.Message { return &contract.SetPasswordRequest{} },
			func(ctx context.Context, message contract.Message) (contract.Message, error) {
				request := message.(*contract.SetPasswordRequest)
				found, err := d.SetPassword(ctx, request.Identifier, request.PasswordHash)
				return &contract.SetPasswordResponse{Administrator: found.message()}, err
			}),
		rpc("Migrate", func() contract.Message { return &contract.MigrateRequest{} },
			func(ctx context.Context, _ contract.Message) (contract.Message, error) {
				applied, err := d.Migrate(ctx)
				return &contract.MigrateResponse{Applied: applied}, err
			}),
	}
}

// authenticateToken is AuthenticateToken, which a read can carry as well.
func authenticateToken(
	ctx context.Context, d Directory, request *contract.AuthenticateTokenRequest,
) (*contract.AuthenticateTokenResponse, error) {
	found, refusal, err := d.Authenticate(ctx, tokenOf(request.Token), *request.At)
	if err != nil {
		return nil, err
	}
	administrator, reason, err := verdict(found, refusal)
	if err != nil {
		return nil, err
	}
	return &contract.AuthenticateTokenResponse{Administrator: administrator, Refusal: reason}, nil
}

func createAdministrator(
	ctx context.Context, d Directory, request *contract.CreateAdministratorRequest,
) (contract.Message, error) {
	found, refusal, roles, err := d.Create(ctx, NewAdministrator{
		Login: request.Login, Email: request.Email, PasswordHash: request.PasswordHash, Role: request.Role,
		Superuser: request.Superuser,
	})
	switch {
	case err != nil:
		return nil, err
	case refusal == "" && found == nil:
		return nil, fmt.Errorf("the directory returned neither an administrator nor a refusal")
	case refusal == "":
		return &contract.CreateAdministratorResponse{Created: found.message()}, nil
	}
	reason, ok := createRefusals[refusal]
	if !ok {
		return nil, fmt.Errorf("the directory returned the unknown refusal %q", refusal)
	}
	return &contract.CreateAdministratorResponse{Refused: &contract.CreateAdministratorRefused{Reason: reason, Roles: roles}}, nil
}
