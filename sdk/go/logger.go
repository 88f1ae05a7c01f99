package host

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"sync"
	"time"
)

// Logger receives messages with alternating keys and values. *slog.Logger implements it. Secrets of requests never reach
// it.
type Logger interface {
	Info(message string, args ...interface{})
	Warn(message string, args ...interface{})
	Error(message string, args ...interface{})
}

// StderrLogger is the default: one line of JSON on stderr for each warning and error.
var StderrLogger Logger = &lineLogger{to: os.Stderr}

type lineLogger struct {
	mu sync.Mutex
	to io.Writer
}

func (l *lineLogger) Info(string, ...interface{}) {}

func (l *lineLogger) Warn(message string, args ...interface{}) {
	l.write("warn", message, args)
}

func (l *lineLogger) Error(message string, args ...interface{}) {
	l.write("error", message, args)
}

func (l *lineLogger) write(level, message string, args []interface{}) {
	line := map[string]interface{}{"level": level, "time": time.Now().UTC(), "msg": message}
	for at := 0; at+1 < len(args); at += 2 {
		value := args[at+1]
		if err, ok := value.(error); ok {
			// It survives a method that panics.
			value = fmt.Sprint(err)
		}
		line[fmt.Sprint(args[at])] = value
	}
	text, err := json.Marshal(line)
	if err != nil {
		text = []byte(fmt.Sprintf("%q", fmt.Sprint(message, args)))
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	// Nothing is left to report a failing stderr to.
	_, _ = l.to.Write(append(text, '\n'))
}
