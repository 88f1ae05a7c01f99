package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"html/template"
	"log"
	"net/http"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"sync"

	"gatehouse.dev/host/consent"
	"gatehouse.dev/host/sqlbackend"
)

// pages are those of the application, with its sessions, by the token in the browser's cookie.
type pages struct {
	store    *store
	backend  *sqlbackend.Backend
	consent  consent.Client
	mu       sync.Mutex
	sessions map[string]int64
}

// visit is one request. Templates read it.
type visit struct {
	w             http.ResponseWriter
	r             *http.Request
	token         string
	User          *user
	CSRF, Path    string
	MCP, ReturnTo string
	Failed        bool
	Data          any
}

// ownPage is where a sign-in may lead; a link of another site may have brought the visitor here.
var ownPage = regexp.MustCompile(`^/((apps|help|connect\?request=[\w-]*)?)$`)

func (p *pages) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	v := &visit{w: w, r: r, Path: r.URL.Path, MCP: resource, ReturnTo: "/"}
	defer func() {
		if failure := recover(); failure != nil {
			log.Printf("%s %s failed: %v", r.Method, r.URL.Path, failure)
			v.show(http.StatusInternalServerError, "problem", http.StatusInternalServerError)
		}
	}()
	r.Body = http.MaxBytesReader(w, r.Body, 32<<10)
	if cookie, err := r.Cookie("notes-session"); err == nil {
		v.token = cookie.Value
	} else {
		v.renew()
	}
	p.mu.Lock()
	if id := p.sessions[v.token]; id != 0 {
		v.User = p.store.user("id", id)
	}
	p.mu.Unlock()
	v.CSRF = csrfOf(v.token)
	if wanted := r.FormValue("return_to"); ownPage.MatchString(wanted) {
		v.ReturnTo = wanted
	}
	page, found := map[string]func(*visit){
		"GET /sign-in": p.showSignIn, "POST /sign-in": p.signIn, "POST /sign-out": p.signOut, "GET /help": showHelp,
		"GET /": p.notes, "POST /notes": p.addNote, "POST /notes/delete": p.deleteNote,
		"GET /connect": p.connect, "POST /connect": p.decide, "GET /apps": p.apps, "POST /apps/disconnect": p.disconnect,
	}[r.Method+" "+r.URL.Path]
	sentFrom, _ := url.Parse(r.Header.Get("Origin"))
	isOurs := r.Header.Get("Origin") == "" || sentFrom != nil && sentFrom.Host == r.Host
	switch {
	case r.Method == http.MethodPost && !(isOurs && hmac.Equal([]byte(r.FormValue("csrf")), []byte(v.CSRF))):
		v.show(http.StatusForbidden, "problem", http.StatusForbidden)
	case !found:
		v.show(http.StatusNotFound, "problem", http.StatusNotFound)
	case v.User == nil && r.URL.Path != "/sign-in" && r.URL.Path != "/help":
		v.redirect("/sign-in?" + url.Values{"return_to": {r.URL.RequestURI()}}.Encode())
	default:
		page(v)
	}
}

func csrfOf(token string) string {
	mac := hmac.New(sha256.New, []byte(token))
	return hex.EncodeToString(mac.Sum([]byte("csrf")))
}

// renew sets another cookie. Lax: a client opens the authorize endpoint, and the user is signed in on the page behind it.
func (v *visit) renew() {
	random := make([]byte, 32)
	must(rand.Read(random))
	v.token = base64.RawURLEncoding.EncodeToString(random)
	cookie := &http.Cookie{Name: "notes-session", Value: v.token, Path: "/", MaxAge: 12 * 60 * 60, HttpOnly: true, SameSite: http.SameSiteLaxMode}
	http.SetCookie(v.w, cookie)
}

func (v *visit) redirect(target string) { http.Redirect(v.w, v.r, target, http.StatusSeeOther) }

// show renders a page that runs no scripts, cannot be framed, and submits forms only to this application and formTargets.
func (v *visit) show(status int, page string, data any, formTargets ...string) {
	v.Data = data
	header := v.w.Header()
	header.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; img-src 'self'; form-action "+
		strings.Join(append([]string{"'self'"}, formTargets...), " ")+"; frame-ancestors 'none'; base-uri 'none'")
	for _, each := range []string{"X-Frame-Options: DENY", "X-Content-Type-Options: nosniff", "Referrer-Policy: same-origin",
		"Cache-Control: no-store", "Content-Type: text/html; charset=utf-8"} {
		name, value, _ := strings.Cut(each, ": ")
		header.Set(name, value)
	}
	var rendered bytes.Buffer
	check(templates[page].Execute(&rendered, v))
	v.w.WriteHeader(status)
	must(rendered.WriteTo(v.w))
}

var templates = map[string]*template.Template{}

func init() {
	for _, page := range []string{"apps", "connect", "help", "not_now", "notes", "problem", "sign_in"} {
		base, own := filepath.Join(files, "go/templates/base.html"), filepath.Join(files, "go/templates", page+".html")
		templates[page] = template.Must(template.ParseFiles(base, own))
	}
}

func (p *pages) showSignIn(v *visit) {
	if v.User != nil {
		v.redirect(v.ReturnTo)
		return
	}
	v.show(http.StatusOK, "sign_in", nil)
}

func (p *pages) signIn(v *visit) {
	user, ok := p.store.signIn(v.r.FormValue("email"), v.r.FormValue("password"))
	if !ok {
		v.Failed = true
		v.show(http.StatusUnauthorized, "sign_in", v.r.FormValue("email"))
		return
	}
	v.renew()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sessions[v.token] = user.ID
	v.redirect(v.ReturnTo)
}

func (p *pages) signOut(v *visit) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.sessions, v.token)
	v.redirect("/sign-in")
}

func showHelp(v *visit) { v.show(http.StatusOK, "help", nil) }

func (p *pages) notes(v *visit) { v.show(http.StatusOK, "notes", p.store.notes(v.User.ID, "")) }

func (p *pages) addNote(v *visit) {
	if text := strings.TrimSpace(v.r.FormValue("text")); text != "" && len(text) <= maxNoteLength {
		p.store.add(v.User.ID, text)
	}
	v.redirect("/")
}

func (p *pages) deleteNote(v *visit) {
	p.store.remove(v.User.ID, v.r.FormValue("id"))
	v.redirect("/")
}
