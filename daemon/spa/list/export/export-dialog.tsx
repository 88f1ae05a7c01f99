import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { formatNames } from '../../../admin/api/query-grammar.js';
import { answered, errorText } from '../../api/errors.js';
import type { ColumnView, ListView } from '../../api/views.js';
import { useApp } from '../../platform/app.js';
import { usePhrases } from '../../platform/phrases.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Progress } from '../../ui/progress.js';
import { Notice } from '../../ui/tone.js';
import { createCsvFile } from './csv-file.js';
import { fileName } from './export-file.js';
import type { Exported } from './run-export.js';
import { RunningExport } from './run-export.js';
import { saveFile } from './save-file.js';
import { createXlsxFile } from './xlsx-file.js';

export type ExportFormat = 'csv' | 'xlsx';

export interface ExportDialogProps {
  readonly format: ExportFormat;
  readonly schema: Pick<ListView, 'controller' | 'title'>;
  /** Those that the list shows, in its order. */
  readonly columns: readonly ColumnView[];
  /** The search and the filters of the list. */
  readonly narrowing: string;
  /** The number of records, as far as the list has counted. */
  readonly total: number | undefined;
  readonly onClose: () => void;
}

const NOTHING: Exported = { rows: 0, shortened: 0, isFull: false };

/** Exports at once, shows how far it is, and saves the file when it is complete. */
export function ExportDialog({ format, schema, columns, narrowing, total, onClose }: ExportDialogProps) {
  const { api, toasts } = useApp();
  const { say } = usePhrases();
  const { controller, title } = schema;
  const [exported, setExported] = useState(NOTHING);
  const [problem, setProblem] = useState<string>();
  const [isDone, setDone] = useState(false);
  const [work] = useState(() => {
    const words = { on: say('filter.on'), off: say('filter.off') };
    const file = format === 'csv' ? createCsvFile(words) : createXlsxFile(title);
    const stopped = new AbortController();
    const load = async (after: string) => {
      const query = new URLSearchParams(narrowing);
      query.set('columns', formatNames(columns.map(({ name }) => name)));
      if (after !== '') query.set('after', after);
      const { data, meta } = await api.exportRecords(controller, query, stopped.signal);
      return { rows: data, hasMore: meta.has_more };
    };
    return { file, stopped, running: new RunningExport(columns, file, load) };
  });

  async function run(signal: AbortSignal) {
    const { file, running } = work;
    for (let hasMore = true; hasMore;) {
      const { answer, refusal } = await answered(() => running.next());
      if (signal.aborted) return;
      if (refusal) {
        setProblem(errorText(refusal, say));
        return;
      }
      setExported(running.exported);
      hasMore = answer;
    }
    const blob = await file.finish();
    if (signal.aborted) return;
    saveFile(blob, fileName(title, new Date().toLocaleDateString('sv-SE'), file.extension));
    const { rows, shortened, isFull } = running.exported;
    if (shortened === 0 && !isFull) {
      toasts.success(say('export.done', { count: rows }));
      onClose();
    } else setDone(true);
  }

  const { mutate } = useMutation({ mutationFn: run, throwOnError: true });
  useEffect(() => {
    mutate(work.stopped.signal);
    return () => work.stopped.abort();
  }, [mutate, work]);

  return (
    <Dialog isOpen title={say('export.title', { name: title })}>
      {isDone ? (
        <>
          <Notice tone="success">{say('export.done', { count: exported.rows })}</Notice>
          {exported.isFull && <Notice tone="warning">{say('export.full')}</Notice>}
          {exported.shortened > 0 && (
            <Notice tone="warning">{say('export.shortened', { count: exported.shortened })}</Notice>
          )}
        </>
      ) : (
        <Progress
          text={
            total === undefined
              ? say('export.progress', { done: exported.rows })
              : say('export.progress_of', { done: exported.rows, total: Math.max(total, exported.rows) })
          }
          done={exported.rows}
          total={total}
        />
      )}
      {problem !== undefined && (
        <Notice tone="danger" role="alert">
          {problem}
        </Notice>
      )}
      <div className="dialog__actions">
        <Button onPress={onClose} autoFocus>
          {say(isDone ? 'bulk.close' : 'form.cancel')}
        </Button>
        {problem !== undefined && (
          <Button
            variant="primary"
            onPress={() => {
              setProblem(undefined);
              mutate(work.stopped.signal);
            }}
          >
            {say('shell.retry')}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
