/** What a run found. */
export interface Report {
  readonly address: string;
  readonly applicationName: string;
  readonly results: readonly CheckResult[];
  /** Optional capabilities that the host does not offer, so that their checks do not exist for it. */
  readonly notOffered: readonly string[];
}

export interface CheckResult {
  readonly name: string;
  /** Where the contract says so. */
  readonly citation: string;
  readonly ms: number;
  /** Absent: it holds, or could not be run. */
  readonly failure?: Failure;
  /** Why it could not be run. A missing prerequisite is a failure, not a skip. */
  readonly notRun?: string;
}

export interface Failure {
  readonly expected: string;
  readonly got: string;
  /** What to do about it. */
  readonly advice: string;
}

export function passed(report: Report): boolean {
  return failures(report).length === 0;
}

export function failures({ results }: Report): readonly CheckResult[] {
  return results.filter(({ failure, notRun }) => failure !== undefined || notRun !== undefined);
}

const NAME_WIDTH = 52;

/** One line of the table, and under a failure what it was about. */
export function formatResult({ name, citation, ms, failure, notRun }: CheckResult): string {
  if (notRun !== undefined) return `FAILED  ${name.padEnd(NAME_WIDTH)} not run: ${notRun}`;
  const line = `${failure === undefined ? 'ok    ' : 'FAILED'}  ${name.padEnd(NAME_WIDTH)} ${String(Math.round(ms)).padStart(6)} ms`;
  if (failure === undefined) return line;
  return [
    line,
    `        contract  ${citation}`,
    `        expected  ${failure.expected}`,
    `        got       ${failure.got}`,
    `        to do     ${failure.advice}`,
  ].join('\n');
}

export function formatSummary(report: Report): string {
  const failed = failures(report);
  const host = report.applicationName === '' ? report.address : `${report.applicationName} at ${report.address}`;
  const verdict =
    failed.length === 0
      ? `${host}: all ${report.results.length} checks passed.`
      : `${host}: ${failed.length} of ${report.results.length} checks failed: ${failed.map(({ name }) => name).join(', ')}.`;
  const optional =
    report.notOffered.length === 0 ? '' : `\nNot offered, so not checked: ${report.notOffered.join(', ')}.`;
  return verdict + optional;
}
