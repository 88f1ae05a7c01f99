// Runs templates through Go's html/template: one JSON object per line in, one per line out. See ../README.md.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"os"
	"strconv"
	"strings"
)

const maxOutput = 1 << 16

type question struct {
	ID       string            `json:"id"`
	Feature  string            `json:"feature"`
	Template string            `json:"template"`
	Data     string            `json:"data,omitempty"`
	Phrases  map[string]string `json:"phrases,omitempty"`
}

type answer struct {
	question
	OK     bool   `json:"ok"`
	Output string `json:"output"`
	Stage  string `json:"stage,omitempty"`
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetEscapeHTML(false)
	for lines.Scan() {
		var q question
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		if a, err := ask(q); err == nil {
			_ = encoder.Encode(a)
		}
	}
}

// ask fails if Go has no result: it panicked, or wrote more than the limit of a partial.
func ask(q question) (a answer, err error) {
	defer func() {
		if recovered := recover(); recovered != nil {
			err = fmt.Errorf("panic: %v", recovered)
		}
	}()
	a.question = q
	trans := func(key string) string {
		if phrase, ok := q.Phrases[key]; ok {
			return phrase
		}
		return key
	}
	t, err := template.New("partial").Funcs(template.FuncMap{"trans": trans}).Parse(q.Template)
	if err != nil {
		a.Stage = "parse"
		return a, nil
	}
	data, err := decode(q.Data)
	if err != nil {
		return a, err
	}
	out := &limited{}
	err = t.Execute(out, map[string]any{"Data": data})
	switch {
	case errors.Is(err, errTooLong):
		return a, err
	case err != nil && strings.HasPrefix(err.Error(), "html/template:"):
		// Escaping happens on the first execution, but does not depend on the data.
		a.Stage = "parse"
	case err != nil:
		a.Stage = "exec"
	default:
		a.OK, a.Output = true, out.String()
	}
	return a, nil
}

// decode keeps integers as integers.
func decode(text string) (any, error) {
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	var value any
	err := decoder.Decode(&value)
	return numbers(value), err
}

func numbers(value any) any {
	switch v := value.(type) {
	case json.Number:
		if n, err := strconv.Atoi(v.String()); err == nil {
			return n
		}
		f, _ := v.Float64()
		return f
	case []any:
		for i := range v {
			v[i] = numbers(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = numbers(v[k])
		}
	}
	return value
}

var errTooLong = errors.New("output too long")

type limited struct{ bytes.Buffer }

func (l *limited) Write(p []byte) (int, error) {
	if l.Len()+len(p) > maxOutput {
		return 0, errTooLong
	}
	return l.Buffer.Write(p)
}
