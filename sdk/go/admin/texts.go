package admin

import (
	"strings"

	"gatehouse.dev/host/internal/contract"
)

// maxAdminText is the limit of a message or a label, in characters.
const maxAdminText = 500

// The messages of this package about a write, in English and German; English for all other locales.
var texts = map[string][2]string{
	"taken":      {"This value is already taken.", "Dieser Wert ist bereits vergeben."},
	"required":   {"This is required.", "Das ist erforderlich."},
	"needed":     {"Other records still refer to this one.", "Andere Datensätze verweisen noch auf diesen."},
	"missing":    {"The selected record does not exist.", "Der ausgewählte Datensatz existiert nicht."},
	"notAllowed": {"The database does not allow this.", "Die Datenbank lässt das nicht zu."},
	"unfit":      {"The database cannot store this.", "Die Datenbank kann das nicht speichern."},
	"tooLong": {
		"This is too long: a record can have at most 2.8 MB.",
		"Das ist zu lang: Ein Datensatz darf höchstens 2,8 MB groß sein.",
	},
	"digits":     {"This must have at most 15 digits.", "Das darf höchstens 15 Stellen haben."},
	"notOffered": {"Select one of the available choices.", "Das ist keine der Möglichkeiten."},
	"linked":     {"This cannot be unlinked.", "Diese Verknüpfung lässt sich nicht lösen."},
}

// say returns a message of this package in the language of a locale.
func say(text, locale string) string {
	return inLanguage(texts[text], locale)
}

func inLanguage(text [2]string, locale string) string {
	if language, _, _ := strings.Cut(locale, "-"); language == "de" {
		return text[1]
	}
	return text[0]
}

// beginning returns at most so many characters of a text.
func beginning(text string, most int) string {
	if len(text) <= most {
		return text
	}
	letters := []rune(text)
	if len(letters) <= most {
		return text
	}
	return string(letters[:most])
}

// shortText returns a text for people, of at most so many characters, the last of which says that it was longer.
func shortText(text string, most int) string {
	if beginning(text, most) == text {
		return text
	}
	return beginning(text, most-1) + "…"
}

// message is one for an administrator: the contract limits its length, and does not allow an empty one.
func message(text string) string {
	if text == "" {
		return "—"
	}
	return beginning(strings.ToValidUTF8(text, "\ufffd"), maxAdminText)
}

func invalidFields(invalid Invalid) *contract.InvalidFields {
	fields := &contract.InvalidFields{}
	for _, name := range invalid.fields() {
		fields.Fields = append(fields.Fields, &contract.InvalidField{Field: name, Messages: []string{message(invalid[name])}})
	}
	return fields
}

func refusalOf(text string) *contract.Refusal {
	return &contract.Refusal{Message: message(text)}
}
