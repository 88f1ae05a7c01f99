import type { Random } from './random.js';

/** The view model of random templates, with the names in `FIELDS`. */
export const RANDOM_DATA = JSON.stringify({
  Text: 'a<b>"c\'d&',
  Wide: 'é漢😀x',
  Empty: '',
  Url: '/p/a b?q=ä&x=1#f',
  Script: 'javascript:alert(1)',
  Three: 3,
  Zero: 0,
  Negative: -7,
  Half: 1.5,
  Yes: true,
  No: false,
  Nil: null,
  Mixed: ['x', '<y>', 3, null, 2.5],
  Numbers: [1, 2, 3],
  None: [],
  Members: { k: 'v', b: 2, a: null },
  NoMembers: {},
  Deep: { In: { Deeper: 'deep' } },
  Rows: [
    { n: 'one', v: 1 },
    { n: 'two', v: 2.5, k: [1, 2] },
  ],
});

const FIELDS = [
  ...['Text', 'Wide', 'Empty', 'Url', 'Script', 'Three', 'Zero', 'Negative', 'Half', 'Yes', 'No', 'Nil'],
  ...['Mixed', 'Numbers', 'None', 'Members', 'NoMembers', 'Deep', 'Deep.In.Deeper', 'Rows', 'Missing', 'Missing.X'],
  ...['Members.a', 'Nil.X', 'Three.X'],
].map((name) => `.Data.${name}`);

const CONSTANTS = [
  ...[
    '0',
    '1',
    '-3',
    '2',
    '0x1F',
    '0b11',
    '1_000',
    "'a'",
    '1.5',
    '.5',
    '1e3',
    '1e-7',
    '123456789.5',
    '0x1p4',
    '1i',
    '1+2i',
  ],
  ...['"s"', '""', '"é"', '"%d"', '"k"', '`r\\`', '"<&\'\\"+"', '"\\xff\\u00e9"', 'true', 'false', 'nil'],
];

const FUNCTIONS: Readonly<Record<string, number>> = {
  not: 1,
  len: 1,
  trans: 1,
  lt: 2,
  le: 2,
  gt: 2,
  ge: 2,
  ne: 2,
};
const VARIADIC = ['and', 'or', 'index', 'slice', 'print', 'println', 'html', 'js', 'urlquery', 'eq'];
const STAGES = [
  ...['html', 'js', 'urlquery', 'len', 'not', 'print', 'println', 'trans', 'printf "%v"', 'printf "%q"', 'print "x"'],
  ...['eq 3', 'index .Data.Mixed', 'or .Data.Empty', 'and .Data.Yes'],
];

export function randomField(random: Random): string {
  return random.chance(0.2) ? random.pick(['.', '$', '$.Data.Text']) : random.pick(FIELDS);
}

export function randomPipeline(random: Random, variables: readonly string[], depth = 2): string {
  let pipeline = random.chance(0.5) ? operand(random, variables, depth) : call(random, variables, depth);
  while (random.chance(0.25)) pipeline += random.pick([' | ', '|']) + random.pick(STAGES);
  return pipeline;
}

function operand(random: Random, variables: readonly string[], depth: number): string {
  const choice = random.next();
  if (choice < 0.45 || (choice >= 0.85 && depth <= 0)) return randomField(random);
  if (choice < 0.7) return random.pick(CONSTANTS);
  if (choice < 0.85) return random.pick(variables);
  return `(${randomPipeline(random, variables, depth - 1)})${random.chance(0.2) ? random.pick(['.X', '.k', '.In.Deeper']) : ''}`;
}

function call(random: Random, variables: readonly string[], depth: number): string {
  const some = (count: number) => random.times(count, () => operand(random, variables, depth));
  if (random.chance(0.2)) {
    const directives = random.times(1 + random.integer(2), () => directive(random)).join('|');
    return ['printf', `"${directives}"`, ...some(random.integer(3))].join(' ');
  }
  const name = random.pick([...Object.keys(FUNCTIONS), ...VARIADIC]);
  const count = FUNCTIONS[name] ?? 1 + random.integer(3);
  return [name, ...some(random.chance(0.95) ? count : random.integer(4))].join(' ');
}

/** Every verb except `%p`: an address is never the same twice. */
function directive(random: Random): string {
  const flags = random.pick(['', '', '', '+', '-', '#', '0', ' ', '+#', '-0', '# ', '0+']);
  const width = random.pick(['', '', '', '5', '12', '3', '*', '[1]', '[2]', '[9]', '1']);
  const precision = random.pick(['', '', '', '.2', '.0', '.', '.5', '.*', '.[2]*', '.1']);
  return `%${flags}${width}${precision}${random.pick([...'vdsqxXfegGtTcbUoOEFzé'])}`;
}
