import { Download } from 'lucide-react';
import type { ImportBody, ImportCheckBody, ImportCounts, ImportProblemBody } from '../../../admin/api/answers.js';
import type { Phrases } from '../../platform/phrases.js';
import { usePhrases } from '../../platform/phrases.js';
import { Button } from '../../ui/button.js';
import { Notice } from '../../ui/tone.js';
import { createCsvFile } from '../export/csv-file.js';
import type { ExportedCell } from '../../../admin/api/exported-cell.js';
import { fileName } from '../export/export-file.js';
import { saveFile } from '../export/save-file.js';

export interface ImportProblemsProps {
  readonly found: Pick<ImportCheckBody, 'problems' | 'more_problems'> & Partial<Pick<ImportBody, 'incomplete'>>;
  readonly checked: ImportCheckBody;
  readonly listTitle: string;
}

/** Every problem with its row and column, also as a file to keep beside the other one; or that there are none. */
export function ImportProblems({ found, checked, listTitle }: ImportProblemsProps) {
  const phrases = usePhrases();
  const { say } = phrases;
  const { problems, more_problems: more, incomplete = false } = found;
  const count = problems.length + more;
  if (count === 0) {
    return (
      <Notice tone="success" role="status">
        {checked.mode === 'create'
          ? say('import.ready', { count: checked.rows })
          : say('import.ready_changes', countTexts(checked.counts, phrases.locale))}
      </Notice>
    );
  }
  return (
    <section className="import-part">
      <Notice tone="danger" role="alert">
        {say('import.problems', { count })} {say('import.problems_next')}
      </Notice>
      <div
        className="import-table import-table--problems"
        role="region"
        tabIndex={0}
        aria-label={say('import.problem')}
      >
        <table>
          <thead>
            <tr>
              <th scope="col">{say('import.row')}</th>
              <th scope="col">{say('import.column')}</th>
              <th scope="col">{say('import.problem')}</th>
            </tr>
          </thead>
          <tbody>
            {problems.map((problem, index) => (
              <tr key={index}>
                <td>{rowText(problem, phrases)}</td>
                <td>
                  <bdi>{columnText(problem, checked)}</bdi>
                </td>
                <td>
                  <bdi>{problem.message}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="import-part__end">
        {more > 0 && <p>{say('import.more_problems', { count: more })}</p>}
        {incomplete && <p>{say('import.incomplete')}</p>}
        <Button onPress={() => void download(problems, checked, listTitle, phrases)}>
          <Download aria-hidden="true" />
          {say('import.download')}
        </Button>
      </div>
    </section>
  );
}

/** The numbers of a sentence about an import. */
export function countTexts({ created, updated, unchanged }: ImportCounts, locale: string) {
  const text = (count: number) => count.toLocaleString(locale);
  return { created: text(created), updated: text(updated), unchanged: text(unchanged) };
}

function rowText({ row }: ImportProblemBody, { say, locale }: Phrases): string {
  return row === null ? say('import.whole_file') : row.toLocaleString(locale);
}

function columnText({ column }: ImportProblemBody, { columns }: ImportCheckBody): string {
  return column === null ? '' : (columns[column]?.heading ?? '');
}

async function download(
  problems: readonly ImportProblemBody[],
  checked: ImportCheckBody,
  listTitle: string,
  phrases: Phrases,
): Promise<void> {
  const { say } = phrases;
  const text = (value: string): ExportedCell => ({ kind: 'text', text: value });
  const file = createCsvFile({ on: '', off: '' });
  await file.addRows([
    [text(say('import.row')), text(say('import.column')), text(say('import.problem'))],
    ...problems.map((problem) => [
      problem.row === null ? text(say('import.whole_file')) : ({ kind: 'number', text: String(problem.row) } as const),
      text(columnText(problem, checked)),
      text(problem.message),
    ]),
  ]);
  const title = `${listTitle} ${say('import.problem')}`;
  saveFile(await file.finish(), fileName(title, new Date().toLocaleDateString('sv-SE'), file.extension));
}
