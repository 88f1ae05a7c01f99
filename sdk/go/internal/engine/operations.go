package engine

import (
	"context"
	"errors"
	"fmt"
	"regexp"

	"gatehouse.dev/host"
	"gatehouse.dev/host/internal/wire"
)

// step is one validated operation, ready to run.
type step struct {
	// kind is the name of the operation's member in the .proto file.
	kind     string
	readOnly bool
	// aborts are the reasons that the contract permits for it.
	aborts []host.AbortReason
	run    func(ctx context.Context, tx host.Tx) (wire.OperationResult, error)
}

// stepOf validates a whole operation before anything runs. path is that of the operation.
func stepOf(operation *wire.Operation, path string) (step, error) {
	at := func(kind string) *fields { return &fields{path: path + "." + kind} }
	var steps []step
	var problems []*fields
	add := func(f *fields, s step) {
		steps, problems = append(steps, s), append(problems, f)
	}
	if sent := operation.FindClient; sent != nil {
		f := at("find_client")
		add(f, findClient(f, sent))
	}
	if sent := operation.CreateClient; sent != nil {
		f := at("create_client")
		add(f, createClient(f, sent))
	}
	if sent := operation.SweepUnconsentedClients; sent != nil {
		f := at("sweep_unconsented_clients")
		add(f, sweepUnconsentedClients(f, sent))
	}
	if sent := operation.StampConsent; sent != nil {
		f := at("stamp_consent")
		add(f, stampConsent(f, sent))
	}
	if sent := operation.CreateCode; sent != nil {
		f := at("create_code")
		add(f, createCode(f, sent))
	}
	if sent := operation.FindCode; sent != nil {
		f := at("find_code")
		add(f, findCode(f, sent))
	}
	if sent := operation.SpendCode; sent != nil {
		f := at("spend_code")
		add(f, spendCode(f, sent))
	}
	if sent := operation.CreateRefreshToken; sent != nil {
		f := at("create_refresh_token")
		add(f, createRefreshToken(f, sent))
	}
	if sent := operation.FindRefreshToken; sent != nil {
		f := at("find_refresh_token")
		add(f, findRefreshToken(f, sent))
	}
	if sent := operation.SpendRefreshToken; sent != nil {
		f := at("spend_refresh_token")
		add(f, spendRefreshToken(f, sent))
	}
	if sent := operation.RevokeLineage; sent != nil {
		f := at("revoke_lineage")
		add(f, revokeLineage(f, sent))
	}
	if sent := operation.SweepExpired; sent != nil {
		f := at("sweep_expired")
		add(f, sweepExpired(f, sent))
	}
	if sent := operation.MintAccessToken; sent != nil {
		f := at("mint_access_token")
		add(f, mintAccessToken(f, sent))
	}
	if sent := operation.FindAccessToken; sent != nil {
		f := at("find_access_token")
		add(f, findAccessToken(f, sent))
	}
	if sent := operation.RedeemCode; sent != nil {
		f := at("redeem_code")
		add(f, redeemCode(f, sent))
	}
	if sent := operation.RedeemRefreshToken; sent != nil {
		f := at("redeem_refresh_token")
		add(f, redeemRefreshToken(f, sent))
	}
	switch len(steps) {
	case 0:
		return step{}, &Fault{Code: Unimplemented, Message: path + " is unset, or an operation this host does not know"}
	case 1:
		return steps[0], problems[0].err()
	default:
		return step{}, Malformed("%s must have one member, not %d", path, len(steps))
	}
}

func findClient(f *fields, sent *wire.FindClient) step {
	id := f.id("client_id", sent.ClientID, maxID)
	return step{kind: "find_client", readOnly: true, run: func(ctx context.Context, tx host.Tx) (wire.OperationResult, error) {
		result := &wire.FindClientResult{}
		client, err := tx.Clients.Find(ctx, id)
		if err == nil {
			result.Client = toClient(client)
		}
		return wire.OperationResult{FindClient: result}, unlessNotFound(err)
	}}
}

func createClient(f *fields, sent *wire.CreateClient) step {
	client := f.client(sent.Client)
	options := host.CreateClientOptions{
		Cap:                    uint32(sent.Cap),
		EvictOldestUnconsented: sent.EvictOldestUnconsented,
		ReplaceExisting:        sent.ReplaceExisting,
	}
	return step{
		kind:   "create_client",
		aborts: []host.AbortReason{host.ClientCapReached, host.ClientAlreadyExists},
		run: func(ctx context.Context, tx host.Tx) (wire.OperationResult, error) {
			count, err := tx.Clients.Create(ctx, client, options)
			return wire.OperationResult{CreateClient: &wire.CreateClientResult{ClientCount: count}}, err
		},
	}
}

func sweepUnconsentedClients(f *fields, sent *wire.SweepUnconsentedClients) step {
	before := f.time("registered_before", sent.RegisteredBefore)
	return step{kind: "sweep_unconsented_clients", run: func(ctx context.Context, tx host.Tx) (wire.OperationResult, error) {
		removed, err := tx.Clients.SweepUnconsented(ctx, before)
		result := &wire.SweepUnconsentedClientsResult{Removed: removed}
		return wire.OperationResult{SweepUnconsentedClients: result}, err
	}}
}

func stampConsent(f *fields, sent *wire.StampConsent) step {
	id := f.id("client_id", sent.ClientID, maxID)
	at := f.time("at", sent.At)
	return step{
		kind:   "stamp_consent",
		aborts: []host.AbortReason{host.ClientNotFound},
		run: func(ctx context.Context, tx host.Tx) (wire.OperationResult, error) {
			return wire.OperationResult{StampConsent: &wire.Empty{}}, tx.Clients.StampConsent(ctx, id, at)
		},
	}
}

func createCode(f *fields, sent *wire.CreateCode) step {
	code := f.code(sent.Code)
	return step{kind: "create_code", run: func(ctx context.Context, tx host.Tx) (wire.OperationResult, error) {
		return wire.OperationResult{CreateCode: &wire.Empty{}}, tx.Codes.Create(ctx, code)
	}}
}

func findCode(f *fields, sent *wire.FindCode) step {
	hash := f.hash("code_hash", sent.CodeHash)
	return step{kind: "find_code", readOnly: true, run: func(ctx context.Context, tx host.Tx) (wire.OperationResult, error) {
		result := &wire.FindCodeResult{}
		code, err := tx.Codes.Find(ctx, hash)
		if err == nil {
			result.Code = toCode(code)
		}
		return wire.OperationResult{FindCode: result}, unlessNotFound(err)
	}}
}

func spendCode(f *fields, sent *wire.SpendCode) step {
	hash := f.hash("code_hash", sent.CodeHash)
	lineage := f.id("lineage_id", sent.LineageID, maxLineageID)
	at := f.time("at", sent.At)
	return step{
		kind:   "spend_code",
		aborts: []host.AbortReason{host.CodeNotFound, host.CodeAlreadySpent},
		run: func(ctx context.Context, tx host.Tx) (wire.OperationResult, error) {
			return wire.OperationResult{SpendCode: &wire.Empty{}}, tx.Codes.Spend(ctx, hash, lineage, at)
		},
	}
}

func createRefreshToken(f *fields, sent *wire.CreateRefreshToken) step {
	token := f.refreshToken(sent.RefreshToken)
	return step{
		kind:   "create_refresh_token",
		aborts: []host.AbortReason{host.LineageRevoked},
		run: func(ctx context.Context, tx host.Tx) (wire.OperationResult, error) {
			return wire.OperationResult{CreateRefreshToken: &wire.Empty{}}, tx.RefreshTokens.Create(ctx, token)
		},
	}
}

func findRefreshToken(f *fields, sent *wire.FindRefreshToken) step {
	hash := f.hash("token_hash", sent.TokenHash)
	return step{kind: "find_refresh_token", readOnly: true, run: func(ctx context.Context, tx host.Tx) (wire.OperationResult, error) {
		result := &wire.FindRefreshTokenResult{}
		token, err := tx.RefreshTokens.Find(ctx, hash)
		if err == nil {
			result.RefreshToken = toRefreshToken(token)
		}
		return wire.OperationResult{FindRefreshToken: result}, unlessNotFound(err)
	}}
}

func spendRefreshToken(f *fields, sent *wire.SpendRefreshToken) step {
	hash := f.hash("token_hash", sent.TokenHash)
	at := f.time("at", sent.At)
	return step{
		kind:   "spend_refresh_token",
		aborts: []host.AbortReason{host.RefreshTokenNotFound, host.RefreshTokenAlreadySpent, host.LineageRevoked},
		run: func(ctx context.Context, tx host.Tx) (wire.OperationResult, error) {
			return wire.OperationResult{SpendRefreshToken: &wire.Empty{}}, tx.RefreshTokens.Spend(ctx, hash, at)
		},
	}
}

func revokeLineage(f *fields, sent *wire.RevokeLineage) step {
	lineage := f.id("lineage_id", sent.LineageID, maxLineageID)
	at := f.time("at", sent.At)
	return step{kind: "revoke_lineage", run: func(ctx context.Context, tx host.Tx) (wire.OperationResult, error) {
		newlyRevoked, err := tx.RefreshTokens.RevokeLineage(ctx, lineage, at)
		if err == nil {
			err = tx.AccessTokens.RevokeLineage(ctx, lineage, at)
		}
		return wire.OperationResult{RevokeLineage: &wire.RevokeLineageResult{NewlyRevoked: newlyRevoked}}, err
	}}
}

func sweepExpired(f *fields, sent *wire.SweepExpired) step {
	before := f.time("before", sent.Before)
	return step{kind: "sweep_expired", run: func(ctx context.Context, tx host.Tx) (wire.OperationResult, error) {
		codes, err := tx.Codes.SweepExpired(ctx, before, maxSwept)
		if err != nil {
			return wire.OperationResult{}, err
		}
		refreshTokens := 0
		if left := maxSwept - codes; left > 0 {
			if refreshTokens, err = tx.RefreshTokens.SweepExpired(ctx, before, left); err != nil {
				return wire.OperationResult{}, err
			}
		}
		result := &wire.SweepExpiredResult{CodesRemoved: codes, RefreshTokensRemoved: refreshTokens}
		return wire.OperationResult{SweepExpired: result}, tx.AccessTokens.SweepExpired(ctx, before, maxSwept)
	}}
}

func mintAccessToken(f *fields, sent *wire.MintAccessToken) step {
	request := &host.MintRequest{
		UserID:       f.id("user_id", sent.UserID, maxUserID),
		ClientID:     f.id("client_id", sent.ClientID, maxID),
		Scopes:       f.tokens("scopes", sent.Scopes),
		Resource:     f.required("resource", sent.Resource),
		LineageID:    f.id("lineage_id", sent.LineageID, maxLineageID),
		ExpiresAt:    f.time("expires_at", sent.ExpiresAt),
		GrantContext: f.grantContext("grant_context", sent.GrantContext),
		At:           f.time("at", sent.At),
	}
	return step{
		kind:   "mint_access_token",
		aborts: []host.AbortReason{host.MintRefused, host.LineageRevoked},
		run: func(ctx context.Context, tx host.Tx) (wire.OperationResult, error) {
			minted, err := mint(ctx, tx, request)
			return wire.OperationResult{MintAccessToken: minted}, err
		},
	}
}

func mint(ctx context.Context, tx host.Tx, request *host.MintRequest) (*wire.MintAccessTokenResult, error) {
	minted, err := tx.AccessTokens.Mint(ctx, request)
	if err == nil {
		err = checkMinted(minted, request)
	}
	if err != nil {
		return nil, err
	}
	return &wire.MintAccessTokenResult{
		AccessToken: minted.AccessToken,
		ExpiresAt:   wire.OptionalTimestamp(minted.ExpiresAt),
	}, nil
}

// RFC 6750 §2.1: the characters that a client can send in a bearer token.
var bearerToken = regexp.MustCompile(`^[\w.~+/-]+=*$`)

// checkMinted rejects a token that Gatehouse would reject as well, so that the log of the host has the error.
func checkMinted(minted *host.MintedToken, request *host.MintRequest) error {
	switch {
	case minted == nil:
		return errors.New("AccessTokenIssuer.Mint returned neither a token nor an error")
	case len(minted.AccessToken) > maxAccessToken || !bearerToken.MatchString(minted.AccessToken):
		return fmt.Errorf("AccessTokenIssuer.Mint returned a token that is not 1 to %d characters of RFC 6750 §2.1", maxAccessToken)
	case minted.ExpiresAt.After(request.ExpiresAt):
		return errors.New("AccessTokenIssuer.Mint returned an ExpiresAt later than the requested one")
	}
	return nil
}

func findAccessToken(f *fields, sent *wire.FindAccessToken) step {
	token := f.id("access_token", sent.AccessToken, maxAccessToken)
	return step{kind: "find_access_token", readOnly: true, run: func(ctx context.Context, tx host.Tx) (wire.OperationResult, error) {
		result := &wire.FindAccessTokenResult{}
		info, err := tx.AccessTokens.Find(ctx, token)
		if err == nil {
			result.AccessToken = &wire.AccessTokenInfo{LineageID: info.LineageID, ClientID: info.ClientID, UserID: info.UserID}
		}
		return wire.OperationResult{FindAccessToken: result}, unlessNotFound(err)
	}}
}

// unlessNotFound: absent is an answer.
func unlessNotFound(err error) error {
	if errors.Is(err, host.ErrNotFound) {
		return nil
	}
	return err
}
