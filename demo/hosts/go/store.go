package main

import (
	"database/sql"
	"strings"
	"time"

	"golang.org/x/crypto/bcrypt"
)

const schema = `
create table users (id integer primary key, email text not null unique, name text not null, password blob not null);
create table notes (id integer primary key, user_id integer not null references users (id), text varchar(2000) not null,
  hidden boolean not null default false, created_at timestamp not null, version integer not null default 1);
create index notes_of_user on notes (user_id, id);`

const maxNoteLength = 2000

type user struct {
	ID          int64
	Email, Name string
	password    []byte
}

type note struct {
	ID        int64
	Text      string
	CreatedAt time.Time
}

// store has the application's own data: users and their notes.
type store struct{ db *sql.DB }

// user finds one by a unique column; without one, it returns a user that has no id, and a password that matches nothing.
func (s *store) user(column string, value any) *user {
	found := &user{password: noPassword}
	row := s.db.QueryRow("select id, email, name, password from users where "+column+" = $1", value)
	if err := row.Scan(&found.ID, &found.Email, &found.Name, &found.password); err != sql.ErrNoRows {
		check(err)
	}
	return found
}

var noPassword = must(bcrypt.GenerateFromPassword([]byte("not the password of any user"), bcrypt.DefaultCost))

// signIn takes the same time for an unknown address and a wrong password.
func (s *store) signIn(email, password string) (*user, bool) {
	found := s.user("email", strings.ToLower(strings.TrimSpace(email)))
	return found, bcrypt.CompareHashAndPassword(found.password, []byte(password)) == nil && found.ID != 0
}

// notes are newest first.
func (s *store) notes(userID any, containing string) []note {
	rows := must(s.db.Query(`select id, text, created_at from notes where user_id = $1 and not hidden
		and ($2 = '' or instr(lower(text), lower($2)) > 0) order by id desc limit 100`, userID, containing))
	defer rows.Close()
	var found []note
	for rows.Next() {
		found = append(found, note{})
		each := &found[len(found)-1]
		check(rows.Scan(&each.ID, &each.Text, &each.CreatedAt))
	}
	check(rows.Err())
	return found
}

func (s *store) add(userID any, text string) int64 {
	now := time.Now().UTC()
	result := must(s.db.Exec("insert into notes (user_id, text, created_at) values ($1, $2, $3)", userID, text, now))
	return must(result.LastInsertId())
}

func (s *store) remove(userID any, id string) {
	must(s.db.Exec("delete from notes where user_id = $1 and id = $2 and not hidden", userID, id))
}

// seed creates the tables, with users and their notes, in an empty database.
func (s *store) seed() {
	must(s.db.Exec(schema))
	var people []struct {
		Email, Name string
		Notes       []string
	}
	readFile("people.json", &people)
	password := must(bcrypt.GenerateFromPassword([]byte("demo-password"), bcrypt.DefaultCost))
	for i, person := range people {
		must(s.db.Exec("insert into users values ($1, $2, $3, $4)", i+1, person.Email, person.Name, password))
		for _, text := range person.Notes {
			s.add(i+1, text)
		}
	}
}
