import { EllipsisVertical } from 'lucide-react';
import type { ReactNode } from 'react';
import { Suspense, useCallback, useRef, useState } from 'react';
import type { RowBody } from '../../../admin/api/answers.js';
import type { ListView } from '../../api/views.js';
import { usePhrases } from '../../platform/phrases.js';
import { lazyPart, PartBoundary } from '../../ui/lazy-part.js';
import type { FirstFocus } from '../../ui/overlay-trigger.js';
import { focusByKey, hasGoneOn } from '../../ui/overlay-trigger.js';
import { ChoiceMenu, preloadOverlays } from '../../ui/overlays.js';
import type { BulkAct } from './bulk-dialog.js';
import { recordNameOf } from './record-name.js';

const BulkDialog = lazyPart(async () => (await import('./bulk-dialog.js')).BulkDialog);

export interface RowActions {
  /** The button at the end of a row; undefined if rows have no actions. Keeps its identity, so that rows do not render again. */
  readonly menuOf: ((row: RowBody) => ReactNode) | undefined;
  /** The menu and the question of the pressed button. Only one of them exists, however many rows there are. */
  readonly opened: ReactNode;
}

/**
 * The actions of each row. An action asks before it runs, and names the record.
 * @param onDone called when the row, which had the focus, may have disappeared
 */
export function useRowActions(schema: ListView, onDone: () => void): RowActions {
  const { say } = usePhrases();
  const button = useRef<HTMLButtonElement>(null);
  const [row, setRow] = useState<RowBody>();
  const [firstFocus, setFirstFocus] = useState<FirstFocus>(true);
  const [act, setAct] = useState<BulkAct>();

  const press = useCallback((of: RowBody, pressed: HTMLButtonElement, focus: FirstFocus) => {
    button.current = pressed;
    setFirstFocus(focus);
    // Once it is open, the menu covers the button: the second press cancels the first.
    setRow((before) => (before?.id === of.id ? undefined : of));
  }, []);

  const menuOf = useCallback(
    (of: RowBody) => (
      <button
        type="button"
        className="icon-button"
        aria-haspopup="menu"
        aria-label={say('bulk.row_actions', { record: recordNameOf(schema, of) })}
        // A screen reader presses without a button of the mouse.
        onClick={({ currentTarget, detail }) => press(of, currentTarget, detail === 0 ? 'first' : true)}
        onKeyDown={(event) => {
          const focus = focusByKey(event);
          if (event.key === 'Escape') setRow(undefined);
          if (focus === undefined) return;
          event.preventDefault();
          if (!event.repeat) press(of, event.currentTarget, focus);
        }}
        onPointerEnter={preloadOverlays}
        onFocus={preloadOverlays}
        onBlur={(event) => {
          if (ChoiceMenu.isLoading() && hasGoneOn(event)) setRow(undefined);
        }}
      >
        <EllipsisVertical aria-hidden="true" />
      </button>
    ),
    [schema, say, press],
  );

  const acts = schema.rowActions.map((one): BulkAct =>
    'label' in one
      ? { name: one.action, label: one.label, confirm: one.confirm }
      : { name: one.action, label: say('form.delete') },
  );

  function close() {
    setAct(undefined);
    setRow(undefined);
    button.current?.focus();
  }

  const name = row === undefined ? '' : recordNameOf(schema, row);
  return {
    menuOf: schema.rowActions.length === 0 ? undefined : menuOf,
    opened: row !== undefined && (
      <>
        <ChoiceMenu
          label={say('bulk.row_actions', { record: name })}
          placement="bottom end"
          triggerRef={button}
          firstFocus={firstFocus}
          isOpen={act === undefined}
          closesOnChoice={false}
          choices={acts.map((one) => ({ id: one.name, label: one.label, onChoose: () => setAct(one) }))}
          onClose={() => {
            if (act === undefined) setRow(undefined);
          }}
        />
        {act !== undefined && (
          <PartBoundary>
            <Suspense>
              <BulkDialog
                act={act}
                schema={schema}
                chosen={{ kind: 'ids', ids: [row.id] }}
                narrowing=""
                names={[name]}
                nameOf={(other) => recordNameOf(schema, other)}
                onClose={(isDone) => {
                  close();
                  // The row may have gone meanwhile, and its button with it.
                  if (isDone || button.current?.isConnected !== true) onDone();
                }}
              />
            </Suspense>
          </PartBoundary>
        )}
      </>
    ),
  };
}
