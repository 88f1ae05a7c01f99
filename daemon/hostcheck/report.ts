/** The results of a run. */
export interface Report {
  readonly address: string;
  readonly applicationName: string;
  readonly results: readonly CheckResult[];
  /** Optional capabilities that the host does not offer; their checks are left out. */
  readonly notOffered: readonly string[];
  /** Checks that write, which run only with the option `scratch`. */
  readonly withoutScratch: number;
  /** Clients that the run left in the host, because the contract has no operation that removes them. */
  readonly staying: number;
  /** Records and settings of the application that the run could not remove or restore. */
  readonly changes: number;
}

export interface CheckResult {
  readonly name: string;
  /** The section of the contract that contains the rule. */
  readonly citation: string;
  readonly ms: number;
  /** Absent: it passed or could not run. */
  readonly failure?: Failure;
  /** Why it could not run. A missing prerequisite is a failure, not a skip. */
  readonly notRun?: string;
}

export interface Failure {
  readonly expected: string;
  readonly got: string;
  /** How to fix it. */
  readonly advice: string;
  /** The last transaction sent before the failure was detected. */
  readonly sent?: string;
  /** The host did not answer or was absent. */
  readonly unanswered?: boolean;
}

export function passed(report: Report): boolean {
  return failures(report).length === 0;
}

export function failures({ results }: Report): readonly CheckResult[] {
  return results.filter(({ failure, notRun }) => failure !== undefined || notRun !== undefined);
}

const NAME_WIDTH = 52;

/** Failures with the same cause have the same text here; the last request and the check differ. */
function causeOf({ expected, got, advice }: Failure): string {
  return [expected, got, advice].join('\n');
}

/**
 * Formats the results of a run in their order. It describes a cause once: later failures with the same cause only name the
 * check that has the description.
 */
export function resultFormatter(): (result: CheckResult) => string {
  const reported = new Map<string, string>();
  return (result) => {
    const { name, failure } = result;
    if (failure === undefined) return formatResult(result);
    const first = reported.get(causeOf(failure));
    if (first === undefined) reported.set(causeOf(failure), name);
    return first === undefined ? formatResult(result) : `${lineOf(result)}\n        same as   ${first}`;
  };
}

function lineOf({ name, ms, failure }: CheckResult): string {
  return `${failure === undefined ? 'ok    ' : 'FAILED'}  ${name.padEnd(NAME_WIDTH)} ${String(Math.round(ms)).padStart(6)} ms`;
}

/** One line of the table, followed by the details of a failure. Empty for a check that did not run: see the summary. */
export function formatResult(result: CheckResult): string {
  const { citation, failure, notRun } = result;
  if (notRun !== undefined) return '';
  const line = lineOf(result);
  if (failure === undefined) return line;
  return [
    line,
    `        contract  ${citation}`,
    ...(failure.sent === undefined ? [] : [`        last sent ${failure.sent}`]),
    `        expected  ${failure.expected}`,
    `        got       ${failure.got}`,
    `        to do     ${failure.advice}`,
  ].join('\n');
}

/** The causes of more than one failure, with their number. */
function repeatedCauses(results: readonly CheckResult[]): readonly (readonly [Failure, number])[] {
  const causes = new Map<string, [Failure, number]>();
  for (const { failure } of results) {
    if (failure === undefined) continue;
    const known = causes.get(causeOf(failure));
    if (known === undefined) causes.set(causeOf(failure), [failure, 1]);
    else known[1] += 1;
  }
  return [...causes.values()].filter(([, count]) => count > 1);
}

export function formatSummary(report: Report): string {
  const { results, notOffered, withoutScratch, staying, changes } = report;
  const host = report.applicationName === '' ? report.address : `${report.applicationName} at ${report.address}`;
  const failed = results.filter(({ failure }) => failure !== undefined).map(({ name }) => name);
  const notRun = results.flatMap((result) => result.notRun ?? []);
  const lines = [];
  if (failed.length === 0 && notRun.length === 0) lines.push(`${host}: all ${results.length} checks passed.`);
  else lines.push(`${host}: ${failed.length} of ${results.length} checks failed: ${failed.join(', ') || 'none'}.`);
  for (const [{ expected, got, advice }, count] of repeatedCauses(results)) {
    lines.push(`${count} checks failed the same way: expected ${expected}, got ${got}. ${advice}`);
  }
  for (const reason of new Set(notRun)) {
    const count = notRun.filter((other) => other === reason).length;
    lines.push(`${count} checks did not run and count as failed: ${reason}.`);
  }
  if (notOffered.length > 0) lines.push(`Not checked, because the host does not offer them: ${notOffered.join(', ')}.`);
  if (withoutScratch > 0)
    lines.push(
      `Left out: ${withoutScratch} checks that write. --scratch runs them; use it only on a database that may be thrown away.`,
    );
  if (changes > 0) lines.push(`Left behind: ${changes} records or settings that the host did not remove or restore.`);
  if (staying > 0)
    lines.push(`Left behind: ${staying} clients named "gatehouse check-host" that have consent or are revoked.`);
  return lines.join('\n');
}
