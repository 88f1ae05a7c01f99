// Package mcp serves tools to assistants: an MCP server over Streamable HTTP that keeps no sessions, behind access tokens.
// An application with more than tools (resources, prompts, messages from the server) takes a library for MCP, and protects
// it with package bearer.
package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"gatehouse.dev/host"
	"gatehouse.dev/host/bearer"
	"gatehouse.dev/host/internal/engine"
)

const maxBody = 256 << 10

// versions of the protocol that this endpoint speaks, the preferred one first.
var versions = []string{"2025-11-25", "2025-06-18", "2025-03-26"}

// Tool is a tool, and the scope that its calls need.
type Tool struct {
	Name string `json:"name"`
	// Scope is that of the tool's calls; empty for none.
	Scope string `json:"scope"`
	// Definition is the object that tools/list returns, with the same name.
	Definition json.RawMessage `json:"tool"`
}

// Call is one call of a tool. Its arguments have what inputSchema requires, and texts of the right type and length; check the
// rest.
type Call struct {
	Tool      string
	Arguments map[string]interface{}
	Grant     *bearer.Grant
}

// Text returns an argument that is a text, without spaces around it; "" if it is missing or of another type.
func (c *Call) Text(argument string) string {
	text, _ := c.Arguments[argument].(string)
	return strings.TrimSpace(text)
}

// Failure is an error that the assistant may read: "text must have 1 to 2000 characters".
type Failure string

// Error implements error.
func (f Failure) Error() string { return string(f) }

// Server describes the endpoint.
type Server struct {
	Name, Version string
	// Resource is the URL of the endpoint, as in host.OAuth.
	Resource string
	Verifier bearer.Verifier
	Tools    []Tool
	// Run runs a tool for a caller who may call it, and returns its text. The assistant reads a Failure; any other error, and
	// a panic, goes to Logger only.
	Run func(ctx context.Context, call *Call) (string, error)
	// Logger receives errors. Default: one line of JSON on stderr for each.
	Logger host.Logger
}

// Handler serves the endpoint to clients with an access token, in web pages of any origin too: access depends on the token
// alone. A call that needs a further scope gets 403 with a challenge that names it. The error names a tool whose definition is
// not valid.
func (s Server) Handler() (http.Handler, error) {
	if s.Logger == nil {
		s.Logger = host.StderrLogger
	}
	e := &endpoint{Server: s, definitions: map[string]definition{}}
	for i := range s.Tools {
		parsed, err := s.Tools[i].parse()
		if err != nil {
			return nil, err
		}
		e.definitions[parsed.Name] = parsed
	}
	return bearer.CORS(bearer.Protect(s.Verifier, s.Resource, http.HandlerFunc(e.serve))), nil
}

type endpoint struct {
	Server
	definitions map[string]definition
}

type message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		ProtocolVersion string                 `json:"protocolVersion"`
		Name            string                 `json:"name"`
		Arguments       map[string]interface{} `json:"arguments"`
	} `json:"params"`
}

// rpcError is an error of JSON-RPC 2.0.
type rpcError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

const (
	parseError     = -32700
	invalidRequest = -32600
	methodNotFound = -32601
	invalidParams  = -32602
	internalError  = -32603
)

type answer struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  interface{}     `json:"result,omitempty"`
	Error   *rpcError       `json:"error,omitempty"`
}

func (e *endpoint) serve(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", "POST")
		http.Error(w, "This endpoint keeps no sessions and sends no messages of its own.", http.StatusMethodNotAllowed)
		return
	}
	var sent message
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody)).Decode(&sent); err != nil {
		e.write(w, http.StatusBadRequest, answer{Error: &rpcError{parseError, "not one JSON object of JSON-RPC 2.0, or too long"}})
		return
	}
	asked := r.Header.Get("MCP-Protocol-Version")
	switch {
	case asked != "" && asked != speaks(asked):
		problem := fmt.Sprintf("this endpoint speaks the versions %s of MCP", strings.Join(versions, ", "))
		e.write(w, http.StatusBadRequest, answer{ID: sent.ID, Error: &rpcError{invalidRequest, problem}})
	case sent.Method == "":
		e.write(w, http.StatusBadRequest, answer{ID: sent.ID, Error: &rpcError{invalidRequest, "method is missing"}})
	case len(sent.ID) == 0 || string(sent.ID) == "null":
		w.WriteHeader(http.StatusAccepted)
	case sent.Method == "tools/call":
		e.callTool(w, r, &sent)
	default:
		e.write(w, http.StatusOK, e.describe(&sent))
	}
}

func (e *endpoint) describe(sent *message) answer {
	switch sent.Method {
	case "initialize":
		return answer{ID: sent.ID, Result: map[string]interface{}{
			"protocolVersion": speaks(sent.Params.ProtocolVersion),
			"capabilities":    map[string]interface{}{"tools": struct{}{}},
			"serverInfo":      map[string]string{"name": e.Name, "version": e.Version},
		}}
	case "ping":
		return answer{ID: sent.ID, Result: struct{}{}}
	case "tools/list":
		definitions := make([]json.RawMessage, 0, len(e.Tools))
		for _, each := range e.Tools {
			definitions = append(definitions, each.Definition)
		}
		return answer{ID: sent.ID, Result: map[string]interface{}{"tools": definitions}}
	}
	return answer{ID: sent.ID, Error: &rpcError{methodNotFound, "there is no such method"}}
}

// speaks returns the version if this endpoint speaks it, or else the preferred one.
func speaks(version string) string {
	for _, each := range versions {
		if each == version {
			return each
		}
	}
	return versions[0]
}

func (e *endpoint) callTool(w http.ResponseWriter, r *http.Request, sent *message) {
	grant, _ := bearer.FromContext(r.Context())
	tool := e.tool(sent.Params.Name)
	switch {
	case tool == nil:
		e.write(w, http.StatusOK, answer{ID: sent.ID, Error: &rpcError{invalidParams, "there is no such tool"}})
		return
	case tool.Scope != "" && !grant.Allows(tool.Scope):
		// All scopes that the client now needs: if it asks for this list, it must not lose what it has.
		needed := append(append([]string{}, grant.Scopes...), tool.Scope)
		bearer.Forbidden(w, e.Resource, strings.Join(needed, " "))
		return
	}
	described := e.definitions[tool.Name]
	if problem := described.problem(sent.Params.Arguments); problem != "" {
		e.write(w, http.StatusOK, answer{ID: sent.ID, Result: content(problem, true)})
		return
	}
	text, err := e.run(r.Context(), &Call{Tool: tool.Name, Arguments: sent.Params.Arguments, Grant: grant})
	var failure Failure
	switch {
	case err == nil:
		e.write(w, http.StatusOK, answer{ID: sent.ID, Result: content(text, false)})
	case errors.As(err, &failure):
		e.write(w, http.StatusOK, answer{ID: sent.ID, Result: content(string(failure), true)})
	default:
		e.Logger.Error("tool failed", "tool", tool.Name, "error", err.Error())
		e.write(w, http.StatusOK, answer{ID: sent.ID, Error: &rpcError{internalError, "the tool failed"}})
	}
}

func (e *endpoint) run(ctx context.Context, call *Call) (text string, err error) {
	defer engine.Recovered(&err)
	text, err = e.Run(ctx, call)
	return text, engine.Readable(err)
}

func content(text string, isError bool) interface{} {
	block := map[string]string{"type": "text", "text": text}
	return map[string]interface{}{"content": []interface{}{block}, "isError": isError}
}

func (e *endpoint) tool(name string) *Tool {
	for i := range e.Tools {
		if e.Tools[i].Name == name {
			return &e.Tools[i]
		}
	}
	return nil
}

func (e *endpoint) write(w http.ResponseWriter, status int, body answer) {
	body.Version = "2.0"
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	if err := json.NewEncoder(w).Encode(body); err != nil {
		e.Logger.Warn("the answer was not sent", "error", err.Error())
	}
}
