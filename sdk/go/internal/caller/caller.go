// Package caller has what a host learns about the caller of an rpc: its token and its request id.
package caller

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"net"
	"regexp"
	"strings"
)

// MinToken is the least number of characters of a shared token.
const MinToken = 16

// ErrTokenTooShort explains CheckToken.
var ErrTokenTooShort = errors.New("the token must have at least 16 characters")

// Token is a shared token that a host requires. It keeps only the hash.
type Token struct {
	hash [sha256.Size]byte
}

// NewToken returns nil for an empty token, which means that none is required.
func NewToken(token string) (*Token, error) {
	if token == "" {
		return nil, nil
	}
	if len(token) < MinToken {
		return nil, ErrTokenTooShort
	}
	return &Token{hash: sha256.Sum256([]byte(token))}, nil
}

// RFC 6750 §2.1; the scheme is case-insensitive.
var bearer = regexp.MustCompile(`^(?i:bearer) +(\S+)$`)

// Admits says whether the values of "authorization" carry the token. It compares hashes, so that the time reveals neither
// the content nor the length.
func (t *Token) Admits(authorization []string) bool {
	if t == nil {
		return true
	}
	if len(authorization) != 1 {
		return false
	}
	match := bearer.FindStringSubmatch(authorization[0])
	if match == nil {
		return false
	}
	sent := sha256.Sum256([]byte(match[1]))
	return subtle.ConstantTimeCompare(sent[:], t.hash[:]) == 1
}

var requestID = regexp.MustCompile(`^[A-Za-z0-9._-]{1,64}$`)

// RequestID is the caller's request id, or a random one if it is missing or malformed.
func RequestID(sent string) string {
	if requestID.MatchString(sent) {
		return sent
	}
	random := make([]byte, 16)
	if _, err := rand.Read(random); err != nil {
		return "unknown"
	}
	return base64.RawURLEncoding.EncodeToString(random)
}

// IsLocal says whether only this machine can reach the address of a listener or of a server: a Unix socket or a loopback
// address.
func IsLocal(network, address string) bool {
	if strings.HasPrefix(network, "unix") {
		return true
	}
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return false
	}
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
