package outagelog

import (
	"reflect"
	"testing"
	"time"
)

// lines is a logger that keeps its messages.
type lines []string

func (l *lines) Info(message string, _ ...interface{})  { *l = append(*l, message) }
func (l *lines) Warn(message string, _ ...interface{})  { *l = append(*l, message) }
func (l *lines) Error(message string, _ ...interface{}) { *l = append(*l, message) }

// docs/operations.md, Logs of an outage.
func TestOutage(t *testing.T) {
	type step struct {
		after time.Duration
		fails bool
	}
	for name, test := range map[string]struct {
		steps []step
		want  lines
	}{
		"counts failures every ten seconds, and says when they end": {
			[]step{{0, true}, {5 * time.Second, true}, {5 * time.Second, true}, {time.Second, false}, {0, false}},
			lines{"lost", "still", "back"},
		},
		"a peer that fails every second request has not recovered": {
			[]step{{0, true}, {time.Millisecond, false}, {time.Millisecond, true}},
			lines{"lost"},
		},
		"a failure after a minute without another one is a new outage": {
			[]step{{0, true}, {8 * time.Hour, true}},
			lines{"lost", "lost"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			var got lines
			now := time.Now()
			log := New(&got, Texts{Lost: "lost", StillLost: "still", Back: "back"})
			log.now = func() time.Time { return now }
			for _, step := range test.steps {
				now = now.Add(step.after)
				if step.fails {
					log.Failed()
				} else {
					log.Succeeded()
				}
			}
			if !reflect.DeepEqual(got, test.want) {
				t.Errorf("logged %v, want %v", got, test.want)
			}
		})
	}
}
