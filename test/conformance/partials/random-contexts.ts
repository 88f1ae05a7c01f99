import type { Random } from './random.js';
import type { Question } from './template-case.js';

const TEXT = ['x', '<b>', '{{.Data}}', '<p title="{{.Data}}">', '{{template "a" .}}', '<a href="/x?{{.Data}}">'];
const VALUE = ['x', '{{.Data}}', ' y', '{{template "a" .}}', '?', '/', '{{template "b" .}}'];
const TAG = [' x', ' {{.Data}}', ' class="a"', ' title={{.Data}}', '{{template "c" .}}', ' a=b '];

/** How a context begins and ends, and what it may contain. */
const PLACES: readonly (readonly [open: string, close: string, pieces: readonly string[]])[] = [
  ['', '', TEXT],
  ['<p title="', '">', VALUE],
  ["<p title='", "'>", VALUE],
  ['<p title=', '>', VALUE],
  ['<a href="', '">', VALUE],
  ['<a href=', '>', VALUE],
  ['<img srcset="', '">', VALUE],
  ['<p ', '>', TAG],
  ['<p', '>', TAG],
  ['<textarea>', '</textarea>', VALUE],
  ['<!-- ', ' -->', VALUE],
];

const EXITS = ['{{break}}', '{{continue}}', '{{if .}}{{break}}{{end}}', '{{if .}}x{{continue}}{{end}}'];
const A = [
  ...['x', '{{.Data}}', '{{if .Data}}{{template "a" ""}}{{end}}y', '?x=', '', '"', '>{{template "b" .}}'],
  ...['{{range .Data}}{{template "b" .}}{{end}}', '{{range .}}<b>{{else}}{{template "a" .}}{{end}}'],
];
const B = ['z', '{{.}}', '#{{.}}', '">', '<p title="'];
const C = [' k', ' k={{.Data}}', ' {{.Data}}', '{{if .Data}} a="b"{{end}}', ''];

/** Branches, loops and calls in every HTML context that can contain an action. */
export function contexts(random: Random): Question {
  const [open, close, pieces] = random.pick(PLACES);
  const [nextOpen, nextClose, nextPieces] = random.pick(PLACES);
  const first = open + control(random, pieces) + control(random, pieces) + close;
  const second = control(random, TEXT) + nextOpen + control(random, nextPieces) + nextClose;
  const define = (name: string, bodies: readonly string[]) => `{{define "${name}"}}${random.pick(bodies)}{{end}}`;
  return {
    template: first + second + define('a', [...A, control(random, TEXT)]) + define('b', B) + define('c', C),
    data: random.pick(['"v\\"<"', '[]', '[1,"a b"]', 'false', '"javascript:x"']),
  };
}

function control(random: Random, pieces: readonly string[]): string {
  const body = () => random.times(random.integer(3), () => random.pick(pieces)).join('');
  switch (random.integer(5)) {
    case 0:
      return `{{if .Data}}${body()}{{end}}`;
    case 1:
      return `{{if .Data}}${body()}{{else}}${body()}{{end}}`;
    case 2: {
      const exit = random.chance(0.3) ? random.pick(EXITS) : '';
      return `{{range .Data}}${`${body()}${exit}${body()}`.replaceAll('.Data}}', '.}}')}{{end}}`;
    }
    case 3:
      return `{{with .Data}}${body().replaceAll('.Data}}', '.}}')}{{else}}${body()}{{end}}`;
    default:
      return body();
  }
}
