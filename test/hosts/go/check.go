package main

import (
	"fmt"

	pb "gatehouse/hostv1"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/timestamppb"
)

const (
	maxOperations   = 16
	hashBytes       = 32
	maxGrantContext = 4096
)

// Checks all operations before the first one runs.
func checkRequest(request *pb.TransactRequest) error {
	operations := request.GetOperations()
	if len(operations) == 0 || len(operations) > maxOperations {
		return malformed("operations: 1 to %d, got %d", maxOperations, len(operations))
	}
	for index, operation := range operations {
		if operation.GetOperation() == nil {
			return status.Errorf(codes.Unimplemented, "operations[%d]: an operation that this host does not know", index)
		}
		if problem := firstOf(problemsOf(operation)); problem != "" {
			return malformed("operations[%d]: %s", index, problem)
		}
	}
	return nil
}

func problemsOf(operation *pb.Operation) []string {
	switch o := operation.GetOperation().(type) {
	case *pb.Operation_FindClient:
		return []string{given("client_id", o.FindClient.GetClientId())}
	case *pb.Operation_CreateClient:
		client := o.CreateClient.GetClient()
		return []string{
			given("client.client_id", client.GetClientId()),
			some("client.redirect_uris", len(client.GetRedirectUris())),
			some("client.token_endpoint_auth_method", int(client.GetTokenEndpointAuthMethod())),
			some("client.grant_types", len(client.GetGrantTypes())),
			at("client.registered_at", client.GetRegisteredAt()),
		}
	case *pb.Operation_SweepUnconsentedClients:
		return []string{at("registered_before", o.SweepUnconsentedClients.GetRegisteredBefore())}
	case *pb.Operation_StampConsent:
		return []string{given("client_id", o.StampConsent.GetClientId()), at("at", o.StampConsent.GetAt())}
	case *pb.Operation_CreateCode:
		code := o.CreateCode.GetCode()
		return []string{
			hash("code.code_hash", code.GetCodeHash()),
			given("code.client_id", code.GetClientId()),
			given("code.user_id", code.GetUserId()),
			given("code.redirect_uri", code.GetRedirectUri()),
			given("code.code_challenge", code.GetCodeChallenge()),
			some("code.scopes", len(code.GetScopes())),
			given("code.resource", code.GetResource()),
			at("code.issued_at", code.GetIssuedAt()),
			at("code.expires_at", code.GetExpiresAt()),
			grantContext("code.grant_context", code.GetGrantContext()),
		}
	case *pb.Operation_FindCode:
		return []string{hash("code_hash", o.FindCode.GetCodeHash())}
	case *pb.Operation_SpendCode:
		return []string{
			hash("code_hash", o.SpendCode.GetCodeHash()),
			given("lineage_id", o.SpendCode.GetLineageId()),
			at("at", o.SpendCode.GetAt()),
		}
	case *pb.Operation_CreateRefreshToken:
		token := o.CreateRefreshToken.GetRefreshToken()
		return []string{
			hash("refresh_token.token_hash", token.GetTokenHash()),
			given("refresh_token.lineage_id", token.GetLineageId()),
			given("refresh_token.client_id", token.GetClientId()),
			given("refresh_token.user_id", token.GetUserId()),
			some("refresh_token.scopes", len(token.GetScopes())),
			given("refresh_token.resource", token.GetResource()),
			at("refresh_token.issued_at", token.GetIssuedAt()),
			at("refresh_token.expires_at", token.GetExpiresAt()),
			at("refresh_token.lineage_started_at", token.GetLineageStartedAt()),
			grantContext("refresh_token.grant_context", token.GetGrantContext()),
		}
	case *pb.Operation_FindRefreshToken:
		return []string{hash("token_hash", o.FindRefreshToken.GetTokenHash())}
	case *pb.Operation_SpendRefreshToken:
		return []string{hash("token_hash", o.SpendRefreshToken.GetTokenHash()), at("at", o.SpendRefreshToken.GetAt())}
	case *pb.Operation_RevokeLineage:
		return []string{given("lineage_id", o.RevokeLineage.GetLineageId()), at("at", o.RevokeLineage.GetAt())}
	case *pb.Operation_SweepExpired:
		return []string{at("before", o.SweepExpired.GetBefore())}
	case *pb.Operation_MintAccessToken:
		mint := o.MintAccessToken
		return []string{
			given("user_id", mint.GetUserId()),
			given("client_id", mint.GetClientId()),
			some("scopes", len(mint.GetScopes())),
			given("lineage_id", mint.GetLineageId()),
			given("resource", mint.GetResource()),
			at("expires_at", mint.GetExpiresAt()),
			at("at", mint.GetAt()),
			grantContext("grant_context", mint.GetGrantContext()),
		}
	case *pb.Operation_FindAccessToken:
		return []string{given("access_token", o.FindAccessToken.GetAccessToken())}
	}
	return nil
}

func firstOf(problems []string) string {
	for _, problem := range problems {
		if problem != "" {
			return problem
		}
	}
	return ""
}

func given(name, value string) string {
	if value == "" {
		return name + " is empty"
	}
	return ""
}

// The zero value of an enum is not a valid value either.
func some(name string, count int) string {
	if count == 0 {
		return name + " is empty"
	}
	return ""
}

func hash(name string, value []byte) string {
	if len(value) != hashBytes {
		return fmt.Sprintf("%s: %d bytes, got %d", name, hashBytes, len(value))
	}
	return ""
}

func at(name string, value *timestamppb.Timestamp) string {
	if !value.IsValid() {
		return name + " is not a moment"
	}
	return ""
}

func grantContext(name string, value []byte) string {
	if len(value) > maxGrantContext {
		return fmt.Sprintf("%s: at most %d bytes, got %d", name, maxGrantContext, len(value))
	}
	return ""
}
