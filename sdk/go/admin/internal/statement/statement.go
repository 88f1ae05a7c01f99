// Package statement builds statements of SQL as text with values beside it: a value from a request never becomes part of
// the text. It also reads why a database refused one.
package statement

import (
	"strconv"
	"strings"
)

// SQL is a part of a statement.
type SQL struct {
	// text has the character NUL in place of each value.
	text string
	args []interface{}
}

// IsEmpty says whether the part has no text.
func (s SQL) IsEmpty() bool {
	return s.text == ""
}

// Compiled returns the text with numbered placeholders, $1 of PostgreSQL or ?1 of SQLite, and the values.
func (s SQL) Compiled(isPostgres bool) (string, []interface{}) {
	mark := "?"
	if isPostgres {
		mark = "$"
	}
	var text strings.Builder
	number := 0
	for {
		before, after, found := strings.Cut(s.text, "\x00")
		text.WriteString(before)
		if !found {
			return text.String(), s.args
		}
		number++
		text.WriteString(mark + strconv.Itoa(number))
		s.text = after
	}
}

// Raw is a text of this SDK or of a struct's tags, never one of a request.
func Raw(text string) SQL {
	return SQL{text: strings.ReplaceAll(text, "\x00", "")}
}

// New returns the template with each "{}" replaced: by a part of a statement as it is, by anything else as a value. It
// panics if their number differs, which is a bug of this SDK.
func New(template string, given ...interface{}) SQL {
	pieces := strings.Split(template, "{}")
	if len(pieces) != len(given)+1 {
		panic("statement: wrong number of values: " + template)
	}
	result := SQL{text: pieces[0]}
	for index, each := range given {
		result = result.with(each)
		result.text += pieces[index+1]
	}
	return result
}

func (s SQL) with(part interface{}) SQL {
	args := s.args[:len(s.args):len(s.args)]
	if inner, ok := part.(SQL); ok {
		return SQL{text: s.text + inner.text, args: append(args, inner.args...)}
	}
	return SQL{text: s.text + "\x00", args: append(args, part)}
}

// Joined returns the parts with a text between them.
func Joined(parts []SQL, separator string) SQL {
	var text strings.Builder
	var args []interface{}
	for index, part := range parts {
		if index > 0 {
			text.WriteString(separator)
		}
		text.WriteString(part.text)
		args = append(args, part.args...)
	}
	return SQL{text: text.String(), args: args}
}

// And returns a where clause with all conditions; nothing if there are none.
func And(conditions ...SQL) SQL {
	if len(conditions) == 0 {
		return SQL{}
	}
	return New(" where {}", Joined(conditions, " and "))
}

// OfApplication returns a condition that the application wrote, with "?" for each of its values. A "?" within quotes is
// text. It returns false if the number of values differs.
func OfApplication(condition string, args []interface{}) (SQL, bool) {
	var text strings.Builder
	quote, count := rune(0), 0
	for _, letter := range condition {
		switch {
		case letter == 0:
			return SQL{}, false
		case quote != 0:
			if letter == quote {
				quote = 0
			}
		case letter == '\'' || letter == '"':
			quote = letter
		case letter == '?':
			count++
			letter = 0
		}
		text.WriteRune(letter)
	}
	// The parentheses keep an "or" together.
	return SQL{text: "(" + text.String() + ")", args: args}, count == len(args) && quote == 0
}

// Quoted is a name as both databases expect it. A table may be qualified by its schema: "shop.posts".
func Quoted(name string) string {
	parts := strings.Split(name, ".")
	for index, part := range parts {
		parts[index] = quoted(part)
	}
	return strings.Join(parts, ".")
}

func quoted(part string) string {
	return `"` + strings.ReplaceAll(part, `"`, `""`) + `"`
}

// Table is the name of a table.
func Table(name string) SQL {
	return Raw(Quoted(name))
}

// Column is a column of a table.
func Column(table, column string) SQL {
	return Raw(Quoted(table) + "." + quoted(column))
}

// Name is the name of a column, for an insert or an update.
func Name(column string) SQL {
	return Raw(quoted(column))
}
