package grpchost

import (
	pb "gatehouse.dev/host/grpchost/internal/hostv1"
	"gatehouse.dev/host/internal/wire"

	"google.golang.org/protobuf/types/known/timestamppb"
)

// fromRequest converts without validation, which the engine does for every transport.
func fromRequest(request *pb.TransactRequest) *wire.TransactRequest {
	converted := &wire.TransactRequest{Operations: make([]wire.Operation, len(request.GetOperations()))}
	for index, operation := range request.GetOperations() {
		converted.Operations[index] = fromOperation(operation)
	}
	return converted
}

// fromOperation leaves an operation that this host does not know empty.
func fromOperation(operation *pb.Operation) wire.Operation {
	switch o := operation.GetOperation().(type) {
	case *pb.Operation_FindClient:
		return wire.Operation{FindClient: &wire.FindClient{ClientID: o.FindClient.GetClientId()}}
	case *pb.Operation_CreateClient:
		return wire.Operation{CreateClient: &wire.CreateClient{
			Client:                 fromClient(o.CreateClient.GetClient()),
			Cap:                    wire.Uint32(o.CreateClient.GetCap()),
			EvictOldestUnconsented: o.CreateClient.GetEvictOldestUnconsented(),
			ReplaceExisting:        o.CreateClient.GetReplaceExisting(),
		}}
	case *pb.Operation_SweepUnconsentedClients:
		before := fromTimestamp(o.SweepUnconsentedClients.GetRegisteredBefore())
		return wire.Operation{SweepUnconsentedClients: &wire.SweepUnconsentedClients{RegisteredBefore: before}}
	case *pb.Operation_StampConsent:
		return wire.Operation{StampConsent: &wire.StampConsent{
			ClientID: o.StampConsent.GetClientId(),
			At:       fromTimestamp(o.StampConsent.GetAt()),
		}}
	case *pb.Operation_CreateCode:
		return wire.Operation{CreateCode: &wire.CreateCode{Code: fromCode(o.CreateCode.GetCode())}}
	case *pb.Operation_FindCode:
		return wire.Operation{FindCode: &wire.FindCode{CodeHash: o.FindCode.GetCodeHash()}}
	case *pb.Operation_SpendCode:
		return wire.Operation{SpendCode: &wire.SpendCode{
			CodeHash:  o.SpendCode.GetCodeHash(),
			LineageID: o.SpendCode.GetLineageId(),
			At:        fromTimestamp(o.SpendCode.GetAt()),
		}}
	case *pb.Operation_CreateRefreshToken:
		token := fromRefreshToken(o.CreateRefreshToken.GetRefreshToken())
		return wire.Operation{CreateRefreshToken: &wire.CreateRefreshToken{RefreshToken: token}}
	case *pb.Operation_FindRefreshToken:
		return wire.Operation{FindRefreshToken: &wire.FindRefreshToken{TokenHash: o.FindRefreshToken.GetTokenHash()}}
	case *pb.Operation_SpendRefreshToken:
		return wire.Operation{SpendRefreshToken: &wire.SpendRefreshToken{
			TokenHash: o.SpendRefreshToken.GetTokenHash(),
			At:        fromTimestamp(o.SpendRefreshToken.GetAt()),
		}}
	case *pb.Operation_RevokeLineage:
		return wire.Operation{RevokeLineage: &wire.RevokeLineage{
			LineageID: o.RevokeLineage.GetLineageId(),
			At:        fromTimestamp(o.RevokeLineage.GetAt()),
		}}
	case *pb.Operation_SweepExpired:
		return wire.Operation{SweepExpired: &wire.SweepExpired{Before: fromTimestamp(o.SweepExpired.GetBefore())}}
	case *pb.Operation_MintAccessToken:
		return wire.Operation{MintAccessToken: &wire.MintAccessToken{
			UserID:       o.MintAccessToken.GetUserId(),
			ClientID:     o.MintAccessToken.GetClientId(),
			Scopes:       o.MintAccessToken.GetScopes(),
			Resource:     o.MintAccessToken.GetResource(),
			LineageID:    o.MintAccessToken.GetLineageId(),
			ExpiresAt:    fromTimestamp(o.MintAccessToken.GetExpiresAt()),
			GrantContext: o.MintAccessToken.GetGrantContext(),
			At:           fromTimestamp(o.MintAccessToken.GetAt()),
		}}
	case *pb.Operation_FindAccessToken:
		return wire.Operation{FindAccessToken: &wire.FindAccessToken{AccessToken: o.FindAccessToken.GetAccessToken()}}
	case *pb.Operation_RedeemCode:
		return wire.Operation{RedeemCode: &wire.RedeemCode{
			Credentials:           fromCredentials(o.RedeemCode.GetCredentials()),
			CodeHash:              o.RedeemCode.GetCodeHash(),
			RedirectURI:           o.RedeemCode.GetRedirectUri(),
			CodeChallenge:         o.RedeemCode.GetCodeChallenge(),
			LineageID:             o.RedeemCode.GetLineageId(),
			At:                    fromTimestamp(o.RedeemCode.GetAt()),
			AccessTokenExpiresAt:  fromTimestamp(o.RedeemCode.GetAccessTokenExpiresAt()),
			RefreshTokenHash:      o.RedeemCode.GetRefreshTokenHash(),
			RefreshTokenExpiresAt: fromTimestamp(o.RedeemCode.GetRefreshTokenExpiresAt()),
		}}
	case *pb.Operation_RedeemRefreshToken:
		return wire.Operation{RedeemRefreshToken: &wire.RedeemRefreshToken{
			Credentials:          fromCredentials(o.RedeemRefreshToken.GetCredentials()),
			TokenHash:            o.RedeemRefreshToken.GetTokenHash(),
			Scopes:               o.RedeemRefreshToken.GetScopes(),
			LineageStartedAfter:  fromTimestamp(o.RedeemRefreshToken.GetLineageStartedAfter()),
			At:                   fromTimestamp(o.RedeemRefreshToken.GetAt()),
			AccessTokenExpiresAt: fromTimestamp(o.RedeemRefreshToken.GetAccessTokenExpiresAt()),
			SuccessorHash:        o.RedeemRefreshToken.GetSuccessorHash(),
			SuccessorExpiresAt:   fromTimestamp(o.RedeemRefreshToken.GetSuccessorExpiresAt()),
		}}
	default:
		return wire.Operation{}
	}
}

func fromCredentials(credentials *pb.ClientCredentials) *wire.ClientCredentials {
	if credentials == nil {
		return nil
	}
	return &wire.ClientCredentials{
		ClientID:                credentials.GetClientId(),
		TokenEndpointAuthMethod: wire.AuthMethod(credentials.GetTokenEndpointAuthMethod()),
		SecretHash:              credentials.GetSecretHash(),
	}
}

func fromClient(client *pb.Client) *wire.Client {
	if client == nil {
		return nil
	}
	return &wire.Client{
		ClientID:                client.GetClientId(),
		ClientName:              client.GetClientName(),
		RedirectURIs:            client.GetRedirectUris(),
		TokenEndpointAuthMethod: wire.AuthMethod(client.GetTokenEndpointAuthMethod()),
		SecretHash:              client.GetSecretHash(),
		Scopes:                  client.GetScopes(),
		GrantTypes:              client.GetGrantTypes(),
		RegisteredAt:            fromTimestamp(client.GetRegisteredAt()),
		ConsentedAt:             fromTimestamp(client.GetConsentedAt()),
		RevokedAt:               fromTimestamp(client.GetRevokedAt()),
		SelfRegistered:          client.GetSelfRegistered(),
		MetadataJSON:            client.GetMetadataJson(),
	}
}

func fromCode(code *pb.Code) *wire.Code {
	if code == nil {
		return nil
	}
	return &wire.Code{
		CodeHash:      code.GetCodeHash(),
		ClientID:      code.GetClientId(),
		UserID:        code.GetUserId(),
		RedirectURI:   code.GetRedirectUri(),
		CodeChallenge: code.GetCodeChallenge(),
		Scopes:        code.GetScopes(),
		Resource:      code.GetResource(),
		IssuedAt:      fromTimestamp(code.GetIssuedAt()),
		ExpiresAt:     fromTimestamp(code.GetExpiresAt()),
		GrantContext:  code.GetGrantContext(),
		SpentAt:       fromTimestamp(code.GetSpentAt()),
		LineageID:     code.GetLineageId(),
	}
}

func fromRefreshToken(token *pb.RefreshToken) *wire.RefreshToken {
	if token == nil {
		return nil
	}
	return &wire.RefreshToken{
		TokenHash:        token.GetTokenHash(),
		LineageID:        token.GetLineageId(),
		ClientID:         token.GetClientId(),
		UserID:           token.GetUserId(),
		Scopes:           token.GetScopes(),
		Resource:         token.GetResource(),
		IssuedAt:         fromTimestamp(token.GetIssuedAt()),
		ExpiresAt:        fromTimestamp(token.GetExpiresAt()),
		LineageStartedAt: fromTimestamp(token.GetLineageStartedAt()),
		GrantContext:     token.GetGrantContext(),
		SpentAt:          fromTimestamp(token.GetSpentAt()),
		LineageRevoked:   token.GetLineageRevoked(),
	}
}

func fromTimestamp(timestamp *timestamppb.Timestamp) *wire.Timestamp {
	if timestamp == nil {
		return nil
	}
	return &wire.Timestamp{Seconds: timestamp.GetSeconds(), Nanos: timestamp.GetNanos()}
}

func fromResolveUser(request *pb.ResolveUserRequest) *wire.ResolveUserRequest {
	return &wire.ResolveUserRequest{
		Cookie:        request.GetCookie(),
		Authorization: request.GetAuthorization(),
		ReturnTo:      request.GetReturnTo(),
	}
}
