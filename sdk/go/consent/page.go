package consent

import (
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"strings"
)

// View is what the page shows: the request, or why there is none.
type View struct {
	// PendingRequest is the request to decide about; nil for the statuses 404, 500 and 503.
	*PendingRequest
	// Status is 200; 400 if the user allowed nothing, so that the page asks again; 404 if the request is no longer open,
	// for whatever reason; 503 if Gatehouse cannot answer right now; 500 if it rejected the call.
	Status    int
	RequestID string
	// FormTarget is a source for the form-action of the page's Content-Security-Policy, beside 'self': browsers apply
	// form-action to the redirect after the form too. "https://client.example", "cursor:"; empty without a request.
	FormTarget string
	// Err is why the status is 500; nil for the others. It is for the log.
	Err error
}

// NothingAllowed: the user pressed Allow without ticking a permission.
func (v View) NothingAllowed() bool { return v.Status == http.StatusBadRequest }

// RedirectIsWebsite: the redirect goes to a website, not to an app on the user's device.
func (v View) RedirectIsWebsite() bool {
	return v.PendingRequest != nil && isWebsite(v.RedirectURI)
}

// ServePage serves a request for the consent page, {issuer}/connect: GET shows the pending request to the user who is signed
// in, POST submits the decision. show writes the page with the status of the view; escape everything in it. Its form has the
// fields "request" (View.RequestID), "scope" for each permission that the user ticks, and "decision", which is "allow" or
// anything else to deny. A form that did not arrive completely, or has no decision, gets 400 and decides nothing. Send guests to the sign-in, and reject forms of other sites with a CSRF token, before you call it.
func ServePage(w http.ResponseWriter, r *http.Request, client Client, userID string, show func(View)) {
	w.Header().Set("Cache-Control", "no-store")
	if r.Method == http.MethodPost && !isWhole(r) {
		http.Error(w, "The form did not arrive completely. Go back and send it again.", http.StatusBadRequest)
		return
	}
	requestID, status := r.FormValue("request"), http.StatusOK
	if r.Method == http.MethodPost {
		target, err := decide(r, client, requestID, userID)
		switch {
		case err == nil:
			http.Redirect(w, r, target, http.StatusSeeOther)
			return
		case !errors.Is(err, ErrNoGrantableScopes):
			show(withoutRequest(requestID, err))
			return
		}
		status = http.StatusBadRequest
	}
	pending, err := client.PendingRequest(r.Context(), requestID, userID)
	if err != nil {
		show(withoutRequest(requestID, err))
		return
	}
	show(View{PendingRequest: pending, Status: status, RequestID: requestID, FormTarget: formTarget(pending.RedirectURI)})
}

// maxForm is how much of a form of the type multipart/form-data is kept in memory.
const maxForm = 64 << 10

// isWhole says whether the form has a decision. If a middleware has read the form, net/http no longer says what was wrong
// with it, but has kept no field of one that ended early.
func isWhole(r *http.Request) bool {
	if r.ParseForm() != nil {
		return false
	}
	if err := r.ParseMultipartForm(maxForm); err != nil && !errors.Is(err, http.ErrNotMultipart) {
		return false
	}
	return r.PostForm.Has("decision")
}

func decide(r *http.Request, client Client, requestID, userID string) (target string, err error) {
	if r.PostFormValue("decision") == "allow" {
		return client.IssueCode(r.Context(), Grant{RequestID: requestID, UserID: userID, Scopes: r.PostForm["scope"]})
	}
	return client.DenyPending(r.Context(), requestID, userID)
}

func withoutRequest(requestID string, err error) View {
	view := View{Status: http.StatusInternalServerError, RequestID: requestID}
	var rejected *Error
	switch {
	case errors.Is(err, ErrUnavailable):
		view.Status = http.StatusServiceUnavailable
	// No request has a mistyped id, which Gatehouse calls invalid.
	case errors.Is(err, ErrPendingNotFound), errors.As(err, &rejected) && rejected.Code == "invalid_argument":
		view.Status = http.StatusNotFound
	default:
		view.Err = err
	}
	return view
}

// SecureHeaders sets the headers of a page with a form, such as the consent page: no other site can frame it and take the
// user's click, it runs no scripts, has only its own styles and images, is not stored, and its forms go only to this
// application and to the targets (View.FormTarget). They fit every page of an application that needs no scripts.
func SecureHeaders(header http.Header, formTargets ...string) {
	actions := strings.Join(append([]string{"form-action 'self'"}, formTargets...), " ")
	header.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; img-src 'self'; "+strings.TrimSpace(actions)+
		"; frame-ancestors 'none'; base-uri 'none'")
	header.Set("X-Frame-Options", "DENY")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "same-origin")
	header.Set("Cache-Control", "no-store")
}

// plainHost is a host that a source of a Content-Security-Policy can name; anything else could end the directive.
var plainHost = regexp.MustCompile(`^[a-z0-9.-]+(:\d+)?$`)

func formTarget(redirectURI string) string {
	parsed, err := url.Parse(redirectURI)
	switch {
	case err != nil || parsed.Scheme == "":
		return ""
	case isWebsite(redirectURI) && plainHost.MatchString(parsed.Host):
		return parsed.Scheme + "://" + parsed.Host
	}
	return parsed.Scheme + ":"
}

func isWebsite(redirectURI string) bool {
	parsed, err := url.Parse(redirectURI)
	return err == nil && (parsed.Scheme == "http" || parsed.Scheme == "https")
}
