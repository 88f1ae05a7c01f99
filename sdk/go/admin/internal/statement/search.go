package statement

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Unicode simple case folding (CaseFolding.txt, statuses C and S): one character for one, the same in every language. "Σ",
// "σ" and "ς" are one letter, and so are "ẞ" and "ß"; "ß" does not match "ss", and "İ" matches neither "i" nor "ı".

// foldedAlike are letters that later versions of Unicode than the standard library's fold to another one.
var foldedAlike = map[rune]rune{
	0x1FD3: 0x0390, 0x0390: 0x1FD3,
	0x1FE3: 0x03B0, 0x03B0: 0x1FE3,
	0xFB05: 0xFB06, 0xFB06: 0xFB05,
}

// lettersLike returns the letters that differ from this one only in case, with itself, in ascending order.
func lettersLike(letter rune) []rune {
	letters := []rune{letter}
	for next := unicode.SimpleFold(letter); next != letter; next = unicode.SimpleFold(next) {
		letters = append(letters, next)
	}
	if other, ok := foldedAlike[letter]; ok && len(letters) == 1 {
		letters = append(letters, other)
	}
	return letters
}

// Folded returns the text with one letter for all that differ only in case.
func Folded(text string) string {
	return strings.Map(func(letter rune) rune {
		least := letter
		for _, other := range lettersLike(letter) {
			if other < least {
				least = other
			}
		}
		return least
	}, text)
}

// ContainsFolded says whether the text contains the term, ignoring case and how letters with marks are composed.
func ContainsFolded(text, term string) bool {
	return strings.Contains(Folded(norm.NFC.String(text)), Folded(norm.NFC.String(term)))
}

// Contains is a condition that the text of an expression contains another one, ignoring case, whatever the database's
// locale. LIKE of SQLite folds only ASCII letters, and so does ILIKE of PostgreSQL in a database with the locale C. The
// pattern lists the alternatives of each letter instead.
//
// Texts with letters that have two spellings ("ü" as one character, or as "u" with a mark behind it) are sought in both, because
// people cannot see which one is stored: file names and PDF files have the other one.
func Contains(isPostgres bool, expression SQL, text string) SQL {
	spellings := []string{text}
	for _, other := range []string{norm.NFC.String(text), norm.NFD.String(text)} {
		if other != spellings[0] && other != spellings[len(spellings)-1] {
			spellings = append(spellings, other)
		}
	}
	if isPostgres && strings.Contains(text, "\x00") {
		// None of its texts has one, and it rejects one in a pattern.
		return Raw("1 = 0")
	}
	if isPostgres {
		patterns := make([]string, len(spellings))
		for index, one := range spellings {
			patterns[index] = mapped(one, regexpLetter)
		}
		return New("{} ~ {}", expression, strings.Join(patterns, "|"))
	}
	found := make([]SQL, len(spellings))
	for index, one := range spellings {
		found[index] = containsSpelled(expression, one)
	}
	if len(found) == 1 {
		return found[0]
	}
	return New("({})", Joined(found, " or "))
}

// containsSpelled is Contains on SQLite, for one spelling.
func containsSpelled(expression SQL, text string) SQL {
	like := New(`{} like {} escape '\'`, expression, "%"+mapped(text, likeLetter)+"%")
	for _, letter := range text {
		if !isKnownToLike(letter) {
			// LIKE skips texts that cannot match many times faster than GLOB, with "_" for letters that it does not fold.
			return New("({} and {} glob {})", like, expression, "*"+mapped(text, globLetter)+"*")
		}
	}
	return like
}

func mapped(text string, letterOf func(rune) string) string {
	var result strings.Builder
	for _, letter := range text {
		result.WriteString(letterOf(letter))
	}
	return result.String()
}

// isKnownToLike is true without case, and for most of ASCII: "k" also matches the Kelvin sign.
func isKnownToLike(letter rune) bool {
	letters := lettersLike(letter)
	for _, other := range letters {
		if other > unicode.MaxASCII && len(letters) > 1 {
			return false
		}
	}
	return true
}

func likeLetter(letter rune) string {
	switch {
	case !isKnownToLike(letter):
		return "_"
	case strings.ContainsRune(`\%_`, letter):
		return `\` + string(letter)
	}
	return string(letter)
}

func globLetter(letter rune) string {
	letters := lettersLike(letter)
	if len(letters) > 1 || strings.ContainsRune("*?[", letter) {
		return "[" + string(letters) + "]"
	}
	return string(letter)
}

func regexpLetter(letter rune) string {
	letters := lettersLike(letter)
	switch {
	case len(letters) > 1:
		return "[" + string(letters) + "]"
	case letter < unicode.MaxASCII && unicode.IsPrint(letter) && !unicode.IsLetter(letter) && !unicode.IsDigit(letter):
		return `\` + string(letter)
	}
	return string(letter)
}
