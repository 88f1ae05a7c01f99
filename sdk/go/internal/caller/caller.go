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

// sharedToken is a token as the daemon reads it. A line break, with which a file ends, would be part of no header.
var sharedToken = regexp.MustCompile(`^[!-~]{16,512}$`)

// ErrUnfitToken explains NewToken.
var ErrUnfitToken = errors.New("the token must have 16 to 512 visible ASCII characters, no space and no line break")

// ErrPreviousAlone explains a second token without a first one.
var ErrPreviousAlone = errors.New("the previous token is set, but the token is not")

// Token is a shared token that a host requires, or two of which it accepts either. It keeps only the hashes.
type Token struct {
	hashes [][sha256.Size]byte
}

// NewToken returns nil for an empty token, which means that none is required. previous is accepted too, unless empty.
func NewToken(token, previous string) (*Token, error) {
	if token == "" {
		if previous != "" {
			return nil, ErrPreviousAlone
		}
		return nil, nil
	}
	accepted := &Token{}
	for _, text := range []string{token, previous} {
		if text == "" {
			continue
		}
		if !sharedToken.MatchString(text) {
			return nil, ErrUnfitToken
		}
		accepted.hashes = append(accepted.hashes, sha256.Sum256([]byte(text)))
	}
	return accepted, nil
}

// RFC 6750 §2.1; the scheme is case-insensitive.
var bearer = regexp.MustCompile(`^(?i:bearer) +(\S+)$`)

// Admits says whether the values of "authorization" carry a token that is accepted. It compares hashes, so that the time reveals neither
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
	equal := 0
	for _, hash := range t.hashes {
		equal |= subtle.ConstantTimeCompare(sent[:], hash[:])
	}
	return equal == 1
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
