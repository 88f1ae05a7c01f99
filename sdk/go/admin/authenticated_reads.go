package admin

import (
	"context"

	"gatehouse.dev/host/internal/contract"
)

// answerCall answers an rpc about records. A read may carry the token of the request (AdminCaller.session), so that it
// takes one call instead of two: the token is authenticated first, and no code of the application runs for one that is no
// longer valid.
func (a *Admin) answerCall(ctx context.Context, rpc recordRpc, request contract.Message) (contract.Message, error) {
	caller := callerOf(request)
	if caller.Session == nil {
		return a.answer(ctx, rpc, request)
	}
	if withMember(rpc.newResponse(), "Session", &contract.AuthenticateTokenResponse{}) == nil {
		return nil, malformed("caller.session", "is not allowed in this call")
	}
	verified, err := authenticateToken(ctx, a.directory, caller.Session)
	if err != nil {
		return nil, err
	}
	response := rpc.newResponse()
	if verified.Refusal == nil {
		if response, err = a.answer(ctx, rpc, request); err != nil {
			return nil, err
		}
	}
	return withMember(response, "Session", verified), nil
}
