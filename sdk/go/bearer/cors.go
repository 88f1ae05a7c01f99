package bearer

import "net/http"

// CORS lets clients in web pages of any origin call an endpoint and read its challenge. Use it only where access depends on
// the token alone, never on a cookie, and around Protect; it answers preflight requests (OPTIONS) itself.
func CORS(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Set("Access-Control-Allow-Origin", "*")
		header.Set("Access-Control-Expose-Headers", "WWW-Authenticate")
		if r.Method == http.MethodOptions {
			header.Set("Access-Control-Allow-Methods", "GET, POST, PUT, PATCH, DELETE")
			header.Set("Access-Control-Allow-Headers", "authorization, content-type, accept, mcp-protocol-version, mcp-session-id")
			w.WriteHeader(http.StatusNoContent)
			return
		}
		next.ServeHTTP(w, r)
	})
}
