package contract

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"reflect"
	"strconv"
)

// shortestSecret: inside of a message that is secret as a whole, a shorter text occurs everywhere, and reveals little.
const shortestSecret = 4

// Secrets returns the secrets of a message (gatehouse.options.v1.secret), each in every form in which an error may quote it.
func Secrets(message Message) []string {
	return secrets(message, false)
}

// secrets: inside a message that is secret as a whole, all texts and bytes are.
func secrets(message Message, inside bool) (found []string) {
	value := reflect.ValueOf(message)
	if value.Kind() != reflect.Ptr || value.IsNil() {
		return nil
	}
	for index, field := range message.Shape().Fields {
		each := value.Elem().Field(index)
		if field.Kind != MessageKind && !field.Secret && !inside {
			continue
		}
		if !field.Repeated {
			found = append(found, secretsOfField(each, inside, field.Secret)...)
			continue
		}
		for item := 0; item < each.Len(); item++ {
			found = append(found, secretsOfField(each.Index(item), inside, field.Secret)...)
		}
	}
	return found
}

func secretsOfField(value reflect.Value, inside, isSecret bool) []string {
	if message, ok := value.Interface().(Message); ok {
		return secrets(message, inside || isSecret)
	}
	for value.Kind() == reflect.Ptr {
		if value.IsNil() {
			return nil
		}
		value = value.Elem()
	}
	shortest := 1
	if inside {
		shortest = shortestSecret
	}
	switch given := value.Interface().(type) {
	case string:
		if len(given) >= shortest {
			return SpellingsOfText(given)
		}
	case []byte:
		if len(given) >= shortest {
			return SpellingsOfBytes(given)
		}
	}
	return nil
}

// SpellingsOfText returns a text as it is and quoted; nothing of an empty one.
func SpellingsOfText(text string) []string {
	if text == "" {
		return nil
	}
	quoted := strconv.Quote(text)
	return []string{text, quoted[1 : len(quoted)-1]}
}

// SpellingsOfBytes returns bytes in each encoding in which an error may quote them; nothing of none.
func SpellingsOfBytes(given []byte) []string {
	if len(given) == 0 {
		return nil
	}
	return append(SpellingsOfText(string(given)), hex.EncodeToString(given), fmt.Sprintf("%X", given), fmt.Sprint(given),
		base64.StdEncoding.EncodeToString(given), base64.RawURLEncoding.EncodeToString(given))
}
