package admin

import (
	"strings"
	"testing"
)

// AD-433
func TestLoginsHaveNoInvisibleCharacters(t *testing.T) {
	for _, login := range []string{
		"", "ad\u202ea", "ada\u200b", "\ufeffada", "ada\u2066", "a\u00adda", "ada\u2028", "ada\u2029", "a\x00", " ada", "ada ",
		"ada\u3000", "a\u034fda", "ada\u3164", "ada\ufe0f", "ada\U000e0100", "ada\u2800", "ada\xff", strings.Repeat("ä", 256),
	} {
		if isLogin(login) {
			t.Errorf("%q is accepted", login)
		}
	}
	for _, login := range []string{"Ada Lovelace", "عادة", "ada+1@example.test", "🦉", strings.Repeat("ä", 255)} {
		if !isLogin(login) {
			t.Errorf("%q is rejected", login)
		}
	}
}
