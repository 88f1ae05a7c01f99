import { counted } from '../admin/schema/yaml/problems.js';
import type { ImportedPlugin } from './import-plugin.js';
import type { ImportReport } from './report.js';
import { formatHint, formatRequirement } from './report.js';

/** The output of the command: the files, the edits, what is left to do, and what the host has to register. */
export function summaryOf(
  { controllers, files }: ImportedPlugin,
  report: ImportReport,
  { from, to }: { readonly from: string; readonly to: string },
): string {
  const source = from.endsWith('/') ? from : `${from}/`;
  const edits = [...report.edits].map(([what, count]) => `  ${what}: ${count}`);
  const hints = report.hints.map((hint) => `  ${formatHint(hint, source)}`);
  const requirements = report.requirements.flatMap((one) => formatRequirement(one).map((line) => `  ${line}`));
  return [
    `Imported ${counted(controllers.length, 'controller')} and ${counted(files.size, 'file')} into ${to}`,
    ...section('Edits', edits),
    ...section(`Left to do (${hints.length})`, hints),
    ...section('The host registers', requirements),
    '',
    'Next: register these in the host, set backend.root to the folder that contains plugins/, and run gatehouse check',
  ].join('\n');
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', `${title}:`, ...lines];
}
