// Package httphost serves a host over HTTP, from any HTTP server and with the standard library alone: the unary protocol of
// Connect, such as POST {base}/gatehouse.host.v1.BackendService/Transact.
package httphost

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"gatehouse.dev/host"
	"gatehouse.dev/host/internal/caller"
	"gatehouse.dev/host/internal/contract"
	"gatehouse.dev/host/internal/engine"
	"gatehouse.dev/host/internal/stalls"
	"gatehouse.dev/host/internal/wire"
)

// Options of a handler.
type Options struct {
	// Token is the shared token that every caller must send (the daemon's host.token), at least 16 characters. Required:
	// any caller of a host can mint tokens for any user, and a handler does not know who can reach its server.
	Token string
	// PreviousToken is accepted too, while one token replaces the other. Empty: none.
	PreviousToken string
	// Codecs are further encodings of messages beside JSON: grpchost.Codec for application/proto.
	Codecs []Codec
}

// Codec is an encoding of messages. grpchost has one for binary protobuf.
type Codec = wire.Codec

// maxBody is gRPC's default limit of a message. JSON repeats names and writes bytes as base64, so its body may be longer. A
// health check has at most the name of a service, and anyone may send one.
const (
	maxBody       = 4 << 20
	maxJSONBody   = 4 * maxBody
	maxHealthBody = 64
)

const (
	// healthCheck needs no token: orchestrators cannot send one with their health checks, and only learn that the process is
	// serving.
	healthCheck = "grpc.health.v1.Health/Check"
	// longestHealthCheck limits one that arrives slowly.
	longestHealthCheck = 10 * time.Second
)

var exchangeID = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// handler has one function for each rpc, by the end of its path: "gatehouse.host.v1.BackendService/Transact".
type handler struct {
	engine *engine.Engine
	token  *caller.Token
	codecs map[string]wire.Codec
	rpcs   map[string]rpc
	stalls *stalls.Stalls
}

// rpc reads a request with the codec and answers with a message for the same codec.
type rpc func(ctx context.Context, codec wire.Codec, requestID string, body []byte) (interface{}, error)

// NewHandler validates the host and the options. Mount the handler at any base path, without a middleware that reads
// bodies, and set host.url of the daemon to the URL of that path.
func NewHandler(h *host.Host, options Options) (http.Handler, error) {
	answers, err := engine.New(h)
	if err != nil {
		return nil, err
	}
	token, err := caller.NewToken(options.Token, options.PreviousToken)
	if err == nil && token == nil {
		err = caller.ErrUnfitToken
	}
	if err != nil {
		return nil, fmt.Errorf("httphost: Options.Token: %w", err)
	}
	served := &handler{engine: answers, token: token, codecs: map[string]wire.Codec{}, stalls: stalls.OfProcess()}
	for _, codec := range append([]wire.Codec{wire.JSON}, options.Codecs...) {
		served.codecs[codec.MediaType()] = codec
	}
	served.rpcs = map[string]rpc{
		"gatehouse.host.v1.HostService/Describe":      served.describe,
		"gatehouse.host.v1.BackendService/Transact":   served.transact,
		"gatehouse.host.v1.SignInService/ResolveUser": served.resolveUser,
		healthCheck: served.checkHealth,
	}
	for _, each := range answers.AdminRpcs() {
		served.rpcs["gatehouse.host.v1."+each.Service+"/"+each.Method] = served.adminRpc(each)
	}
	return served, nil
}

// ServeHTTP implements http.Handler.
func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	// The caller knows by this id that the response is its own, and keeps its connection only then.
	if exchange := r.Header.Get("Gatehouse-Exchange"); exchangeID.MatchString(exchange) {
		w.Header().Set("Gatehouse-Exchange", exchange)
	}
	name := rpcName(r.URL.Path)
	answer, known := h.rpcs[name]
	if !known {
		writeFault(w, http.StatusNotFound, &engine.Fault{Code: engine.Unimplemented, Message: "this host has no such rpc"})
		return
	}
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		http.Error(w, "An rpc takes a POST.", http.StatusMethodNotAllowed)
		return
	}
	if name != healthCheck && !h.token.Admits(r.Header.Values("Authorization")) {
		writeError(w, &engine.Fault{Code: engine.Unauthenticated, Message: "the shared token is missing or wrong"})
		return
	}
	codec, ok := h.codecOf(w, r)
	if !ok {
		return
	}
	ctx, cancel, err := limited(r)
	if err != nil {
		writeError(w, err)
		return
	}
	defer cancel()
	limit := int64(maxBody)
	if codec == wire.JSON {
		limit = maxJSONBody
	}
	if name == healthCheck {
		limit = maxHealthBody
		ctx, cancel = context.WithTimeout(ctx, longestHealthCheck)
		defer cancel()
	}
	body, err := readBody(ctx, w, r, limit)
	if err != nil {
		writeError(w, err)
		return
	}
	if h.stalls.Waited() > 0 {
		// The caller may have left meanwhile. net/http cancels ctx then, but only now that it has read the body.
		awaitEnd(ctx)
	}
	message, err := answer(ctx, codec, caller.RequestID(r.Header.Get("X-Request-Id")), body)
	if err != nil {
		writeError(w, err)
		return
	}
	encoded, err := codec.Encode(message)
	if err != nil {
		h.engine.Logger().Error("an answer cannot be encoded", "rpc", name, "error", err.Error())
		writeError(w, &engine.Fault{Code: engine.Internal, Message: "the host cannot encode its answer"})
		return
	}
	header := w.Header()
	header.Set("Content-Type", codec.MediaType())
	header.Set("Content-Length", strconv.Itoa(len(encoded)))
	header.Set("Cache-Control", "no-store")
	// The caller may have left: there is no other way to reach it.
	_, _ = w.Write(encoded)
}

// rpcName is the last two segments of a path, so that the handler works below any base.
func rpcName(path string) string {
	segments := strings.Split(path, "/")
	if len(segments) < 2 {
		return ""
	}
	return strings.Join(segments[len(segments)-2:], "/")
}

// codecOf answers itself if there is none.
func (h *handler) codecOf(w http.ResponseWriter, r *http.Request) (wire.Codec, bool) {
	media, parameters, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	charset := strings.ToLower(parameters["charset"])
	codec, ok := h.codecs[media]
	if err != nil || !ok || charset != "" && charset != "utf-8" {
		var accepted []string
		for known := range h.codecs {
			accepted = append(accepted, known)
		}
		w.Header().Set("Accept-Post", strings.Join(accepted, ", "))
		http.Error(w, "This host does not read this Content-Type; see Accept-Post.", http.StatusUnsupportedMediaType)
		return nil, false
	}
	if encoding := r.Header.Get("Content-Encoding"); encoding != "" && encoding != "identity" {
		writeError(w, &engine.Fault{Code: engine.Unimplemented, Message: "this host does not read compressed messages"})
		return nil, false
	}
	if version := r.Header.Get("Connect-Protocol-Version"); version != "" && version != "1" {
		writeError(w, engine.Malformed(`Connect-Protocol-Version must be "1"`))
		return nil, false
	}
	return codec, true
}

// maxTimeoutDigits is Connect's limit of the header.
const maxTimeoutDigits = 10

// limited applies Connect-Timeout-Ms. Nothing commits after it.
func limited(r *http.Request) (context.Context, context.CancelFunc, error) {
	sent := r.Header.Get("Connect-Timeout-Ms")
	if sent == "" {
		ctx, cancel := context.WithCancel(r.Context())
		return ctx, cancel, nil
	}
	ms, err := strconv.ParseUint(sent, 10, 63)
	if err != nil || len(sent) > maxTimeoutDigits {
		return nil, nil, engine.Malformed("Connect-Timeout-Ms must have 1 to %d digits", maxTimeoutDigits)
	}
	ctx, cancel := context.WithTimeout(r.Context(), time.Duration(ms)*time.Millisecond)
	return ctx, cancel, nil
}

// noticed is how long it takes at most to notice that a connection is closed.
const noticed = 100 * time.Millisecond

func awaitEnd(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-time.After(noticed):
	}
}

func readBody(ctx context.Context, w http.ResponseWriter, r *http.Request, limit int64) ([]byte, error) {
	body, err := io.ReadAll(&limitedReader{Reader: http.MaxBytesReader(w, r.Body, limit), ctx: ctx})
	var tooLarge *http.MaxBytesError
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return nil, &engine.Fault{Code: engine.DeadlineExceeded, Message: "the deadline passed before the message arrived"}
	case errors.As(err, &tooLarge):
		return nil, &engine.Fault{Code: engine.ResourceExhausted, Message: fmt.Sprintf("the message has more than %d bytes", limit)}
	case err != nil:
		return nil, &engine.Fault{Code: engine.Canceled, Message: "the message did not arrive completely"}
	}
	return body, nil
}

// limitedReader reads nothing more after the end of a context. net/http ends a read that gets no byte at all: with the
// connection, or at the server's ReadTimeout.
type limitedReader struct {
	io.Reader
	ctx context.Context
}

func (l *limitedReader) Read(b []byte) (int, error) {
	if err := l.ctx.Err(); err != nil {
		return 0, err
	}
	return l.Reader.Read(b)
}

func decode(codec wire.Codec, body []byte, message interface{}) error {
	if err := codec.Decode(body, message); err != nil {
		return engine.Malformed("the message cannot be read: %v", err)
	}
	return nil
}

func (h *handler) describe(context.Context, wire.Codec, string, []byte) (interface{}, error) {
	return h.engine.Describe(false), nil
}

func (h *handler) transact(ctx context.Context, codec wire.Codec, requestID string, body []byte) (interface{}, error) {
	request := &wire.TransactRequest{}
	if err := decode(codec, body, request); err != nil {
		return nil, err
	}
	return h.engine.Transact(ctx, requestID, request)
}

func (h *handler) resolveUser(ctx context.Context, codec wire.Codec, requestID string, body []byte) (interface{}, error) {
	request := &wire.ResolveUserRequest{}
	if err := decode(codec, body, request); err != nil {
		return nil, err
	}
	return h.engine.ResolveUser(ctx, requestID, request)
}

func (h *handler) adminRpc(rpc contract.Rpc) rpc {
	return func(ctx context.Context, codec wire.Codec, requestID string, body []byte) (interface{}, error) {
		request := rpc.NewRequest()
		if err := decode(codec, body, request); err != nil {
			return nil, err
		}
		return h.engine.CallAdmin(ctx, requestID, rpc, request)
	}
}

func (h *handler) checkHealth(context.Context, wire.Codec, string, []byte) (interface{}, error) {
	return &wire.HealthCheckResponse{Status: wire.HealthServing}, nil
}

// connectCodes are Connect's names and HTTP statuses of the codes.
var connectCodes = map[engine.Code]struct {
	name   string
	status int
}{
	engine.Canceled:          {"canceled", 499},
	engine.InvalidArgument:   {"invalid_argument", http.StatusBadRequest},
	engine.DeadlineExceeded:  {"deadline_exceeded", http.StatusGatewayTimeout},
	engine.ResourceExhausted: {"resource_exhausted", http.StatusTooManyRequests},
	engine.Unimplemented:     {"unimplemented", http.StatusNotImplemented},
	engine.Internal:          {"internal", http.StatusInternalServerError},
	engine.Unavailable:       {"unavailable", http.StatusServiceUnavailable},
	engine.Unauthenticated:   {"unauthenticated", http.StatusUnauthorized},
}

func writeError(w http.ResponseWriter, err error) {
	var fault *engine.Fault
	if !errors.As(err, &fault) {
		fault = &engine.Fault{Code: engine.Internal, Message: "the host failed"}
	}
	writeFault(w, connectCodes[fault.Code].status, fault)
}

func writeFault(w http.ResponseWriter, status int, fault *engine.Fault) {
	text, err := json.Marshal(struct {
		Code    string `json:"code"`
		Message string `json:"message"`
	}{connectCodes[fault.Code].name, fault.Message})
	if err != nil {
		text = []byte(`{"code":"internal"}`)
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(text)
}
