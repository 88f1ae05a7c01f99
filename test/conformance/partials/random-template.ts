import { randomField, randomPipeline } from './random-pipeline.js';
import type { Random } from './random.js';

const PLAIN = ['a', '<p>', '</p>', ' ', 'x', '<br/>', '&amp;', '\n ', '1'];
const MARKUP = [
  ...PLAIN,
  ...[
    '<b title="',
    '">',
    '<a href="',
    "<a href='",
    "'>",
    '<a href=',
    '>',
    '<p class=',
    ' id=a',
    '<p ',
    '=',
    '"',
    "'",
    '`',
  ],
  ...[
    '<!-- c -->',
    '<!--',
    '-->',
    '<!DOCTYPE html>',
    '<',
    '< ',
    '</',
    '/>',
    '<textarea>',
    '</textarea>',
    '<title>',
    '</title>',
  ],
  ...[
    '?q=',
    '#',
    '&#63;',
    '/p/',
    'mailto:',
    'http://',
    '<img src="',
    '<img srcset="',
    ', ',
    ' 1x',
    'data-x="',
    '<svg:a xlink:href="',
  ],
  ...[
    '<script>',
    '</script>',
    'var a = "',
    '";',
    '{',
    '}',
    '${',
    '//',
    '/*',
    '*/',
    '/',
    '\\',
    '+',
    'return ',
    '(',
    ')',
  ],
  ...[
    '<style>',
    '</style>',
    'url(',
    '<script type="text/template">',
    '<script type=module>',
    '<P ONCLICK="f(\'x\')"',
    ' style="color: red"',
  ],
];

/** Whole constructs, which markup put together at random seldom becomes. */
const AROUND: readonly ((action: string) => string)[] = [
  (action) => `<p title="${action}">`,
  (action) => `<a href='/x${action}'>`,
  (action) => `<a href="${action}">`,
  (action) => `<p class=${action}>`,
  (action) => `<p ${action}="v">`,
  (action) => `<img srcset="${action} 1x">`,
  (action) => `<textarea>${action}</textarea>`,
  (action) => `<!-- ${action} -->`,
  () => '<script>var a = "</script>"; b = /re[/]x/ + `t${1}` // c\n</script>',
  () => '<style>p { color: red; background: url(x) } /* c */</style>',
];

/** A template that the grammar may well allow, in markup that may well be right. */
export function randomTemplate(random: Random, { markup }: { markup: boolean }): string {
  return new Writer(random, markup).template();
}

/** What a slip of the hand makes of a template. */
export function mutated(random: Random, template: string): string {
  const slips = [
    '{{',
    '}}',
    '.',
    '$',
    '"',
    "'",
    '`',
    ' ',
    '|',
    '(',
    ')',
    '-',
    '=',
    ':=',
    '1',
    'x',
    'end',
    '{{end}}',
    '{{else}}',
  ];
  const more = ['<', '>', '/', '!', '\\', '\n', 'é', '\u00a0', '_', ',', 'nil', '%', '\0', '*/', '{{/*', '\ud800'];
  let text = template;
  for (let slip = 0; slip <= random.integer(3); slip += 1) {
    const [from = 0, to = 0] = [random.integer(text.length + 1), random.integer(text.length + 1)].sort((a, b) => a - b);
    const choice = random.next();
    if (choice < 0.35) text = text.slice(0, from) + text.slice(from + 1 + random.integer(3));
    else if (choice < 0.7) text = text.slice(0, from) + random.pick([...slips, ...more]) + text.slice(from);
    else text = text.slice(0, from) + text.slice(to);
  }
  return text;
}

class Writer {
  #variables = ['$'];
  #blocks = 0;

  constructor(
    private readonly random: Random,
    private readonly markup: boolean,
  ) {}

  template(): string {
    const { random } = this;
    const body = this.#body(3, false);
    const t = random.chance(0.4) ? `${this.#action('define "t"')}${this.#body(1, false)}${this.#action('end')}` : '';
    const u = random.chance(0.3) ? `${this.#action('define "u"')}${this.#body(1, false)}${this.#action('end')}` : '';
    return u + body + t;
  }

  #body(depth: number, inLoop: boolean): string {
    return this.random.times(1 + this.random.integer(4), () => this.#node(depth, inLoop)).join('');
  }

  #node(depth: number, inLoop: boolean): string {
    const { random } = this;
    const choice = random.next();
    if (choice < (this.markup ? 0.35 : 0.15)) {
      return random.times(1 + random.integer(3), () => random.pick(this.markup ? MARKUP : PLAIN)).join('');
    }
    if (this.markup && choice < 0.5) return random.pick(AROUND)(this.#action(randomField(random)));
    if (choice < 0.75 || depth <= 0) return this.#action(this.#pipeline());
    if (inLoop && random.chance(0.15)) return this.#action(random.pick(['break', 'continue']));
    return this.#control(depth - 1, inLoop);
  }

  #control(depth: number, inLoop: boolean): string {
    const { random } = this;
    switch (random.integer(7)) {
      case 0:
        return this.#branch('if', `${this.#declaration(['$x := ', '$x = '])}${this.#pipeline()}`, depth, inLoop);
      case 1:
        return this.#branch('with', `${this.#declaration(['$w := '])}${this.#pipeline()}`, depth, inLoop);
      case 2:
      case 3: {
        const over = random.pick([
          '.Data.Mixed',
          '.Data.Numbers',
          '.Data.Members',
          '.Data.None',
          '.Data.Rows',
          this.#pipeline(),
        ]);
        const declaration = this.#declaration(['$i := ', '$i, $v := ', '$v := ', '$i, $v = ', '$x = ']);
        return this.#branch('range', declaration + over, depth, true);
      }
      case 4: {
        const name = random.pick(['$x', '$y']);
        const assignment = this.#action(`${name}${random.pick([' := ', ' = ', ':= '])}${this.#pipeline()}`);
        this.#variables.push(name);
        return assignment;
      }
      case 5:
        return this.#action(
          `template "${random.pick(['t', 'u', 'v'])}" ${random.pick(['', '.', '.Data', '$', '.Data.Rows'])}`,
        );
      default:
        this.#blocks += 1;
        return `${this.#action(`block "b${this.#blocks}" ${random.pick(['.', '.Data', '$'])}`)}${this.#body(depth, false)}${this.#action('end')}`;
    }
  }

  #branch(keyword: string, pipeline: string, depth: number, inLoop: boolean): string {
    const { random } = this;
    const inSight = [...this.#variables];
    let text = this.#action(`${keyword} ${pipeline}`) + this.#body(depth, inLoop);
    if (random.chance(0.2)) text += this.#action(`else ${keyword} ${this.#pipeline()}`) + this.#body(depth, inLoop);
    if (random.chance(0.4)) text += this.#action('else') + this.#body(depth, inLoop);
    this.#variables = inSight;
    return text + this.#action('end');
  }

  #declaration(forms: readonly string[]): string {
    if (this.random.chance(0.6)) return '';
    const form = this.random.pick(forms);
    this.#variables.push(...(form.match(/\$\w/g) ?? []));
    return form;
  }

  #pipeline(): string {
    return randomPipeline(this.random, this.#variables);
  }

  #action(inner: string): string {
    return (
      this.random.pick(['{{', '{{', '{{', '{{- ', '{{ ']) + inner + this.random.pick(['}}', '}}', '}}', ' -}}', ' }}'])
    );
  }
}
