// Searches every tracked text file for text that must never be committed, and prints each match with file and line. Also prints
// files that are too long, in the languages that oxlint does not read.
// Usage: node scripts/check-text.mjs
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const CODE = /\.(ts|tsx|js|mjs|cjs)$/;

/** Texts outside the repository, which a reader could not look up. */
const OUTSIDE = new RegExp(
  [
    /(?<!docs\/)\b(?:oauth|contract|architecture|admin-product|admin-pages|hardening|house|style|admin-backend)\.md\b/,
    /(?<![\w/-])admin\.md\b/,
    /\b[Ii]ssue \d/,
    /\b[Dd]ecisions? \d/,
    /\b[Rr]eview item/,
    /\([Ss]pec[,:)]|\b[Tt]he spec(?:'s)?\b|; spec[,:]/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

/** Prose in code and documents: a line of Markdown, a comment, or the title of a test. */
const PROSE = String.raw`(?:^(?:[-*|#>]|\s*[A-Z\d*(]).*|(?:\*|\/\/|#) .*|\b(?:it|describe)\(['"\`].*)`;
const prose = (pattern) => new RegExp(PROSE + pattern);

/** Words that docs and messages avoid, with the usual ones (CONTRIBUTING.md, English). */
const MANNERISMS = [
  ['nobody, somebody, whoever (name the actor: "no request", "a user", "any client")', /\b[Ww]hoever\b/],
  [
    'nobody, somebody (name the actor: "no request", "a user", "any client")',
    prose(String.raw`\b(?:[Nn]o|[Ss]ome)body\b`),
  ],
  ['is told (write "receives", "learns", or let the actor "report")', /\b(?:is|are|was|were|be|been) told\b/],
  ['for ever (write "permanently", "without limit")', /\bfor ever\b/],
  ['by itself (write "automatically", "on its own")', /\bby itself\b/],
  ['mend (write "fix", "correct")', /\bmend(?:s|ed|ing)?\b/],
  [
    'stands for "is" (write "is", "appears")',
    prose(String.raw`\bstands? (?:in|on|at|there|here|behind|before|beside|under|above|below)\b`),
  ],
  [
    'a clause with "What" as the subject (name the subject: "Gatehouse rejects undeclared columns")',
    /(?:\* |\/\/ |\/\*\* |^- |\. )What [a-z]+ [^?]*$/,
  ],
].map(([what, pattern]) => ({
  what: `a mannerism: ${what}`,
  pattern,
  except: /^scripts\/check-text\.mjs$|^package-lock\.json$|^test\/corpora\/|^demo\/blog\/words\.ts$/,
}));

const RULES = [
  ...MANNERISMS,
  {
    what: 'a path of one machine (it works nowhere else)',
    pattern: /(?<![\w.$}-])\/(?:work|root|Users)\/[\w.]|(?<![\w.$}-])\/(?:home|tmp)\/\w/,
  },
  {
    what: 'a package registry host (the installing machine decides where packages come from)',
    pattern: /\bregistry\.(?:npmjs|yarnpkg|npmmirror)\b|\bnpm\.pkg\.github\b|"resolved":\s*"http/,
  },
  { what: 'an open end (finish it, or write an issue)', pattern: /\b(?:TO[D]O|FIX[M]E|X{3})\b/, files: CODE },
  {
    what: 'a citation of a text outside the repository (cite a rule such as AS-60, AD-60 or HC-20, a page of docs/, or an RFC section)',
    pattern: OUTSIDE,
    except: /^scripts\/check-text\.mjs$/,
  },
  {
    what: 'a test that is singled out or skipped',
    pattern: /\b(?:describe|context|it|specify)\.(?:only|skip)\(|\bx(?:it|describe|context)\(|\bthis\.skip\(\)/,
    files: CODE,
  },
];

/** A longer file is more than one concept. Generated files say so in their first lines. */
const MAX_LINES = 400;
const LIMITED = /\.(go|py|php|sh|css|lua)$/;
const GENERATED = /^(?:.*\n){0,2}.*\bdo not edit\b/i;

const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
});
const finds = [];
for (const file of tracked.split('\0').filter(Boolean)) {
  const text = readIfText(file);
  if (text === undefined) continue;
  const length = text.trimEnd().split('\n').length;
  if (LIMITED.test(file) && length > MAX_LINES && !GENERATED.test(text)) {
    finds.push(`${file}: ${length} lines, more than ${MAX_LINES}: split it by concept`);
  }
  for (const { what, pattern, files, except } of RULES) {
    if ((files && !files.test(file)) || except?.test(file)) continue;
    text.split('\n').forEach((line, index) => {
      if (pattern.test(line)) finds.push(`${file}:${index + 1}: ${what}: ${line.trim().slice(0, 120)}`);
    });
  }
}
for (const find of finds) console.error(find);
process.exitCode = finds.length > 0 ? 1 : 0;

/** Undefined for a file that is missing from the work tree, and for binary files. */
function readIfText(file) {
  try {
    const bytes = readFileSync(file);
    return bytes.includes(0) ? undefined : bytes.toString('utf8');
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'EISDIR') return undefined;
    throw error;
  }
}
