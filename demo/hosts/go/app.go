// Command go is Acme Notes with net/http and html/template: the pages, the MCP endpoint, and the host of Gatehouse.
package main

import (
	"bytes"
	"context"
	"html/template"
	"log"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"gatehouse.dev/host"
	"gatehouse.dev/host/consent"
	"gatehouse.dev/host/mcp"
	"gatehouse.dev/host/sqlbackend"
	"gatehouse.dev/host/webhost"
	"github.com/gorilla/csrf"
	"github.com/gorilla/securecookie"
	"github.com/gorilla/sessions"
	"github.com/jmoiron/sqlx"
	_ "github.com/mattn/go-sqlite3"
)

var (
	origin   = "http://localhost:" + os.Getenv("DEMO_PORT")
	resource = origin + "/mcp"
	// files is the folder that the demos in all languages share.
	files   = os.Getenv("DEMO_FILES")
	cookies = sessions.NewCookieStore(securecookie.GenerateRandomKey(32))
)

func main() {
	notes := store{sqlx.MustConnect("sqlite3", "file:"+os.Getenv("DEMO_DATA")+"/notes.sqlite?_busy_timeout=10000&_foreign_keys=on")}
	notes.seed()
	database := sqlbackend.SQLite(notes.DB.DB)
	gatehouse := must(webhost.New(context.Background(), webhost.Options{
		Name: "Acme Notes", Database: database, Admin: administration(database), AdminPath: "/backend",
		// Cursor registers a cursor: URI among others, and one rejected URI fails its whole registration.
		OAuth:     host.OAuth{Issuer: origin, Resource: resource, PrivateUseRedirectSchemes: []string{"cursor"}},
		Gatehouse: os.Getenv("DEMO_GATEHOUSE_URL"), Token: os.Getenv("GATEHOUSE_HOST__TOKEN"),
		Consent: os.Getenv("DEMO_CONSENT_URL"), ConsentToken: os.Getenv("DEMO_CONSENT_TOKEN"),
	}))
	tools := mcp.Server{Name: "acme-notes", Version: "1.0.0", Resource: resource, Verifier: gatehouse.Tokens, Run: notes.run}
	readFile("tools.json", &tools.Tools)
	cookies.Options = &sessions.Options{Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode}
	site := &pages{store: notes, gatehouse: gatehouse}
	protect := csrf.Protect(securecookie.GenerateRandomKey(32), csrf.FieldName("csrf"), csrf.Path("/"), csrf.Secure(false),
		csrf.ErrorHandler(site))

	mux := http.NewServeMux()
	mux.Handle("/", http.MaxBytesHandler(protect(site), 32<<10))
	mux.Handle("/mcp", must(tools.Handler()))
	mux.Handle("/assets/", http.StripPrefix("/assets/", http.FileServer(http.Dir(filepath.Join(files, "../assets")))))
	mux.HandleFunc("/healthz", func(http.ResponseWriter, *http.Request) {})
	check(gatehouse.ListenAndServe(mux, strings.Split(os.Getenv("DEMO_ADDRESSES"), ",")...))
}

type pages struct {
	store
	gatehouse *webhost.Application
}

// visit is one request of a browser. Templates read it.
type visit struct {
	w       http.ResponseWriter
	r       *http.Request
	session *sessions.Session
	User    *User
	Status  int
	Data    any
}

func (v *visit) Path() string { return v.r.URL.Path }
func (v *visit) CSRF() string { return csrf.Token(v.r) }
func (v *visit) MCP() string  { return resource }

// ReturnTo is the page that the visitor wanted before they signed in; a link of another site may have named it.
func (v *visit) ReturnTo() string {
	if wanted := v.r.FormValue("return_to"); ownPage.MatchString(wanted) {
		return wanted
	}
	return "/"
}

var ownPage = regexp.MustCompile(`^/((apps|help|connect\?request=[\w-]*)?)$`)

func (p *pages) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	v := &visit{w: w, r: r}
	defer func() {
		if failure := recover(); failure != nil {
			log.Printf("%s %s failed: %v", r.Method, r.URL.Path, failure)
			v.show(http.StatusInternalServerError, "problem", nil)
		}
	}()
	// A cookie that the last start signed is none; the visitor gets another.
	v.session, _ = cookies.Get(r, "notes-session")
	if id, ok := v.session.Values["user"]; ok {
		v.User = p.user("id", id)
	}
	page, found := map[string]func(*visit){
		"GET /sign-in": p.signIn, "POST /sign-in": p.signIn, "POST /sign-out": p.signOut, "GET /help": showHelp,
		"GET /": p.notes, "POST /notes": p.addNote, "POST /notes/delete": p.deleteNote,
		"GET /connect": p.connect, "POST /connect": p.connect, "GET /apps": p.apps, "POST /apps/disconnect": p.disconnect,
	}[r.Method+" "+r.URL.Path]
	switch sentFrom := r.Header.Get("Origin"); {
	case sentFrom != "" && sentFrom != origin, csrf.FailureReason(r) != nil:
		v.show(http.StatusForbidden, "problem", nil)
	case !found:
		v.show(http.StatusNotFound, "problem", nil)
	case v.User == nil && r.URL.Path != "/sign-in" && r.URL.Path != "/help":
		v.redirect("/sign-in?" + url.Values{"return_to": {r.URL.RequestURI()}}.Encode())
	default:
		page(v)
	}
}

func (v *visit) redirect(target string) { http.Redirect(v.w, v.r, target, http.StatusSeeOther) }

func (v *visit) show(status int, page string, data any, formTargets ...string) {
	v.Status, v.Data = status, data
	consent.SecureHeaders(v.w.Header(), formTargets...)
	folder := filepath.Join(files, "go/templates")
	var rendered bytes.Buffer
	check(must(template.ParseFiles(folder+"/base.html", folder+"/"+page+".html")).Execute(&rendered, v))
	v.w.WriteHeader(status)
	must(rendered.WriteTo(v.w))
}

func (p *pages) signIn(v *visit) {
	user, status := v.User, http.StatusOK
	if v.r.Method == http.MethodPost {
		user, status = p.userWith(v.r.FormValue("email"), v.r.FormValue("password")), http.StatusUnauthorized
	}
	if user == nil {
		v.show(status, "sign_in", v.r.PostFormValue("email"))
		return
	}
	v.session.Values["user"] = user.ID
	check(v.session.Save(v.r, v.w))
	v.redirect(v.ReturnTo())
}

func (p *pages) signOut(v *visit) {
	delete(v.session.Values, "user")
	check(v.session.Save(v.r, v.w))
	v.redirect("/sign-in")
}

func showHelp(v *visit) { v.show(http.StatusOK, "help", nil) }

func (p *pages) notes(v *visit) { v.show(http.StatusOK, "notes", p.notesOf(v.User.ID, "")) }

func (p *pages) addNote(v *visit) {
	if text := strings.TrimSpace(v.r.FormValue("text")); text != "" && len(text) <= maxNoteLength {
		p.add(v.User.ID, text)
	}
	v.redirect("/")
}

func (p *pages) deleteNote(v *visit) {
	p.MustExec("delete from notes where user_id = $1 and id = $2 and not hidden", v.User.ID, v.r.FormValue("id"))
	v.redirect("/")
}

// connect is the consent page: Gatehouse sends the browser here, and the user decides.
func (p *pages) connect(v *visit) {
	consent.ServePage(v.w, v.r, p.gatehouse.Consent, v.userID(), func(shown consent.View) {
		check(shown.Err)
		v.show(shown.Status, "connect", shown, shown.FormTarget)
	})
}

func (p *pages) apps(v *visit) {
	v.show(http.StatusOK, "apps", must(p.gatehouse.Backend.ConnectedApps(v.r.Context(), v.userID())))
}

func (p *pages) disconnect(v *visit) {
	must(p.gatehouse.Backend.Disconnect(v.r.Context(), v.userID(), v.r.FormValue("lineage")))
	v.redirect("/apps")
}

// userID is what Gatehouse gets as the user's id; it must never change.
func (v *visit) userID() string { return strconv.FormatInt(v.User.ID, 10) }
