package admin

import (
	"context"

	"gatehouse.dev/host/internal/contract"
)

// secondFactorRpcs are AdminSecondFactorService over SecondFactors.
func secondFactorRpcs(factors SecondFactors) []contract.Rpc {
	const service = "AdminSecondFactorService"
	return []contract.Rpc{
		typedRpc(service, "GetSecondFactor", func(ctx context.Context, request *contract.GetSecondFactorRequest) (contract.Message, error) {
			found, err := factors.FindSecondFactor(ctx, request.AdministratorID)
			response := &contract.GetSecondFactorResponse{}
			if found != nil {
				response.SecondFactor = &contract.SecondFactor{
					SealedSecret: found.SealedSecret, RecoveryCodesLeft: uint32(found.RecoveryCodesLeft),
				}
			}
			return response, err
		}),
		typedRpc(service, "SetSecondFactor", func(ctx context.Context, request *contract.SetSecondFactorRequest) (contract.Message, error) {
			administrator, refusal, err := changed(factors.SetSecondFactor(ctx, NewSecondFactor{
				AdministratorID: request.AdministratorID, TokenVersion: request.TokenVersion, SealedSecret: request.SealedSecret,
				Step: request.Step, RecoveryHashes: request.RecoveryHashes,
			}))
			return &contract.SetSecondFactorResponse{Administrator: administrator, Refusal: refusal}, err
		}),
		typedRpc(service, "UseSecondFactor", func(ctx context.Context, request *contract.UseSecondFactorRequest) (contract.Message, error) {
			use := SecondFactorUse{
				AdministratorID: request.AdministratorID, SealedSecret: request.SealedSecret, Step: request.Step,
				ResealedSecret: request.ResealedSecret,
			}
			if request.RecoveryHash != nil {
				use.RecoveryHash = *request.RecoveryHash
			}
			accepted, err := factors.UseSecondFactor(ctx, use)
			return &contract.UseSecondFactorResponse{Accepted: accepted}, err
		}),
		typedRpc(service, "SetRecoveryCodes", func(ctx context.Context, request *contract.SetRecoveryCodesRequest) (contract.Message, error) {
			replaced, err := factors.SetRecoveryCodes(ctx, request.AdministratorID, request.SealedSecret, request.RecoveryHashes)
			return &contract.SetRecoveryCodesResponse{Replaced: replaced}, err
		}),
		typedRpc(service, "RemoveSecondFactor", func(ctx context.Context, request *contract.RemoveSecondFactorRequest) (contract.Message, error) {
			administrator, refusal, err := changed(factors.RemoveSecondFactor(ctx, request.AdministratorID, request.RemovedBy))
			return &contract.RemoveSecondFactorResponse{Administrator: administrator, Refusal: refusal}, err
		}),
	}
}
