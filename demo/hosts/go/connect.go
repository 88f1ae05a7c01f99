package main

import (
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"strconv"

	"gatehouse.dev/host/consent"
)

// connect is the consent page: Gatehouse sends the browser here, and the user decides.
func (p *pages) connect(v *visit) {
	p.consentForm(v, http.StatusOK, v.r.FormValue("request"))
}

// consentPage has the data of the template. With NothingTicked, the user pressed Allow without choosing a permission.
type consentPage struct {
	*consent.PendingRequest
	RequestID                string
	NothingTicked, IsWebsite bool
}

var hostWithOrigin = regexp.MustCompile(`^[a-z0-9.-]+(:\d+)?$`)

func (p *pages) consentForm(v *visit, status int, requestID string) {
	pending, err := p.consent.PendingRequest(v.r.Context(), requestID, visitorID(v))
	if err != nil {
		notNow(v, requestID, err)
		return
	}
	// Chrome applies form-action to the redirect after the form too, so the policy must name the client's address.
	target := must(url.Parse(pending.RedirectURI))
	source, isWebsite := target.Scheme+":", target.Scheme == "http" || target.Scheme == "https"
	if isWebsite && hostWithOrigin.MatchString(target.Host) {
		source += "//" + target.Host
	}
	v.show(status, "connect", consentPage{pending, requestID, status != http.StatusOK, isWebsite}, source)
}

// decide denies unless the user pressed Allow.
func (p *pages) decide(v *visit) {
	requestID, target, err := v.r.FormValue("request"), "", error(nil)
	if v.r.FormValue("decision") == "allow" {
		grant := consent.Grant{RequestID: requestID, UserID: visitorID(v), Scopes: v.r.Form["scope"]}
		target, err = p.consent.IssueCode(v.r.Context(), grant)
	} else {
		target, err = p.consent.DenyPending(v.r.Context(), requestID, visitorID(v))
	}
	switch {
	case errors.Is(err, consent.ErrNoGrantableScopes):
		p.consentForm(v, http.StatusBadRequest, requestID)
	case err != nil:
		notNow(v, requestID, err)
	default:
		v.redirect(target)
	}
}

// notNow explains why there is no request to decide about. No request has a mistyped id, which Gatehouse calls invalid.
func notNow(v *visit, requestID string, err error) {
	var rejected *consent.Error
	switch {
	case errors.Is(err, consent.ErrUnavailable):
		v.show(http.StatusServiceUnavailable, "not_now", "/connect?"+url.Values{"request": {requestID}}.Encode())
	case errors.Is(err, consent.ErrPendingNotFound), errors.As(err, &rejected) && rejected.Code == "invalid_argument":
		v.show(http.StatusNotFound, "not_now", nil)
	default:
		check(err)
	}
}

// apps shows the apps that are connected to the user's account.
func (p *pages) apps(v *visit) {
	v.show(http.StatusOK, "apps", must(p.backend.ConnectedApps(v.r.Context(), visitorID(v))))
}

func (p *pages) disconnect(v *visit) {
	must(p.backend.Disconnect(v.r.Context(), visitorID(v), v.r.FormValue("lineage")))
	v.redirect("/apps")
}

// visitorID is what Gatehouse gets as the user's id; it must never change.
func visitorID(v *visit) string { return strconv.FormatInt(v.User.ID, 10) }
