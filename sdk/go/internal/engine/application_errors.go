package engine

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime/debug"
	"sort"
	"strings"

	"gatehouse.dev/host"
	"gatehouse.dev/host/internal/contract"
	"gatehouse.dev/host/internal/wire"
)

// Recovered turns a panic of the application into an error, so that one call fails and the process continues.
func Recovered(err *error) {
	if value := recover(); value != nil {
		*err = fmt.Errorf("panic: %v\n%s", value, debug.Stack())
	}
}

// errNothing is of code that panicked with nil, which recover does not tell from none.
var errNothing = errors.New("the application's code ended without an answer, as if it had panicked with nil")

// Readable returns the error, or one that says so if it cannot be read: an error of the application may be a nil pointer in an
// interface, whose methods panic. Behind the call of that code, nothing would stop such a panic but the end of the process.
func Readable(err error) (readable error) {
	if err == nil {
		return nil
	}
	defer func() {
		if recover() != nil {
			readable = fmt.Errorf("the application returned an error that cannot be read, a %T", err)
		}
	}()
	_ = err.Error()
	// They call its methods Is, As and Unwrap, as all that judges errors does.
	var fault *Fault
	_, _ = errors.As(err, &fault), errors.Is(err, context.Canceled)
	return err
}

// LogText is the text of an error without the secrets of a request: drivers and applications quote what they were given.
func LogText(err error, request contract.Message) string {
	return redacted(err.Error(), contract.Secrets(request))
}

func redacted(text string, secrets []string) string {
	// A long one may contain a short one.
	sort.Slice(secrets, func(a, b int) bool { return len(secrets[a]) > len(secrets[b]) })
	var replacements []string
	for _, secret := range secrets {
		replacements = append(replacements, secret, "[secret]")
	}
	return strings.NewReplacer(replacements...).Replace(text)
}

// secretsOf are those of a request that is none of the admin services: all of its bytes, which are hashes and contexts of grants, and
// what it has from browsers and clients.
func secretsOf(request interface{}) (secrets []string) {
	secretsIn(reflect.ValueOf(request), &secrets)
	return secrets
}

func secretsIn(value reflect.Value, secrets *[]string) {
	switch value.Kind() {
	case reflect.Ptr:
		secretsIn(value.Elem(), secrets)
	case reflect.Slice:
		if value.Type() == reflect.TypeOf(wire.Bytes(nil)) {
			*secrets = append(*secrets, contract.SpellingsOfBytes(value.Bytes())...)
			return
		}
		for index := 0; index < value.Len(); index++ {
			secretsIn(value.Index(index), secrets)
		}
	case reflect.Struct:
		for index := 0; index < value.NumField(); index++ {
			switch value.Type().Field(index).Name {
			case "AccessToken", "Cookie", "Authorization":
				*secrets = append(*secrets, contract.SpellingsOfText(value.Field(index).String())...)
			default:
				secretsIn(value.Field(index), secrets)
			}
		}
	}
}

// guarded is the logger of the application, which fails no call.
type guarded struct{ to host.Logger }

func (g guarded) Info(message string, args ...interface{}) {
	defer survived(message)
	g.to.Info(message, args...)
}

func (g guarded) Warn(message string, args ...interface{}) {
	defer survived(message)
	g.to.Warn(message, args...)
}

func (g guarded) Error(message string, args ...interface{}) {
	defer survived(message)
	g.to.Error(message, args...)
}

func survived(message string) {
	if value := recover(); value != nil {
		host.StderrLogger.Error("the logger panicked", "message", message, "panic", fmt.Sprint(value))
	}
}
