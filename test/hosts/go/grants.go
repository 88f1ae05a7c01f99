package main

import (
	"time"

	pb "gatehouse/hostv1"

	"google.golang.org/protobuf/proto"
)

func (t *transaction) createCode(code *pb.Code) *abort {
	if t.codes[string(code.CodeHash)] != nil {
		return storedTwice()
	}
	put(t, t.codes, string(code.CodeHash), code)
	return nil
}

func (t *transaction) spendCode(o *pb.SpendCode) *abort {
	code := t.codes[string(o.GetCodeHash())]
	if code == nil {
		return &abort{reason: pb.AbortReason_ABORT_REASON_CODE_NOT_FOUND}
	}
	if code.SpentAt != nil {
		return &abort{reason: pb.AbortReason_ABORT_REASON_CODE_ALREADY_SPENT}
	}
	spent := proto.Clone(code).(*pb.Code)
	spent.SpentAt = o.GetAt()
	spent.LineageId = o.GetLineageId()
	put(t, t.codes, string(code.CodeHash), spent)
	return nil
}

func (t *transaction) createRefreshToken(token *pb.RefreshToken) *abort {
	if t.revokedLineages[token.LineageId] {
		return &abort{reason: pb.AbortReason_ABORT_REASON_LINEAGE_REVOKED}
	}
	if t.refreshTokens[string(token.TokenHash)] != nil {
		return storedTwice()
	}
	put(t, t.refreshTokens, string(token.TokenHash), token)
	return nil
}

func (t *transaction) findRefreshToken(hash []byte) *pb.RefreshToken {
	token := t.refreshTokens[string(hash)]
	if token == nil || !t.revokedLineages[token.LineageId] {
		return token
	}
	revoked := proto.Clone(token).(*pb.RefreshToken)
	revoked.LineageRevoked = true
	return revoked
}

func (t *transaction) spendRefreshToken(o *pb.SpendRefreshToken) *abort {
	token := t.refreshTokens[string(o.GetTokenHash())]
	if token == nil {
		return &abort{reason: pb.AbortReason_ABORT_REASON_REFRESH_TOKEN_NOT_FOUND}
	}
	if t.revokedLineages[token.LineageId] {
		return &abort{reason: pb.AbortReason_ABORT_REASON_LINEAGE_REVOKED}
	}
	if token.SpentAt != nil {
		return &abort{reason: pb.AbortReason_ABORT_REASON_REFRESH_TOKEN_ALREADY_SPENT}
	}
	spent := proto.Clone(token).(*pb.RefreshToken)
	spent.SpentAt = o.GetAt()
	put(t, t.refreshTokens, string(token.TokenHash), spent)
	return nil
}

func (t *transaction) revokeLineage(lineageID string) *pb.RevokeLineageResult {
	if t.revokedLineages[lineageID] {
		return &pb.RevokeLineageResult{}
	}
	put(t, t.revokedLineages, lineageID, true)
	return &pb.RevokeLineageResult{NewlyRevoked: true}
}

func (t *transaction) sweepExpired(before time.Time) *pb.SweepExpiredResult {
	result := &pb.SweepExpiredResult{}
	for hash, code := range t.codes {
		if result.CodesRemoved == sweepBatch {
			break
		}
		if code.ExpiresAt.AsTime().Before(before) {
			remove(t, t.codes, hash)
			result.CodesRemoved++
		}
	}
	for hash, token := range t.refreshTokens {
		if result.CodesRemoved+result.RefreshTokensRemoved == sweepBatch {
			break
		}
		if token.ExpiresAt.AsTime().Before(before) {
			remove(t, t.refreshTokens, hash)
			result.RefreshTokensRemoved++
		}
	}
	t.sweepAccessTokens()
	return result
}
