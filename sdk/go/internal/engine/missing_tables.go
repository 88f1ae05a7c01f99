package engine

import (
	"errors"
	"regexp"
	"strings"
)

var (
	// missingInSQLite is SQLite's text, from any driver.
	missingInSQLite     = regexp.MustCompile(`no such (table|column): ([\w.]+)|has no column named (\w+)`)
	missingInPostgreSQL = map[string]string{"42P01": "table", "42703": "column"}
	// `relation "shop.products" does not exist`, `column products.price does not exist`, in any language of the server.
	postgreSQLName = regexp.MustCompile(`["«»„“]([\w.]+)|(\w+\.\w+)`)
)

// missingText says what to do about a table or a column that the database does not have, most often because migrations did
// not run. It is empty for every other error. Names of a schema are no secrets.
func missingText(err error) string {
	kind, name := missingIn(err)
	if kind == "" {
		return ""
	}
	text := "the database has no " + kind
	if name != "" {
		text += " " + name
	}
	switch {
	case strings.HasPrefix(name, "gatehouse_"):
		return text + ": call Migrate of the sqlbackend.Database when the application starts"
	case strings.HasPrefix(name, "backend_"):
		return text + ": run gatehouse migrate, or call admin.Migrate when the application starts"
	}
	return text + ": bring the application's own tables up to date, or connect to the right database"
}

// advice is for the log, beside the error.
func advice(err error) []interface{} {
	if text := missingText(err); text != "" {
		return []interface{}{"advice", text}
	}
	return nil
}

func missingIn(err error) (kind, name string) {
	var coded interface{ SQLState() string }
	if errors.As(err, &coded) {
		// A statement that lacks a table in its FROM has the same code.
		if strings.Contains(err.Error(), "FROM") {
			return "", ""
		}
		kind = missingInPostgreSQL[coded.SQLState()]
		if found := postgreSQLName.FindStringSubmatch(err.Error()); kind != "" && found != nil {
			name = lastPart(found[1] + found[2])
		}
		return kind, name
	}
	found := missingInSQLite.FindStringSubmatch(err.Error())
	switch {
	case found == nil:
		return "", ""
	case found[3] != "":
		return "column", found[3]
	}
	return found[1], lastPart(found[2])
}

func lastPart(name string) string {
	return name[strings.LastIndex(name, ".")+1:]
}
