package grpchost

import (
	"time"

	pb "gatehouse.dev/host/grpchost/internal/hostv1"
	"gatehouse.dev/host/internal/contract"
	"gatehouse.dev/host/internal/wire"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"
)

func toResponse(response *wire.TransactResponse) *pb.TransactResponse {
	if aborted := response.Aborted; aborted != nil {
		return &pb.TransactResponse{Outcome: &pb.TransactResponse_Aborted{Aborted: &pb.Aborted{
			OperationIndex: uint32(aborted.OperationIndex),
			Reason:         pb.AbortReason(pb.AbortReason_value[aborted.Reason]),
			PublicReason:   aborted.PublicReason,
		}}}
	}
	results := make([]*pb.OperationResult, len(response.Committed.Results))
	for index := range response.Committed.Results {
		results[index] = toResult(&response.Committed.Results[index])
	}
	return &pb.TransactResponse{Outcome: &pb.TransactResponse_Committed{Committed: &pb.Committed{Results: results}}}
}

func toResult(result *wire.OperationResult) *pb.OperationResult {
	switch {
	case result.FindClient != nil:
		found := &pb.FindClientResult{Client: toClient(result.FindClient.Client)}
		return &pb.OperationResult{Result: &pb.OperationResult_FindClient{FindClient: found}}
	case result.CreateClient != nil:
		created := &pb.CreateClientResult{ClientCount: uint32(result.CreateClient.ClientCount)}
		return &pb.OperationResult{Result: &pb.OperationResult_CreateClient{CreateClient: created}}
	case result.SweepUnconsentedClients != nil:
		swept := &pb.SweepUnconsentedClientsResult{Removed: uint32(result.SweepUnconsentedClients.Removed)}
		return &pb.OperationResult{Result: &pb.OperationResult_SweepUnconsentedClients{SweepUnconsentedClients: swept}}
	case result.StampConsent != nil:
		return &pb.OperationResult{Result: &pb.OperationResult_StampConsent{StampConsent: &pb.StampConsentResult{}}}
	case result.CreateCode != nil:
		return &pb.OperationResult{Result: &pb.OperationResult_CreateCode{CreateCode: &pb.CreateCodeResult{}}}
	case result.FindCode != nil:
		found := &pb.FindCodeResult{Code: toCode(result.FindCode.Code)}
		return &pb.OperationResult{Result: &pb.OperationResult_FindCode{FindCode: found}}
	case result.SpendCode != nil:
		return &pb.OperationResult{Result: &pb.OperationResult_SpendCode{SpendCode: &pb.SpendCodeResult{}}}
	case result.CreateRefreshToken != nil:
		created := &pb.CreateRefreshTokenResult{}
		return &pb.OperationResult{Result: &pb.OperationResult_CreateRefreshToken{CreateRefreshToken: created}}
	case result.FindRefreshToken != nil:
		found := &pb.FindRefreshTokenResult{RefreshToken: toRefreshToken(result.FindRefreshToken.RefreshToken)}
		return &pb.OperationResult{Result: &pb.OperationResult_FindRefreshToken{FindRefreshToken: found}}
	case result.SpendRefreshToken != nil:
		spent := &pb.SpendRefreshTokenResult{}
		return &pb.OperationResult{Result: &pb.OperationResult_SpendRefreshToken{SpendRefreshToken: spent}}
	case result.RevokeLineage != nil:
		revoked := &pb.RevokeLineageResult{NewlyRevoked: result.RevokeLineage.NewlyRevoked}
		return &pb.OperationResult{Result: &pb.OperationResult_RevokeLineage{RevokeLineage: revoked}}
	case result.SweepExpired != nil:
		swept := &pb.SweepExpiredResult{
			CodesRemoved:         uint32(result.SweepExpired.CodesRemoved),
			RefreshTokensRemoved: uint32(result.SweepExpired.RefreshTokensRemoved),
		}
		return &pb.OperationResult{Result: &pb.OperationResult_SweepExpired{SweepExpired: swept}}
	case result.MintAccessToken != nil:
		minted := toMinted(result.MintAccessToken)
		return &pb.OperationResult{Result: &pb.OperationResult_MintAccessToken{MintAccessToken: minted}}
	case result.FindAccessToken != nil:
		found := &pb.FindAccessTokenResult{}
		if info := result.FindAccessToken.AccessToken; info != nil {
			found.AccessToken = &pb.AccessTokenInfo{LineageId: info.LineageID, ClientId: info.ClientID, UserId: info.UserID}
		}
		return &pb.OperationResult{Result: &pb.OperationResult_FindAccessToken{FindAccessToken: found}}
	case result.RedeemCode != nil:
		redeemed := &pb.RedeemCodeResult{
			Client: toClient(result.RedeemCode.Client),
			Code:   toCode(result.RedeemCode.Code),
			Minted: toMinted(result.RedeemCode.Minted),
		}
		return &pb.OperationResult{Result: &pb.OperationResult_RedeemCode{RedeemCode: redeemed}}
	case result.RedeemRefreshToken != nil:
		redeemed := &pb.RedeemRefreshTokenResult{
			Client:       toClient(result.RedeemRefreshToken.Client),
			RefreshToken: toRefreshToken(result.RedeemRefreshToken.RefreshToken),
			Minted:       toMinted(result.RedeemRefreshToken.Minted),
		}
		return &pb.OperationResult{Result: &pb.OperationResult_RedeemRefreshToken{RedeemRefreshToken: redeemed}}
	default:
		// The engine has no other result. Gatehouse reports one without a member as a violation of the contract.
		return &pb.OperationResult{}
	}
}

func toMinted(minted *wire.MintAccessTokenResult) *pb.MintAccessTokenResult {
	if minted == nil {
		return nil
	}
	return &pb.MintAccessTokenResult{AccessToken: minted.AccessToken, ExpiresAt: toTimestamp(minted.ExpiresAt)}
}

func toClient(client *wire.Client) *pb.Client {
	if client == nil {
		return nil
	}
	return &pb.Client{
		ClientId:                client.ClientID,
		ClientName:              client.ClientName,
		RedirectUris:            client.RedirectURIs,
		TokenEndpointAuthMethod: pb.TokenEndpointAuthMethod(client.TokenEndpointAuthMethod),
		SecretHash:              client.SecretHash,
		Scopes:                  client.Scopes,
		GrantTypes:              client.GrantTypes,
		RegisteredAt:            toTimestamp(client.RegisteredAt),
		ConsentedAt:             toTimestamp(client.ConsentedAt),
		RevokedAt:               toTimestamp(client.RevokedAt),
		SelfRegistered:          client.SelfRegistered,
		MetadataJson:            client.MetadataJSON,
	}
}

func toCode(code *wire.Code) *pb.Code {
	if code == nil {
		return nil
	}
	return &pb.Code{
		CodeHash:      code.CodeHash,
		ClientId:      code.ClientID,
		UserId:        code.UserID,
		RedirectUri:   code.RedirectURI,
		CodeChallenge: code.CodeChallenge,
		Scopes:        code.Scopes,
		Resource:      code.Resource,
		IssuedAt:      toTimestamp(code.IssuedAt),
		ExpiresAt:     toTimestamp(code.ExpiresAt),
		GrantContext:  code.GrantContext,
		SpentAt:       toTimestamp(code.SpentAt),
		LineageId:     code.LineageID,
	}
}

func toRefreshToken(token *wire.RefreshToken) *pb.RefreshToken {
	if token == nil {
		return nil
	}
	return &pb.RefreshToken{
		TokenHash:        token.TokenHash,
		LineageId:        token.LineageID,
		ClientId:         token.ClientID,
		UserId:           token.UserID,
		Scopes:           token.Scopes,
		Resource:         token.Resource,
		IssuedAt:         toTimestamp(token.IssuedAt),
		ExpiresAt:        toTimestamp(token.ExpiresAt),
		LineageStartedAt: toTimestamp(token.LineageStartedAt),
		GrantContext:     token.GrantContext,
		SpentAt:          toTimestamp(token.SpentAt),
		LineageRevoked:   token.LineageRevoked,
	}
}

func toTimestamp(timestamp *wire.Timestamp) *timestamppb.Timestamp {
	if timestamp == nil {
		return nil
	}
	return &timestamppb.Timestamp{Seconds: timestamp.Seconds, Nanos: timestamp.Nanos}
}

func toDescription(described *wire.DescribeResponse) (*pb.DescribeResponse, error) {
	capabilities := make([]pb.Capability, len(described.Capabilities))
	for index, name := range described.Capabilities {
		capabilities[index] = pb.Capability(pb.Capability_value[name])
	}
	response := &pb.DescribeResponse{
		ProtocolVersion: uint32(described.ProtocolVersion),
		ApplicationName: described.ApplicationName,
		Capabilities:    capabilities,
	}
	if described.OAuth != nil {
		response.Oauth = toOAuthOptions(described.OAuth)
	}
	if described.Admin != nil {
		response.Admin = &pb.AdminRegistration{}
		if err := proto.Unmarshal(contract.EncodeBinary(described.Admin.AdminRegistration), response.Admin); err != nil {
			return nil, err
		}
	}
	return response, nil
}

func toOAuthOptions(options *wire.OAuthOptions) *pb.OAuthOptions {
	methods := make([]pb.TokenEndpointAuthMethod, len(options.TokenEndpointAuthMethodsSupported))
	for index, method := range options.TokenEndpointAuthMethodsSupported {
		methods[index] = pb.TokenEndpointAuthMethod(method)
	}
	return &pb.OAuthOptions{
		Issuer:                            options.Issuer,
		Resource:                          options.Resource,
		ServiceDocumentationPath:          options.ServiceDocumentationPath,
		ScopesSupported:                   options.ScopesSupported,
		TokenEndpointAuthMethodsSupported: methods,
		AuthorizationResponseIssParameterSupported: options.AuthorizationResponseIssParameterSupported,
		DcrClientCap:                options.DcrClientCap,
		DcrUnconsentedSweepAge:      toDuration(options.DcrUnconsentedSweepAge),
		RegisterMaxBodyBytes:        options.RegisterMaxBodyBytes,
		PendingRequestTtl:           toDuration(options.PendingRequestTTL),
		CodeTtl:                     toDuration(options.CodeTTL),
		AccessTokenTtl:              toDuration(options.AccessTokenTTL),
		RefreshTokenTtl:             toDuration(options.RefreshTokenTTL),
		RefreshRetryWindow:          toDuration(options.RefreshRetryWindow),
		LoopbackPortFlexible:        options.LoopbackPortFlexible,
		PrivateUseRedirectSchemes:   options.PrivateUseRedirectSchemes,
		EvictOldestUnconsentedAtCap: options.EvictOldestUnconsentedAtCap,
		ClientIdMetadataDocuments:   options.ClientIDMetadataDocuments,
		BuiltinConsentPage:          options.BuiltinConsentPage,
		RefreshLineageMaxAge:        toDuration(options.RefreshLineageMaxAge),
	}
}

func toDuration(duration *wire.Duration) *durationpb.Duration {
	if duration == nil {
		return nil
	}
	return durationpb.New(time.Duration(*duration))
}

func toResolvedUser(resolved *wire.ResolveUserResponse) *pb.ResolveUserResponse {
	if resolved.User == nil {
		return &pb.ResolveUserResponse{Outcome: &pb.ResolveUserResponse_SignInUrl{SignInUrl: resolved.SignInURL}}
	}
	user := &pb.SignedInUser{UserId: resolved.User.UserID, DisplayName: resolved.User.DisplayName}
	return &pb.ResolveUserResponse{Outcome: &pb.ResolveUserResponse_User{User: user}}
}
