import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ImportCheckBody } from '../../../admin/api/answers.js';
import { MAX_IMPORT_BYTES } from '../../../admin/api/limits.js';
import { answered, errorText } from '../../api/errors.js';
import { recordsChanged } from '../../api/query-keys.js';
import type { ListView } from '../../api/views.js';
import { readerZone } from '../../formats/time-zone.js';
import { useApp } from '../../platform/app.js';
import type { Phrases } from '../../platform/phrases.js';
import { usePhrases } from '../../platform/phrases.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Progress } from '../../ui/progress.js';
import { Notice } from '../../ui/tone.js';
import { useIsGone } from '../../ui/use-is-gone.js';
import { ChooseFile, MEGABYTES } from './choose-file.js';
import { ColumnMapping } from './column-mapping.js';
import { FileFormat } from './file-format.js';
import { ImportModeChoice } from './import-mode.js';
import { ImportPreview } from './import-preview.js';
import { countTexts, ImportProblems } from './import-problems.js';
import type { Choices, ChosenFile, ImportState } from './running-import.js';
import { changesAnything, isUnsure, operationId, queryOf, settled, withField } from './running-import.js';
import './import-dialog.css';

export interface ImportDialogProps {
  readonly schema: Pick<ListView, 'controller' | 'title'> & { readonly import: NonNullable<ListView['import']> };
  readonly onClose: () => void;
}

const NOTHING_SAID: Partial<Pick<Extract<ImportState, { step: 'checked' }>, 'problem' | 'refused' | 'isUnsure'>> = {};

/** Chooses a file, shows how it is read and what is wrong with it, and imports all of it or nothing. */
export function ImportDialog({ schema, onClose }: ImportDialogProps) {
  const { title } = schema;
  const phrases = usePhrases();
  const { say } = phrases;
  const { state, choose, check, run } = useImport(schema);
  const isBusy = state.step === 'importing';
  const heading = schema.import.title ?? say('import.title', { name: title });
  const checked = checkedIn(state);
  const { problem, refused, isUnsure: isLost = false } = state.step === 'checked' ? state : NOTHING_SAID;
  useDropsHere();
  return (
    <Dialog
      isOpen
      {...(!isBusy && { onClose })}
      hasInput={state.step === 'checking' || state.step === 'checked'}
      title={heading}
      size={state.step === 'choosing' ? 'small' : 'large'}
    >
      {state.step === 'choosing' && (
        <>
          <ChooseFile onChoose={choose} />
          {state.problem !== undefined && <Alert>{state.problem}</Alert>}
        </>
      )}
      {state.step === 'checking' && checked === undefined && (
        <Progress text={say('import.checking', { name: state.file.name })} done={0} total={undefined} />
      )}
      {(state.step === 'checking' || state.step === 'checked') && (
        <>
          {!isLost && (checked !== undefined || state.step === 'checked') && (
            <FileFormat
              name={state.file.name}
              choices={state.choices}
              checked={checked}
              onChange={(choices) => check(state.file, choices)}
            />
          )}
          {!isLost && checked !== undefined && (
            <ImportModeChoice
              choices={state.choices}
              checked={checked}
              onChange={(choices) => check(state.file, choices)}
            />
          )}
          {!isLost && checked !== undefined && (
            <ColumnMapping
              checked={checked}
              onField={(column, field) => check(state.file, withField(state.choices, checked, column, field))}
            />
          )}
          {problem !== undefined && <Alert>{problem}</Alert>}
          {checked !== undefined && problem === undefined && (
            <ImportProblems found={refused ?? checked} checked={checked} listTitle={title} />
          )}
          {checked !== undefined && <ImportPreview checked={checked} />}
        </>
      )}
      {state.step === 'importing' && (
        <Progress text={say('import.importing', { count: state.checked.rows })} done={0} total={undefined} />
      )}
      {state.step === 'done' && (
        <Notice tone="success" role="status">
          {doneText(state, phrases)}
        </Notice>
      )}
      <div className="dialog__actions import-actions">
        {state.step === 'done' ? (
          <>
            <Button onPress={() => choose(undefined)}>{say('import.another')}</Button>
            <Button variant="primary" onPress={onClose} autoFocus>
              {say('import.show_list')}
            </Button>
          </>
        ) : (
          <Button onPress={onClose} isDisabled={isBusy}>
            {say('form.cancel')}
          </Button>
        )}
        {(state.step === 'checking' || state.step === 'checked') && (
          <>
            <Button onPress={() => choose(undefined)}>{say('import.other_file')}</Button>
            {checked !== undefined && (
              <Button
                variant="primary"
                isPending={state.step === 'checking'}
                isDisabled={!isReady(state)}
                onPress={() => run(state.file, state.choices, checked)}
              >
                {say(checked.mode === 'create' ? 'import.run' : 'import.run_rows', { count: checked.rows })}
              </Button>
            )}
          </>
        )}
      </div>
    </Dialog>
  );
}

function doneText(
  { mode, counts }: Omit<Extract<ImportState, { step: 'done' }>, 'step'>,
  { say, locale }: Phrases,
): string {
  return mode === 'create'
    ? say('import.done', { count: counts.created })
    : say('import.done_changes', countTexts(counts, locale));
}

function checkedIn(state: ImportState): ImportCheckBody | undefined {
  return 'checked' in state ? state.checked : undefined;
}

/** While it is being checked again, the button keeps its state and its place. */
function isReady(state: ImportState): boolean {
  if (state.step !== 'checked' && state.step !== 'checking') return false;
  const { checked } = state;
  const refused = state.step === 'checked' ? state.refused : undefined;
  return (
    checked !== undefined &&
    checked.problems.length === 0 &&
    refused === undefined &&
    isMapped(checked) &&
    changesAnything(checked)
  );
}

function isMapped({ columns }: NonNullable<Extract<ImportState, { step: 'checked' }>['checked']>): boolean {
  return columns.some(({ field }) => field !== null);
}

function Alert({ children }: { readonly children: string }) {
  return (
    <Notice tone="danger" role="alert">
      {children}
    </Notice>
  );
}

/** A file that is dropped beside its place would replace the page in the browser, with all that is in it. */
function useDropsHere(): void {
  useEffect(() => {
    const ended = new AbortController();
    for (const type of ['dragover', 'drop']) {
      window.addEventListener(type, (event) => event.preventDefault(), { signal: ended.signal });
    }
    return () => ended.abort();
  }, []);
}

/** The requests of an import. The newest one counts. */
function useImport({ controller, title }: ImportDialogProps['schema']) {
  const { api, toasts } = useApp();
  const phrases = usePhrases();
  const { say } = phrases;
  const isGone = useIsGone();
  const queries = useQueryClient();
  const [state, setState] = useState<ImportState>({ step: 'choosing' });
  const current = useRef(new AbortController());
  /** The same for every attempt with this file, so that none imports it twice. */
  const operation = useRef('');
  const isImporting = useRef(false);
  // An import that is on its way ends all the same. A message in the corner then says what it has done (AD-551).
  useEffect(
    () => () => {
      if (!isImporting.current) current.current.abort();
    },
    [],
  );

  const zone = readerZone();

  function begin(): AbortSignal {
    current.current.abort();
    current.current = new AbortController();
    return current.current.signal;
  }

  async function checkFile(file: ChosenFile, choices: Choices) {
    const signal = begin();
    setState((before) => {
      const checked = checkedIn(before);
      return { step: 'checking', file, choices, ...(checked && { checked }) };
    });
    const sent = { bytes: file.bytes, encoding: choices.encoding };
    const { answer, refusal } = await answered(() => api.checkImport(controller, sent, queryOf(choices, zone), signal));
    if (signal.aborted) return;
    if (refusal) setState({ step: 'checked', file, choices, problem: errorText(refusal, say) });
    else setState({ step: 'checked', file, choices: settled(choices, answer.data), checked: answer.data });
  }

  async function chooseFile(chosen: File | undefined) {
    const signal = begin();
    if (chosen === undefined) {
      setState({ step: 'choosing' });
      return;
    }
    if (chosen.size > MAX_IMPORT_BYTES) {
      setState({ step: 'choosing', problem: say('import.too_large', { megabytes: MEGABYTES }) });
      return;
    }
    operation.current = operationId();
    const bytes = await chosen.arrayBuffer().catch(() => undefined);
    if (signal.aborted) return;
    // A folder, or a file that has changed or gone meanwhile.
    if (bytes === undefined) setState({ step: 'choosing', problem: say('import.unreadable') });
    else await checkFile({ name: chosen.name, bytes }, { encoding: 'utf-8' });
  }

  async function importFile(
    file: ChosenFile,
    choices: Choices,
    checked: Extract<ImportState, { step: 'importing' }>['checked'],
  ) {
    const signal = begin();
    setState({ step: 'importing', file, choices, checked });
    const query = queryOf(choices, zone);
    query.set('operation', operation.current);
    const sent = { bytes: file.bytes, encoding: choices.encoding };
    isImporting.current = true;
    const { answer, refusal } = await answered(() => api.importRecords(controller, sent, query, signal));
    isImporting.current = false;
    if (answer !== undefined && changesAnything({ counts: answer.data })) void recordsChanged(queries);
    const isLost = refusal !== undefined && isUnsure(refusal);
    const problem = refusal && errorText(refusal, say) + (isLost ? ` ${say('import.unsure')}` : '');
    const refused = answer?.data.problems.length ?? 0;
    if (isGone.current) {
      if (answer !== undefined && refused === 0)
        toasts.success(doneText({ mode: checked.mode, counts: answer.data }, phrases));
      else toasts.error(`${title}: ${problem ?? say('import.problems', { count: refused })}`);
    } else if (answer === undefined) {
      setState({
        step: 'checked',
        file,
        choices,
        checked,
        ...(problem !== undefined && { problem }),
        isUnsure: isLost,
      });
    } else if (refused > 0) setState({ step: 'checked', file, choices, checked, refused: answer.data });
    else setState({ step: 'done', mode: checked.mode, counts: answer.data });
  }

  return {
    state,
    choose: (file: File | undefined) => void chooseFile(file),
    check: (file: ChosenFile, choices: Choices) => void checkFile(file, choices),
    run: (...given: Parameters<typeof importFile>) => void importFile(...given),
  };
}
