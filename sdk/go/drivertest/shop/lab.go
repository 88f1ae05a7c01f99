package shop

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"gatehouse.dev/host/admin"
)

// The shop follows a wish in hooks, actions, providers and partials, and has notes, whose keys are texts: as in
// test/sdks/alike/lab.ts.

// judge refuses or fails if that is the wish.
func judge(wish interface{}) error {
	switch wish {
	case "Wrong":
		return admin.Invalid{"title": "Not this title."}
	case "Two":
		return admin.Invalid{"title": "Not this title.", "sku": "Nor this one."}
	case "Empty":
		return admin.Invalid{}
	case "Refused":
		return admin.Refused("Not today.")
	case "Mute":
		return admin.Refused("")
	case "Broken":
		return errors.New("a bug")
	}
	return nil
}

func titleOf(ctx context.Context, tx admin.Tx, id string) (title string, err error) {
	err = tx.QueryRowContext(ctx, "select title from products where cast(id as text) = $1", id).Scan(&title)
	return title, err
}

func judgeProduct(ctx context.Context, tx admin.Tx, id string) error {
	title, err := titleOf(ctx, tx, id)
	if err != nil {
		return err
	}
	return judge(title)
}

// lab runs the SQL in "body" if it has no record. It answers as "title" says, or else the title of the record, and fills the other
// values.
func lab(ctx context.Context, call *admin.ActionCall) (admin.ActionResult, error) {
	if statement := call.Values.Text("body"); statement != "" && call.RecordID == "" {
		if _, err := call.Tx.ExecContext(ctx, statement); err != nil {
			return admin.ActionResult{}, err
		}
	}
	wish := call.Values.Text("title")
	if call.Values["title"] == nil && call.RecordID != "" {
		var err error
		if wish, err = titleOf(ctx, call.Tx, call.RecordID); err != nil {
			return admin.ActionResult{}, err
		}
	}
	if err := judge(wish); err != nil || wish == "Nothing" {
		return admin.ActionResult{}, err
	}
	delete(call.Values, "body")
	delete(call.Values, "title")
	message := "Lab " + call.RecordID
	if wish == "Long" {
		message = strings.Repeat("😀", 600)
	}
	return admin.ActionResult{Message: message, Fill: call.Values}, nil
}

// Note has the text as its key.
type Note struct {
	Code       string `admin:"primary"`
	Text       string
	ParentCode *string
	Version    *int   `admin:"version"`
	Parent     *Note  `admin:"belongsTo=parent_code,label=text"`
	Children   []Note `admin:"hasMany=parent_code,label=text"`
}

// TableName names the table.
func (Note) TableName() string { return "notes" }

// Notes is the controller of notes.
func Notes() *admin.Controller {
	return &admin.Controller{
		ID: "acme.shop.notes", Record: Note{}, Permissions: []string{"acme.shop.products"},
		BeforeCreate: func(_ context.Context, _ *admin.Call, values admin.Values) error {
			values["code"] = values.Text("text")
			return nil
		},
	}
}

// CreateNotes creates the table of notes, unless it exists.
func CreateNotes(ctx context.Context, db *sql.DB) error {
	_, err := db.ExecContext(ctx, `create table if not exists notes (
		code text not null primary key, text text not null, parent_code text references notes (code), version integer)`)
	return err
}
