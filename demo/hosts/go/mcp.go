package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"gatehouse.dev/host/bearer"
)

type object = map[string]any

type message struct {
	ID     any
	Method string
	Params struct {
		Name      string
		Arguments struct{ Text string }
	}
}

// endpoint is the protected resource: a stateless MCP server over one user's notes.
type endpoint struct {
	store  *store
	scopes map[string]string
	tools  []json.RawMessage
}

func newEndpoint(store *store) http.Handler {
	var listed []struct {
		Name, Scope string
		Tool        json.RawMessage
	}
	readFile("tools.json", &listed)
	e := &endpoint{store: store, scopes: map[string]string{}}
	for _, each := range listed {
		e.scopes[each.Name], e.tools = each.Scope, append(e.tools, each.Tool)
	}
	return e
}

func (e *endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	grant, _ := bearer.FromContext(r.Context())
	var sent message
	answer := object{"jsonrpc": "2.0"}
	scope, isTool := "", false
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 256<<10)).Decode(&sent); err == nil && sent.Method == "tools/call" {
		scope, isTool = e.scopes[sent.Params.Name], e.scopes[sent.Params.Name] != ""
	}
	switch {
	case r.Method != http.MethodPost:
		w.Header().Set("Allow", "POST")
		w.WriteHeader(http.StatusMethodNotAllowed)
		return
	case isTool && !grant.Allows(scope):
		// All that the client now needs: if it asks again for this list, it must not lose what it has.
		bearer.Forbidden(w, resource, strings.Join(append(grant.Scopes, scope), " "))
		return
	case sent.ID == nil && sent.Method != "":
		w.WriteHeader(http.StatusAccepted)
		return
	case sent.Method == "initialize":
		server := object{"name": "acme-notes", "version": "1.0.0"}
		answer["result"] = object{"protocolVersion": "2025-06-18", "capabilities": object{"tools": object{}}, "serverInfo": server}
	case sent.Method == "ping":
		answer["result"] = object{}
	case sent.Method == "tools/list":
		answer["result"] = object{"tools": e.tools}
	case isTool:
		text, ok := e.run(sent.Params.Name, grant.UserID, strings.TrimSpace(sent.Params.Arguments.Text))
		answer["result"] = object{"content": []object{{"type": "text", "text": text}}, "isError": !ok}
	default:
		answer["error"] = object{"code": -32601, "message": "there is no such method or tool"}
	}
	answer["id"] = sent.ID
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(answer)
}

func (e *endpoint) run(name, userID, text string) (string, bool) {
	if name == "add_note" || name == "search_notes" {
		if text == "" || len(text) > maxNoteLength {
			return fmt.Sprintf("text must be a text of 1 to %d bytes", maxNoteLength), false
		}
	}
	if name == "add_note" {
		return fmt.Sprintf("Added note %d.", e.store.add(userID, text)), true
	}
	lines := []string{}
	for _, each := range e.store.notes(userID, text) {
		line := fmt.Sprintf("#%d (%s) %s", each.ID, each.CreatedAt.Format("2006-01-02"), each.Text)
		if name == "summarise_notes" {
			line = "- " + strings.SplitAfterN(each.Text, ". ", 2)[0]
		}
		lines = append(lines, line)
	}
	return fmt.Sprintf("%d notes\n%s", len(lines), strings.Join(lines, "\n")), true
}

// cors admits clients in web pages of any origin: access depends on the token alone, never on a cookie.
func cors(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Access-Control-Allow-Origin", "*")
		w.Header().Set("Access-Control-Expose-Headers", "WWW-Authenticate")
		w.Header().Set("Access-Control-Allow-Headers", "authorization, content-type, accept, mcp-protocol-version")
		if r.Method == http.MethodOptions {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		next.ServeHTTP(w, r)
	})
}
