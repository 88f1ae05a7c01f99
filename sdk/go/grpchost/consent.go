package grpchost

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"strings"
	"time"

	"gatehouse.dev/host"
	"gatehouse.dev/host/consent"
	consentpb "gatehouse.dev/host/grpchost/internal/consentv1"
	pb "gatehouse.dev/host/grpchost/internal/hostv1"
	"gatehouse.dev/host/internal/caller"

	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

// ConsentOptions are how to reach Gatehouse's consent listener.
type ConsentOptions struct {
	// Address of the listener: "127.0.0.1:9091", "unix:/run/gatehouse/consent.sock".
	Address string
	// Token is the shared token that Gatehouse is configured with; empty if there is none.
	Token string
	// TLS has the authorities and the client certificate. Nil: plain text.
	TLS *tls.Config
	// Timeout of a call. Default: 5 seconds. A deadline of the context that is earlier wins.
	Timeout time.Duration
}

const defaultTimeout = 5 * time.Second

// ConsentClient is a consent.Client over gRPC.
type ConsentClient struct {
	conn    *grpc.ClientConn
	client  consentpb.ConsentServiceClient
	token   string
	timeout time.Duration
}

var _ consent.Client = (*ConsentClient)(nil)

// NewConsentClient validates the options. It connects in the background, and reconnects when the connection is lost. It
// refuses to send a token to another machine without TLS.
func NewConsentClient(options ConsentOptions) (*ConsentClient, error) {
	network, target := "tcp", options.Address
	if strings.HasPrefix(target, "unix:") {
		network, target = "unix", strings.TrimPrefix(target, "unix:")
	}
	if options.Token != "" && options.TLS == nil && !caller.IsLocal(network, target) {
		return nil, fmt.Errorf("grpchost: refusing to send the token to %s without TLS; set ConsentOptions.TLS", target)
	}
	security := grpc.WithInsecure()
	if options.TLS != nil {
		config := options.TLS.Clone()
		if config.ServerName == "" && network == "tcp" {
			config.ServerName, _, _ = net.SplitHostPort(target)
		}
		security = grpc.WithTransportCredentials(credentials.NewTLS(config))
	}
	// A dialer of its own, so that no proxy of the environment is used: Gatehouse is local.
	dial := func(ctx context.Context, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, network, target)
	}
	conn, err := grpc.Dial("passthrough:///gatehouse", security, grpc.WithContextDialer(dial),
		grpc.WithAuthority(authorityOf(network, target)), grpc.WithConnectParams(quickReconnect))
	if err != nil {
		return nil, err
	}
	timeout := options.Timeout
	if timeout == 0 {
		timeout = defaultTimeout
	}
	return &ConsentClient{conn: conn, client: consentpb.NewConsentServiceClient(conn), token: options.Token, timeout: timeout}, nil
}

// quickReconnect: by default, gRPC would wait up to two minutes after an outage of Gatehouse.
var quickReconnect = grpc.ConnectParams{
	Backoff:           backoff.Config{BaseDelay: 100 * time.Millisecond, Multiplier: 1.6, Jitter: 0.2, MaxDelay: time.Second},
	MinConnectTimeout: defaultTimeout,
}

func authorityOf(network, target string) string {
	if network == "unix" {
		return "localhost"
	}
	return target
}

// Close implements consent.Client.
func (c *ConsentClient) Close() error {
	return c.conn.Close()
}

// call does one rpc with its deadline and metadata, and converts its error.
func (c *ConsentClient) call(ctx context.Context, rpc string, do func(ctx context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	info := consent.CallFrom(ctx)
	requestID := caller.RequestID(info.RequestID)
	pairs := []string{"x-request-id", requestID}
	if c.token != "" {
		pairs = append(pairs, "authorization", "Bearer "+c.token)
	}
	if info.Traceparent != "" {
		pairs = append(pairs, "traceparent", info.Traceparent)
		if info.Tracestate != "" {
			pairs = append(pairs, "tracestate", info.Tracestate)
		}
	}
	err := do(metadata.AppendToOutgoingContext(ctx, pairs...))
	if err == nil {
		return nil
	}
	failed := status.Convert(err)
	return &consent.Error{RPC: rpc, RequestID: requestID, Code: codeName(failed), Message: failed.Message()}
}

// codeName is Connect's name of a code: "InvalidArgument" becomes "invalid_argument".
func codeName(failed *status.Status) string {
	var name strings.Builder
	for index, letter := range failed.Code().String() {
		if index > 0 && letter >= 'A' && letter <= 'Z' {
			name.WriteByte('_')
		}
		name.WriteRune(letter)
	}
	return strings.ToLower(name.String())
}

func outcomeError(failed consentpb.ConsentError) error {
	switch failed {
	case consentpb.ConsentError_CONSENT_ERROR_PENDING_NOT_FOUND:
		return consent.ErrPendingNotFound
	case consentpb.ConsentError_CONSENT_ERROR_NO_GRANTABLE_SCOPES:
		return consent.ErrNoGrantableScopes
	default:
		return fmt.Errorf("grpchost: Gatehouse returned an outcome that this SDK does not know: %v", failed)
	}
}

// PendingRequest implements consent.Client.
func (c *ConsentClient) PendingRequest(ctx context.Context, requestID, userID string) (*consent.PendingRequest, error) {
	var answer *consentpb.PendingRequestResponse
	err := c.call(ctx, "PendingRequest", func(ctx context.Context) (err error) {
		answer, err = c.client.PendingRequest(ctx, &consentpb.PendingRequestRequest{RequestId: requestID, UserId: userID})
		return err
	})
	if err != nil {
		return nil, err
	}
	view := answer.GetPendingRequest()
	if view == nil {
		return nil, outcomeError(answer.GetError())
	}
	scopes := make([]consent.Scope, len(view.GetScopes()))
	for index, scope := range view.GetScopes() {
		scopes[index] = consent.Scope{Scope: scope.GetScope(), Description: scope.GetDescription()}
	}
	return &consent.PendingRequest{
		ClientID:             view.GetClientId(),
		ClientName:           view.GetClientName(),
		ClientRegisteredAt:   view.GetClientRegisteredAt().AsTime(),
		ClientSelfRegistered: view.GetClientSelfRegistered(),
		RedirectURI:          view.GetRedirectUri(),
		RedirectHost:         view.GetRedirectHost(),
		RedirectIsLoopback:   view.GetRedirectIsLoopback(),
		Scopes:               scopes,
		Resource:             view.GetResource(),
		ExpiresAt:            view.GetExpiresAt().AsTime(),
	}, nil
}

// IssueCode implements consent.Client.
func (c *ConsentClient) IssueCode(ctx context.Context, grant consent.Grant) (string, error) {
	var answer *consentpb.IssueCodeResponse
	err := c.call(ctx, "IssueCode", func(ctx context.Context) (err error) {
		answer, err = c.client.IssueCode(ctx, &consentpb.IssueCodeRequest{
			RequestId:     grant.RequestID,
			UserId:        grant.UserID,
			GrantedScopes: grant.Scopes,
			GrantContext:  grant.Context,
		})
		return err
	})
	if err != nil {
		return "", err
	}
	if answer.GetRedirectUrl() == "" {
		return "", outcomeError(answer.GetError())
	}
	return answer.GetRedirectUrl(), nil
}

// DenyPending implements consent.Client.
func (c *ConsentClient) DenyPending(ctx context.Context, requestID, userID string) (string, error) {
	var answer *consentpb.DenyPendingResponse
	err := c.call(ctx, "DenyPending", func(ctx context.Context) (err error) {
		answer, err = c.client.DenyPending(ctx, &consentpb.DenyPendingRequest{RequestId: requestID, UserId: userID})
		return err
	})
	if err != nil {
		return "", err
	}
	if answer.GetRedirectUrl() == "" {
		return "", outcomeError(answer.GetError())
	}
	return answer.GetRedirectUrl(), nil
}

// Revoke implements consent.Client.
func (c *ConsentClient) Revoke(ctx context.Context, accessToken string) (bool, error) {
	var answer *consentpb.RevokeResponse
	err := c.call(ctx, "Revoke", func(ctx context.Context) (err error) {
		answer, err = c.client.Revoke(ctx, &consentpb.RevokeRequest{AccessToken: accessToken})
		return err
	})
	return answer.GetRevoked(), err
}

// GenerateCredentials implements consent.Client.
func (c *ConsentClient) GenerateCredentials(ctx context.Context, method host.AuthMethod) (*consent.Credentials, error) {
	name := "TOKEN_ENDPOINT_AUTH_METHOD_" + strings.ToUpper(string(method))
	request := &consentpb.GenerateCredentialsRequest{
		TokenEndpointAuthMethod: pb.TokenEndpointAuthMethod(pb.TokenEndpointAuthMethod_value[name]),
	}
	var answer *consentpb.GenerateCredentialsResponse
	err := c.call(ctx, "GenerateCredentials", func(ctx context.Context) (err error) {
		answer, err = c.client.GenerateCredentials(ctx, request)
		return err
	})
	if err != nil {
		return nil, err
	}
	return &consent.Credentials{
		ClientID:   answer.GetClientId(),
		Secret:     answer.GetClientSecret(),
		SecretHash: answer.GetClientSecretHash(),
	}, nil
}

// CheckRedirectURI implements consent.Client.
func (c *ConsentClient) CheckRedirectURI(ctx context.Context, redirectURI string) (string, error) {
	var answer *consentpb.CheckRedirectUriResponse
	err := c.call(ctx, "CheckRedirectUri", func(ctx context.Context) (err error) {
		answer, err = c.client.CheckRedirectUri(ctx, &consentpb.CheckRedirectUriRequest{RedirectUri: redirectURI})
		return err
	})
	return answer.GetReason(), err
}
