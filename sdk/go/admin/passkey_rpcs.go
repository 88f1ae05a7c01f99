package admin

import (
	"context"
	"fmt"

	"gatehouse.dev/host/internal/contract"
)

var passkeyRefusals = map[PasskeyRefusal]contract.AddPasskeyRefusal{
	PasskeyUnknown:    contract.AddPasskeyRefusalUnknown,
	PasskeyStale:      contract.AddPasskeyRefusalStale,
	PasskeyRegistered: contract.AddPasskeyRefusalRegistered,
	PasskeyTooMany:    contract.AddPasskeyRefusalTooMany,
}

func sentPasskey(passkey Passkey) *contract.Passkey {
	createdAt := passkey.CreatedAt
	return &contract.Passkey{
		CredentialID: passkey.CredentialID, PublicKey: passkey.PublicKey, SignCount: passkey.SignCount,
		Transports: passkey.Transports, BackedUp: passkey.BackedUp, Name: passkey.Name, CreatedAt: &createdAt,
		UsedAt: passkey.UsedAt,
	}
}

// passkeyRpcs are AdminPasskeyService over Passkeys.
func passkeyRpcs(passkeys Passkeys) []contract.Rpc {
	const service = "AdminPasskeyService"
	return []contract.Rpc{
		typedRpc(service, "ListPasskeys", func(ctx context.Context, request *contract.ListPasskeysRequest) (contract.Message, error) {
			found, err := passkeys.ListPasskeys(ctx, request.AdministratorID)
			response := &contract.ListPasskeysResponse{}
			for _, each := range found {
				response.Passkeys = append(response.Passkeys, sentPasskey(each))
			}
			return response, err
		}),
		typedRpc(service, "AddPasskey", func(ctx context.Context, request *contract.AddPasskeyRequest) (contract.Message, error) {
			sent := request.Passkey
			found, refusal, err := passkeys.AddPasskey(ctx, NewPasskey{
				AdministratorID: request.AdministratorID, TokenVersion: request.TokenVersion, RecoveryHashes: request.RecoveryHashes,
				Passkey: Passkey{
					CredentialID: sent.CredentialID, PublicKey: sent.PublicKey, SignCount: sent.SignCount,
					Transports: sent.Transports, BackedUp: sent.BackedUp, Name: sent.Name, CreatedAt: *sent.CreatedAt,
				},
			})
			if err != nil || refusal == "" {
				administrator, _, err := changed(found, "", err)
				return &contract.AddPasskeyResponse{Administrator: administrator}, err
			}
			reason, ok := passkeyRefusals[refusal]
			if !ok {
				return nil, fmt.Errorf("the directory returned the unknown refusal %q", refusal)
			}
			return &contract.AddPasskeyResponse{Refusal: &reason}, nil
		}),
		typedRpc(service, "UsePasskey", func(ctx context.Context, request *contract.UsePasskeyRequest) (contract.Message, error) {
			accepted, err := passkeys.UsePasskey(ctx, PasskeyUse{
				AdministratorID: request.AdministratorID, CredentialID: request.CredentialID, SignCount: request.SignCount,
				BackedUp: request.BackedUp, UsedAt: *request.UsedAt,
			})
			return &contract.UsePasskeyResponse{Accepted: accepted}, err
		}),
		typedRpc(service, "RenamePasskey", func(ctx context.Context, request *contract.RenamePasskeyRequest) (contract.Message, error) {
			renamed, err := passkeys.RenamePasskey(ctx, request.AdministratorID, request.CredentialID, request.Name)
			return &contract.RenamePasskeyResponse{Renamed: renamed}, err
		}),
		typedRpc(service, "RemovePasskey", func(ctx context.Context, request *contract.RemovePasskeyRequest) (contract.Message, error) {
			administrator, refusal, err := changed(passkeys.RemovePasskey(ctx, request.AdministratorID, request.CredentialID))
			return &contract.RemovePasskeyResponse{Administrator: administrator, Refusal: refusal}, err
		}),
		typedRpc(service, "RemoveAuthenticatorApp", func(ctx context.Context, request *contract.RemoveAuthenticatorAppRequest) (contract.Message, error) {
			administrator, refusal, err := changed(passkeys.RemoveAuthenticatorApp(ctx, request.AdministratorID))
			return &contract.RemoveAuthenticatorAppResponse{Administrator: administrator, Refusal: refusal}, err
		}),
	}
}
