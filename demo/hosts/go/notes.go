package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"gatehouse.dev/host/admin"
	"gatehouse.dev/host/mcp"
	"gatehouse.dev/host/sqlbackend"
	"github.com/jmoiron/sqlx"
	"golang.org/x/crypto/bcrypt"
)

const tables = `
create table users (id integer primary key, email text not null unique, name text not null, password blob not null);
create table notes (id integer primary key, user_id integer not null references users (id), text varchar(2000) not null,
  hidden boolean not null default false, created_at timestamp not null default current_timestamp, version integer not null default 1);
create index notes_of_user on notes (user_id, id);`

const maxNoteLength = 2000

// store has the application's own data: users and their notes.
type store struct{ *sqlx.DB }

type User struct {
	ID          int64
	Email, Name string
	Password    []byte `admin:"hidden"`
}

func (User) TableName() string { return "users" }

type Note struct {
	ID        int64
	UserID    int64     `db:"user_id"`
	User      *User     `admin:"belongsTo=user_id,label=name"`
	Text      string    `admin:"length=2000"`
	Hidden    bool      `admin:"default=false"` // set by administrators: neither the user nor an assistant sees the note
	CreatedAt time.Time `db:"created_at" admin:"protected"`
	Version   int       `admin:"version"`
}

func (Note) TableName() string { return "notes" }

// user finds one by a unique column. Without one, it returns a user without id, with a password that matches nothing.
func (s store) user(column string, value any) *User {
	found := []User{}
	check(s.Select(&found, "select * from users where "+column+" = $1", value))
	return &append(found, User{Password: noPassword})[0]
}

var noPassword = must(bcrypt.GenerateFromPassword([]byte("not the password of any user"), bcrypt.DefaultCost))

// userWith returns nil after the same time for an unknown address and a wrong password.
func (s store) userWith(email, password string) *User {
	found := s.user("email", strings.ToLower(strings.TrimSpace(email)))
	if bcrypt.CompareHashAndPassword(found.Password, []byte(password)) != nil {
		return nil
	}
	return found
}

// notesOf are newest first.
func (s store) notesOf(userID any, containing string) (found []Note) {
	check(s.Select(&found, `select * from notes where user_id = $1 and not hidden
		and ($2 = '' or instr(lower(text), lower($2)) > 0) order by id desc limit 100`, userID, containing))
	return found
}

func (s store) add(userID any, text string) int64 {
	return must(s.MustExec("insert into notes (user_id, text) values ($1, $2)", userID, text).LastInsertId())
}

// run runs a tool of an assistant.
func (s store) run(_ context.Context, call *mcp.Call) (string, error) {
	text := call.Text("text")
	if call.Tool == "add_note" {
		return fmt.Sprintf("Added note %d.", s.add(call.Grant.UserID, text)), nil
	}
	notes := s.notesOf(call.Grant.UserID, text)
	lines := []string{fmt.Sprintf("%d notes", len(notes))}
	for _, each := range notes {
		line := fmt.Sprintf("#%d (%s) %s", each.ID, each.CreatedAt.Format("2006-01-02"), each.Text)
		if call.Tool == "summarise_notes" {
			line = "- " + strings.SplitAfterN(each.Text, ". ", 2)[0]
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n"), nil
}

// administration is a list and a form of all notes, described by ../plugins/acme/notes.
func administration(database *sqlbackend.Database) *admin.Admin {
	must(admin.Migrate(context.Background(), database))
	check(admin.EnsureRole(context.Background(), database, "editor", "Editor", "acme.notes.access"))
	notes := &admin.Controller{
		ID: "acme.notes.notes", Record: Note{}, Permissions: []string{"acme.notes.access"}, BeforeSave: trimText,
		Actions: []admin.Action{{
			Name: "show_all", Label: "Show all hidden notes", Permissions: []string{"acme.notes.moderate"},
			Run: admin.Statement("update notes set hidden = false, version = version + 1 where hidden", "Shown again: %d"),
		}},
	}
	return must(admin.New(database, admin.Options{
		Plugin: "acme.notes", Controllers: []*admin.Controller{notes},
		Permissions: []admin.Permission{
			{Code: "acme.notes.access", Label: "Read and change notes", Tab: "Notes"},
			{Code: "acme.notes.moderate", Label: "Delete notes, and show all that are hidden", Tab: "Notes"},
		},
		Navigation: []admin.NavigationItem{{Code: "notes", Label: "Notes", Controller: notes.ID, Icon: "pencil"}},
	}))
}

func trimText(_ context.Context, _ *admin.Call, values admin.Values) error {
	if text, ok := values["text"].(string); ok {
		if values["text"] = strings.TrimSpace(text); values["text"] == "" {
			return admin.Invalid{"text": "A note needs more than spaces."}
		}
	}
	return nil
}

// seed creates the tables, with users and their notes, in an empty database.
func (s store) seed() {
	s.MustExec(tables)
	var people []struct {
		Email, Name string
		Notes       []string
	}
	readFile("people.json", &people)
	password := must(bcrypt.GenerateFromPassword([]byte("demo-password"), bcrypt.DefaultCost))
	for i, person := range people {
		s.MustExec("insert into users values ($1, $2, $3, $4)", i+1, person.Email, person.Name, password)
		for _, text := range person.Notes {
			s.add(i+1, text)
		}
	}
}

// must and check end a request, or at the start the program, with what failed; app.go answers such a request with 500.
func must[T any](value T, err error) T {
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func readFile(name string, into any) {
	check(json.Unmarshal(must(os.ReadFile(filepath.Join(files, name))), into))
}
