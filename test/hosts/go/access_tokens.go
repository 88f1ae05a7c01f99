package main

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"time"

	pb "gatehouse/hostv1"
)

type accessToken struct {
	info      *pb.AccessTokenInfo
	expiresAt time.Time
}

// A real application would query its users table; here one name represents all users who may not have a token.
const deactivatedUser = "deactivated"

func (t *transaction) mintAccessToken(o *pb.MintAccessToken) (*pb.MintAccessTokenResult, *abort) {
	if t.revokedLineages[o.GetLineageId()] {
		return nil, &abort{reason: pb.AbortReason_ABORT_REASON_LINEAGE_REVOKED}
	}
	if o.GetUserId() == deactivatedUser {
		return nil, &abort{reason: pb.AbortReason_ABORT_REASON_MINT_REFUSED, publicReason: "this account is deactivated"}
	}
	random := make([]byte, 32)
	if _, err := rand.Read(random); err != nil {
		panic(err)
	}
	token := base64.RawURLEncoding.EncodeToString(random)
	put(t, t.accessTokens, hashOf(token), accessToken{
		info:      &pb.AccessTokenInfo{LineageId: o.GetLineageId(), ClientId: o.GetClientId(), UserId: o.GetUserId()},
		expiresAt: o.GetExpiresAt().AsTime(),
	})
	return &pb.MintAccessTokenResult{AccessToken: token}, nil
}

func (t *transaction) findAccessToken(token string) *pb.AccessTokenInfo {
	if found, ok := t.accessTokens[hashOf(token)]; ok && t.isLive(found) {
		return found.info
	}
	return nil
}

func (t *transaction) isLive(token accessToken) bool {
	return t.now.Before(token.expiresAt) && !t.revokedLineages[token.info.LineageId]
}

func (t *transaction) sweepAccessTokens() {
	removed := 0
	for hash, token := range t.accessTokens {
		if removed == sweepBatch {
			break
		}
		if !t.isLive(token) {
			remove(t, t.accessTokens, hash)
			removed++
		}
	}
}

func hashOf(token string) string {
	sum := sha256.Sum256([]byte(token))
	return string(sum[:])
}
