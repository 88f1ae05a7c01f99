package main

import pb "gatehouse/hostv1"

func (t *transaction) run(operation *pb.Operation) (*pb.OperationResult, *abort) {
	switch o := operation.GetOperation().(type) {
	case *pb.Operation_FindClient:
		found := &pb.FindClientResult{Client: t.clients[o.FindClient.GetClientId()]}
		return &pb.OperationResult{Result: &pb.OperationResult_FindClient{FindClient: found}}, nil
	case *pb.Operation_CreateClient:
		created, aborted := t.createClient(o.CreateClient)
		return &pb.OperationResult{Result: &pb.OperationResult_CreateClient{CreateClient: created}}, aborted
	case *pb.Operation_SweepUnconsentedClients:
		swept := t.sweepUnconsentedClients(o.SweepUnconsentedClients.GetRegisteredBefore().AsTime())
		return &pb.OperationResult{Result: &pb.OperationResult_SweepUnconsentedClients{SweepUnconsentedClients: swept}}, nil
	case *pb.Operation_StampConsent:
		aborted := t.stampConsent(o.StampConsent)
		return &pb.OperationResult{Result: &pb.OperationResult_StampConsent{StampConsent: &pb.StampConsentResult{}}}, aborted
	case *pb.Operation_CreateCode:
		aborted := t.createCode(o.CreateCode.GetCode())
		return &pb.OperationResult{Result: &pb.OperationResult_CreateCode{CreateCode: &pb.CreateCodeResult{}}}, aborted
	case *pb.Operation_FindCode:
		found := &pb.FindCodeResult{Code: t.codes[string(o.FindCode.GetCodeHash())]}
		return &pb.OperationResult{Result: &pb.OperationResult_FindCode{FindCode: found}}, nil
	case *pb.Operation_SpendCode:
		aborted := t.spendCode(o.SpendCode)
		return &pb.OperationResult{Result: &pb.OperationResult_SpendCode{SpendCode: &pb.SpendCodeResult{}}}, aborted
	case *pb.Operation_CreateRefreshToken:
		aborted := t.createRefreshToken(o.CreateRefreshToken.GetRefreshToken())
		created := &pb.CreateRefreshTokenResult{}
		return &pb.OperationResult{Result: &pb.OperationResult_CreateRefreshToken{CreateRefreshToken: created}}, aborted
	case *pb.Operation_FindRefreshToken:
		found := &pb.FindRefreshTokenResult{RefreshToken: t.findRefreshToken(o.FindRefreshToken.GetTokenHash())}
		return &pb.OperationResult{Result: &pb.OperationResult_FindRefreshToken{FindRefreshToken: found}}, nil
	case *pb.Operation_SpendRefreshToken:
		aborted := t.spendRefreshToken(o.SpendRefreshToken)
		spent := &pb.SpendRefreshTokenResult{}
		return &pb.OperationResult{Result: &pb.OperationResult_SpendRefreshToken{SpendRefreshToken: spent}}, aborted
	case *pb.Operation_RevokeLineage:
		revoked := t.revokeLineage(o.RevokeLineage.GetLineageId())
		return &pb.OperationResult{Result: &pb.OperationResult_RevokeLineage{RevokeLineage: revoked}}, nil
	case *pb.Operation_SweepExpired:
		swept := t.sweepExpired(o.SweepExpired.GetBefore().AsTime())
		return &pb.OperationResult{Result: &pb.OperationResult_SweepExpired{SweepExpired: swept}}, nil
	case *pb.Operation_MintAccessToken:
		minted, aborted := t.mintAccessToken(o.MintAccessToken)
		return &pb.OperationResult{Result: &pb.OperationResult_MintAccessToken{MintAccessToken: minted}}, aborted
	case *pb.Operation_FindAccessToken:
		found := &pb.FindAccessTokenResult{AccessToken: t.findAccessToken(o.FindAccessToken.GetAccessToken())}
		return &pb.OperationResult{Result: &pb.OperationResult_FindAccessToken{FindAccessToken: found}}, nil
	}
	panic("checkRequest lets no other operation through")
}
