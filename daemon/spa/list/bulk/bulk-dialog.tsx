import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { RowBody, UnchangedBody } from '../../../admin/api/answers.js';
import { answered, ApiError, errorText } from '../../api/errors.js';
import { recordsChanged } from '../../api/query-keys.js';
import type { ListView } from '../../api/views.js';
import { useApp } from '../../platform/app.js';
import type { Phrases } from '../../platform/phrases.js';
import { usePhrases } from '../../platform/phrases.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { NAMED_RECORDS, RecordNames } from '../../ui/record-names.js';
import { Progress } from '../../ui/progress.js';
import { Notice } from '../../ui/tone.js';
import { useIsGone } from '../../ui/use-is-gone.js';
import { countedRecords } from '../list-heading.js';
import type { BulkResult, Chosen } from './run-on-records.js';
import { runOnRecords } from './run-on-records.js';
import './bulk-dialog.css';

/** An action of the list, or `delete`. */
export interface BulkAct {
  readonly name: string;
  readonly label: string;
  /** The question of the plugin. */
  readonly confirm?: string | undefined;
}

export interface BulkDialogProps {
  readonly act: BulkAct;
  readonly schema: Pick<ListView, 'controller' | 'recordName'>;
  readonly chosen: Chosen;
  /** The search and the filters of the list: with them, `all` means the records that match. */
  readonly narrowing: string;
  /** The names of the chosen records, as far as the list has shown them. */
  readonly names: readonly string[];
  readonly nameOf: (row: RowBody) => string;
  /** @param isDone whether the act is done on every record that was to be changed */
  readonly onClose: (isDone: boolean) => void;
}

/** Records in the result: more would only slow the page down. */
const LISTED = 200;

/** Asks, naming the number and the first of the records; then shows the progress, and what did not happen and why. */
export function BulkDialog({ act, schema, chosen, narrowing, names, nameOf, onClose }: BulkDialogProps) {
  const { controller, recordName } = schema;
  const { api, toasts } = useApp();
  const phrases = usePhrases();
  const { say } = phrases;
  const queries = useQueryClient();
  const [result, setResult] = useState<BulkResult>();
  const [phase, setPhase] = useState<'asking' | 'running' | 'stopping' | 'ended'>('asking');
  const isStopped = useRef(false);
  const isGone = useIsGone();
  const first = useMatching(chosen.kind === 'all', controller, narrowing);

  const total = chosen.kind === 'ids' ? chosen.ids.length : (first.total ?? undefined);
  const named = chosen.kind === 'ids' ? names : (first.rows ?? []).map(nameOf);
  const records = total === undefined ? say('bulk.all_matching') : countedRecords(recordName, total, phrases);

  async function run() {
    setPhase('running');
    const ended = await runOnRecords(chosen, {
      send: (batch) =>
        answered(async () => {
          const query = new URLSearchParams(chosen.kind === 'all' ? narrowing : '');
          return (await api.runOnRecords(controller, act.name, query, batch)).data;
        }),
      // A user who has left the screen can neither follow nor stop it.
      isStopped: () => isStopped.current || isGone.current,
      onProgress: setResult,
    });
    const isOutdated = ended.unchanged.some(({ reason }) => reason === 'missing');
    if (ended.done > 0 || isOutdated || ended.ended instanceof ApiError) void recordsChanged(queries);
    if (ended.ended === undefined && ended.unchanged.length === 0) {
      const isOne = ended.done === 1 && ended.message !== '';
      toasts.success(isOne ? ended.message : doneText(ended.done, act, phrases));
      onClose(true);
      return;
    }
    setResult(ended);
    setPhase('ended');
    if (isGone.current) sayInCorner(ended);
  }

  /** The user has left the screen, where the dialog would have told it. */
  function sayInCorner({ done, unchanged, ended }: BulkResult) {
    const parts = [
      ended === 'stopped' ? say('bulk.stopped') : ended === undefined ? '' : errorText(ended, say),
      doneText(done, act, phrases),
      unchanged.length === 0
        ? ''
        : `${say('bulk.unchanged', { count: unchanged.length })} ${firstOf(unchanged, phrases)}`,
    ];
    const text = parts.filter((part) => part !== '').join(' ');
    if (ended instanceof ApiError) toasts.error(text);
    else toasts.info(text);
  }

  const title =
    act.name === 'delete' ? say('bulk.delete_title', { records }) : say('bulk.title', { action: act.label, records });
  const isRunning = phase === 'running' || phase === 'stopping';
  return (
    <Dialog
      isOpen
      {...(!isRunning && { onClose: () => onClose(false) })}
      title={title}
      role={phase === 'asking' ? 'alertdialog' : 'dialog'}
    >
      {phase === 'asking' && (
        <>
          <RecordNames names={named} total={total} />
          {(act.confirm !== undefined || act.name === 'delete') && (
            <p className="dialog__detail">{act.confirm ?? say('list.confirm_delete_detail')}</p>
          )}
          {first.error !== undefined && (
            <Notice tone="danger" role="alert">
              {errorText(first.error, say)}
            </Notice>
          )}
        </>
      )}
      {isRunning && (
        <Progress
          text={progressText(result, total, phrases)}
          done={(result?.done ?? 0) + (result?.unchanged.length ?? 0)}
          total={total}
        />
      )}
      {phase === 'ended' && result !== undefined && <BulkReport act={act} result={result} />}
      <div className="dialog__actions">
        {phase === 'asking' && (
          <>
            <Button onPress={() => onClose(false)} autoFocus>
              {say('form.cancel')}
            </Button>
            <Button
              variant={act.name === 'delete' ? 'danger' : 'primary'}
              isPending={first.isLoading}
              isDisabled={first.error !== undefined || total === 0}
              onPress={() => void run()}
            >
              {act.label}
            </Button>
          </>
        )}
        {isRunning && (
          <Button
            isPending={phase === 'stopping'}
            onPress={() => {
              isStopped.current = true;
              setPhase('stopping');
            }}
          >
            {say('bulk.stop')}
          </Button>
        )}
        {phase === 'ended' && (
          <Button onPress={() => onClose(false)} autoFocus>
            {say('bulk.close')}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

/** The number and the first of the records that match, counted anew: others may have changed them since the list was read. */
function useMatching(isWanted: boolean, controller: string, narrowing: string) {
  const { api } = useApp();
  const { data, error, isLoading } = useQuery({
    queryKey: ['records', controller, 'matching', narrowing],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams(narrowing);
      query.set('per_page', String(NAMED_RECORDS));
      query.set('total', 'exact');
      return api.list(controller, query, signal);
    },
    enabled: isWanted,
    gcTime: 0,
    staleTime: Infinity,
  });
  return { rows: data?.data, total: data?.meta.total, error: error instanceof ApiError ? error : undefined, isLoading };
}

/** What happened, and each record on which it did not. */
function BulkReport({ act, result }: { readonly act: BulkAct; readonly result: BulkResult }) {
  const phrases = usePhrases();
  const { say } = phrases;
  const { done, unchanged, ended } = result;
  return (
    <>
      {(done > 0 || ended === 'stopped') && (
        <Notice tone={ended === 'stopped' ? 'warning' : 'success'} role="status">
          {ended === 'stopped' && `${say('bulk.stopped')} `}
          {doneText(done, act, phrases)}
        </Notice>
      )}
      {ended instanceof ApiError && (
        <Notice tone="danger" role="alert">
          {errorText(ended, say)} {ended.isPassing && say('bulk.unknown')}
        </Notice>
      )}
      {unchanged.length > 0 && (
        <>
          <p role="alert">{say('bulk.unchanged', { count: unchanged.length })}</p>
          {/* Long lists scroll, so they take the focus for the keyboard. */}
          <ul className="unchanged" tabIndex={0} aria-label={say('bulk.unchanged', { count: unchanged.length })}>
            {unchanged.slice(0, LISTED).map((record) => (
              <li key={record.id} className="unchanged__record">
                <span className="unchanged__name">{nameOfUnchanged(record)}</span>
                <span className="unchanged__reason">{reasonText(record, phrases)}</span>
              </li>
            ))}
            {unchanged.length > LISTED && <li>{say('bulk.others', { count: unchanged.length - LISTED })}</li>}
          </ul>
        </>
      )}
    </>
  );
}

/** The names of the first ones, and the number of the others. */
function firstOf(unchanged: readonly UnchangedBody[], { say, list }: Phrases): string {
  const names = unchanged.slice(0, NAMED_RECORDS).map(nameOfUnchanged);
  const others = unchanged.length - names.length;
  const text = list(names, 'unit');
  return others === 0 ? text : `${text} ${say('bulk.others', { count: others })}`;
}

function nameOfUnchanged({ id, label }: UnchangedBody): string {
  return label === '' ? `#${id}` : label;
}

function reasonText({ reason, message }: UnchangedBody, { say }: Phrases): string {
  return reason === 'refused' ? message : say(`bulk.${reason}`);
}

function doneText(count: number, { name, label }: BulkAct, { say }: Phrases): string {
  return name === 'delete'
    ? say('list.delete_selected_success', { count })
    : say('bulk.done', { action: label, count });
}

function progressText(result: BulkResult | undefined, total: number | undefined, { say }: Phrases): string {
  const done = (result?.done ?? 0) + (result?.unchanged.length ?? 0);
  return total === undefined
    ? say('bulk.progress', { done })
    : say('bulk.progress_of', { done, total: Math.max(done, total) });
}
