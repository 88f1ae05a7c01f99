import { numberFormatProblem } from '../../api/number-format.js';
import { sprintfProblem } from '../../api/sprintf.js';
import type { ColumnViewType } from '../../model/schema/types.js';
import type { Given } from '../yaml/problems.js';
import type { CompileContext } from './context.js';

/** Reports a `format` that no cell could be shown with, or that would show the same in every row. */
export function checkFormat(
  format: Given<string> | undefined,
  type: ColumnViewType,
  { problems }: CompileContext,
): void {
  const rule = RULES[type];
  if (format === undefined || rule === undefined) return;
  const what = rule.problemOf(format.value);
  if (what !== undefined) problems.add(format.at, what, { expected: rule.expected });
}

interface Rule {
  readonly expected: string;
  problemOf(format: string): string | undefined;
}

const TEXT: Rule = {
  expected: 'a format of sprintf such as %s pieces, with %% for a percent sign',
  problemOf: sprintfProblem,
};
const NUMBER: Rule = {
  expected: 'a pattern such as #,##0.00, or a format such as %.2f',
  problemOf: numberFormatProblem,
};
const MOMENT: Rule = {
  expected: "the letters of PHP's date(), as in d.m.Y H:i, with a backslash before other letters",
  problemOf: momentFormatProblem,
};

const RULES: Readonly<Partial<Record<ColumnViewType, Rule>>> = {
  text: TEXT,
  number: NUMBER,
  datetime: MOMENT,
  date: MOMENT,
  time: MOMENT,
};

const DATE_LETTER = /[dDjlNSwzWFmMntLoXxYyaAgGhHisuveOPpTZcrU]/;

/** Formats of other libraries use the same letters with other meanings, so their cells would be wrong without an error. */
function momentFormatProblem(format: string): string | undefined {
  const letters = format.replace(/\\./gsu, '');
  const strftime = /%[A-Za-z]/.exec(letters)?.[0];
  if (strftime !== undefined) return `has ${strftime} in it, which is a format of strftime`;
  const repeated = /([A-Za-z])\1+/.exec(letters)?.[0];
  if (repeated !== undefined) return `repeats a letter: ${repeated}`;
  const unknown = /[BI]/.exec(letters)?.[0];
  if (unknown !== undefined) return `has ${unknown} in it, which Gatehouse does not have`;
  return DATE_LETTER.test(letters) ? undefined : 'has no place for the value';
}
