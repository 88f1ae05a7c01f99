package consent

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"gatehouse.dev/host"
	"gatehouse.dev/host/internal/caller"
	"gatehouse.dev/host/internal/wire"
)

// HTTPOptions are how to reach Gatehouse's consent listener.
type HTTPOptions struct {
	// URL is the base URL of the listener, which answers gRPC and HTTP on one port: "http://127.0.0.1:9091", or "unix:" and
	// the path of a socket.
	URL string
	// Token is the shared token that Gatehouse is configured with; empty if there is none.
	Token string
	// TLS has the authorities and the client certificate for an https URL. Nil: the system's authorities.
	TLS *tls.Config
	// Timeout of a call. Default: 5 seconds. A deadline of the context that is earlier wins.
	Timeout time.Duration
}

const (
	defaultTimeout = 5 * time.Second
	// maxAnswer is gRPC's default limit of a message.
	maxAnswer = 4 << 20
)

// HTTPClient is a Client over HTTP, with Connect's unary protocol.
type HTTPClient struct {
	base    string
	token   string
	timeout time.Duration
	http    *http.Client
}

var _ Client = (*HTTPClient)(nil)

// NewHTTPClient validates the options. It connects at the first call. It refuses to send a token to another machine without
// TLS.
func NewHTTPClient(options HTTPOptions) (*HTTPClient, error) {
	// Without Proxy: Gatehouse is local, whatever the environment says. A connection for each call: consent is rare, and on a
	// kept connection only the order says which user's answer is whose.
	transport := &http.Transport{TLSClientConfig: options.TLS, DisableKeepAlives: true}
	base := options.URL
	if strings.HasPrefix(base, "unix:") {
		socket := strings.TrimPrefix(base, "unix:")
		transport.DialContext = func(ctx context.Context, _, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, "unix", socket)
		}
		base = "http://localhost"
	} else if err := checkURL(base, options.Token); err != nil {
		return nil, err
	}
	timeout := options.Timeout
	if timeout == 0 {
		timeout = defaultTimeout
	}
	return &HTTPClient{
		base:    strings.TrimSuffix(base, "/"),
		token:   options.Token,
		timeout: timeout,
		http: &http.Client{
			Transport: transport,
			// An rpc has no redirects, and one would carry the token elsewhere.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}, nil
}

func checkURL(base, token string) error {
	parsed, err := url.Parse(base)
	if err != nil || parsed.Host == "" || parsed.Scheme != "http" && parsed.Scheme != "https" {
		return fmt.Errorf(`consent: URL must be an http(s) URL such as "http://127.0.0.1:9091", or "unix:" and a path, not %q`, base)
	}
	port := parsed.Port()
	if port == "" {
		port = "80"
	}
	local := caller.IsLocal("tcp", net.JoinHostPort(parsed.Hostname(), port))
	if token != "" && parsed.Scheme == "http" && !local {
		return fmt.Errorf("consent: refusing to send the token to %s without TLS; use an https URL", parsed.Host)
	}
	return nil
}

// Close closes idle connections.
func (c *HTTPClient) Close() error {
	c.http.CloseIdleConnections()
	return nil
}

// PendingRequest implements Client.
func (c *HTTPClient) PendingRequest(ctx context.Context, requestID, userID string) (*PendingRequest, error) {
	var answer struct {
		PendingRequest *pendingRequest `json:"pendingRequest"`
		Error          string          `json:"error"`
	}
	if err := c.call(ctx, "PendingRequest", pending{RequestID: requestID, UserID: userID}, &answer); err != nil {
		return nil, err
	}
	if answer.PendingRequest == nil {
		return nil, outcomeError(answer.Error)
	}
	return answer.PendingRequest.view()
}

// pending names a request and a user.
type pending struct {
	RequestID string `json:"requestId"`
	UserID    string `json:"userId"`
}

type pendingRequest struct {
	ClientID             string          `json:"clientId"`
	ClientName           string          `json:"clientName"`
	ClientRegisteredAt   *wire.Timestamp `json:"clientRegisteredAt"`
	ClientSelfRegistered bool            `json:"clientSelfRegistered"`
	RedirectURI          string          `json:"redirectUri"`
	RedirectHost         string          `json:"redirectHost"`
	RedirectIsLoopback   bool            `json:"redirectIsLoopback"`
	Scopes               []Scope         `json:"scopes"`
	Resource             string          `json:"resource"`
	ExpiresAt            *wire.Timestamp `json:"expiresAt"`
}

func (p *pendingRequest) view() (*PendingRequest, error) {
	if p.ClientRegisteredAt == nil || p.ExpiresAt == nil {
		return nil, errors.New("consent: Gatehouse returned a request without its times")
	}
	registeredAt, registeredOK := p.ClientRegisteredAt.Time()
	expiresAt, expiresOK := p.ExpiresAt.Time()
	if !registeredOK || !expiresOK {
		return nil, errors.New("consent: Gatehouse returned a time that is out of range")
	}
	return &PendingRequest{
		ClientID:             p.ClientID,
		ClientName:           p.ClientName,
		ClientRegisteredAt:   registeredAt,
		ClientSelfRegistered: p.ClientSelfRegistered,
		RedirectURI:          p.RedirectURI,
		RedirectHost:         p.RedirectHost,
		RedirectIsLoopback:   p.RedirectIsLoopback,
		Scopes:               p.Scopes,
		Resource:             p.Resource,
		ExpiresAt:            expiresAt,
	}, nil
}

// decision is the answer of IssueCode and DenyPending.
type decision struct {
	RedirectURL string `json:"redirectUrl"`
	Error       string `json:"error"`
}

func (d *decision) redirect() (string, error) {
	if d.RedirectURL == "" {
		return "", outcomeError(d.Error)
	}
	return d.RedirectURL, nil
}

// IssueCode implements Client.
func (c *HTTPClient) IssueCode(ctx context.Context, grant Grant) (string, error) {
	request := struct {
		pending
		GrantedScopes []string `json:"grantedScopes,omitempty"`
		GrantContext  []byte   `json:"grantContext,omitempty"`
	}{pending{grant.RequestID, grant.UserID}, grant.Scopes, grant.Context}
	var answer decision
	if err := c.call(ctx, "IssueCode", request, &answer); err != nil {
		return "", err
	}
	return answer.redirect()
}

// DenyPending implements Client.
func (c *HTTPClient) DenyPending(ctx context.Context, requestID, userID string) (string, error) {
	var answer decision
	if err := c.call(ctx, "DenyPending", pending{RequestID: requestID, UserID: userID}, &answer); err != nil {
		return "", err
	}
	return answer.redirect()
}

// Revoke implements Client.
func (c *HTTPClient) Revoke(ctx context.Context, accessToken string) (bool, error) {
	var answer struct {
		Revoked bool `json:"revoked"`
	}
	err := c.call(ctx, "Revoke", map[string]string{"accessToken": accessToken}, &answer)
	return answer.Revoked, err
}

// GenerateCredentials implements Client.
func (c *HTTPClient) GenerateCredentials(ctx context.Context, method host.AuthMethod) (*Credentials, error) {
	var answer struct {
		ClientID         string     `json:"clientId"`
		ClientSecret     string     `json:"clientSecret"`
		ClientSecretHash wire.Bytes `json:"clientSecretHash"`
	}
	request := map[string]string{"tokenEndpointAuthMethod": "TOKEN_ENDPOINT_AUTH_METHOD_" + strings.ToUpper(string(method))}
	if err := c.call(ctx, "GenerateCredentials", request, &answer); err != nil {
		return nil, err
	}
	return &Credentials{ClientID: answer.ClientID, Secret: answer.ClientSecret, SecretHash: answer.ClientSecretHash}, nil
}

// CheckRedirectURI implements Client.
func (c *HTTPClient) CheckRedirectURI(ctx context.Context, redirectURI string) (string, error) {
	var answer struct {
		Reason string `json:"reason"`
	}
	err := c.call(ctx, "CheckRedirectUri", map[string]string{"redirectUri": redirectURI}, &answer)
	return answer.Reason, err
}

// outcomeError converts a ConsentError.
func outcomeError(name string) error {
	switch name {
	case "CONSENT_ERROR_PENDING_NOT_FOUND":
		return ErrPendingNotFound
	case "CONSENT_ERROR_NO_GRANTABLE_SCOPES":
		return ErrNoGrantableScopes
	default:
		return fmt.Errorf("consent: Gatehouse returned an outcome that this SDK does not know: %q", name)
	}
}

// call does one rpc. It never repeats one, because most of them write.
func (c *HTTPClient) call(ctx context.Context, rpc string, request, answer interface{}) error {
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	info := CallFrom(ctx)
	failure := &Error{RPC: rpc, RequestID: caller.RequestID(info.RequestID)}
	text, err := json.Marshal(request)
	if err != nil {
		return err
	}
	post, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base+"/gatehouse.consent.v1.ConsentService/"+rpc, bytes.NewReader(text))
	if err != nil {
		return err
	}
	// net/http repeats a request whose connection broke before anything was written; never after that.
	post.GetBody = nil
	c.setHeaders(post, info, failure.RequestID)
	response, err := c.http.Do(post)
	if err != nil {
		failure.Code, failure.Message = "unavailable", causeOf(err)
		if ctx.Err() != nil {
			failure.Code = "deadline_exceeded"
		}
		return failure
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	if err != nil {
		failure.Code, failure.Message = "unavailable", "the answer broke off"
		return failure
	}
	if response.StatusCode != http.StatusOK {
		return failure.of(response.StatusCode, body)
	}
	if err := json.Unmarshal(body, answer); err != nil {
		failure.Code, failure.Message = "internal", "the answer is not the expected JSON"
		return failure
	}
	return nil
}

func (c *HTTPClient) setHeaders(post *http.Request, info Call, requestID string) {
	header := post.Header
	header.Set("Content-Type", "application/json")
	header.Set("Connect-Protocol-Version", "1")
	header.Set("X-Request-Id", requestID)
	if deadline, ok := post.Context().Deadline(); ok {
		header.Set("Connect-Timeout-Ms", strconv.FormatInt(time.Until(deadline).Milliseconds(), 10))
	}
	if c.token != "" {
		header.Set("Authorization", "Bearer "+c.token)
	}
	if info.Traceparent != "" {
		header.Set("Traceparent", info.Traceparent)
		if info.Tracestate != "" {
			header.Set("Tracestate", info.Tracestate)
		}
	}
}

// causeOf removes the method and the URL that url.Error adds.
func causeOf(err error) string {
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		err = wrapped.Err
	}
	return err.Error()
}

// of reads Connect's JSON error; an answer without one comes from something in front of Gatehouse.
func (e *Error) of(status int, body []byte) error {
	var sent struct {
		Code    string `json:"code"`
		Message string `json:"message"`
	}
	if json.Unmarshal(body, &sent) == nil && sent.Code != "" {
		e.Code, e.Message = sent.Code, sent.Message
		return e
	}
	e.Code, e.Message = "unknown", fmt.Sprintf("HTTP status %d", status)
	switch status {
	case http.StatusUnauthorized:
		e.Code = "unauthenticated"
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		e.Code = "unavailable"
	}
	return e
}
