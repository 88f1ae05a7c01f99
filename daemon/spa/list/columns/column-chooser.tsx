import { GripVertical } from 'lucide-react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { answered, errorText } from '../../api/errors.js';
import { useApp } from '../../platform/app.js';
import { keepAppearance } from '../../platform/appearance.js';
import type { DensityChoice } from '../../platform/density.js';
import { usePhrases } from '../../platform/phrases.js';
import { MAX_COLUMN_WIDTH, MIN_COLUMN_WIDTH } from '../../table/column-widths.js';
import { Button } from '../../ui/button.js';
import type { PlacedColumn } from './column-layout.js';
import { changed, moved, mustStay } from './column-layout.js';
import './column-chooser.css';

export interface ColumnChooserProps {
  readonly placed: readonly PlacedColumn[];
  /** Rows are links, so that a clickable column must stay. */
  readonly opensRecords: boolean;
  readonly onChange: (placed: readonly PlacedColumn[]) => void;
  /** Undefined: everything is as the plugin has it. */
  readonly onReset: (() => void) | undefined;
  /** Where the choice is kept, if that is not the account. */
  readonly note: string | undefined;
}

/** Which columns a list shows, in which order and how wide, and how high its rows are. Every change takes effect at once. */
export function ColumnChooser({ placed, opensRecords, onChange, onReset, note }: ColumnChooserProps) {
  const { say } = usePhrases();
  const list = useRef<HTMLUListElement>(null);
  const [drop, setDrop] = useState<{ readonly name: string; readonly to: number }>();

  // React moves the element of the column, which loses the focus.
  const [movedByKey, setMovedByKey] = useState<{ readonly name: string }>();
  useLayoutEffect(() => {
    if (movedByKey) gripOf(list.current, movedByKey.name)?.focus();
  }, [movedByKey]);

  function moveByKey(event: KeyboardEvent, { name }: PlacedColumn, index: number) {
    const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: placed.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    if (to < 0 || to >= placed.length) return;
    onChange(moved(placed, name, to));
    setMovedByKey({ name });
  }

  /** The position at which the pointer is. */
  function positionAt(y: number): number {
    const rows = [...(list.current?.children ?? [])];
    const below = rows.findIndex((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return y < (top + bottom) / 2;
    });
    return below === -1 ? rows.length : below;
  }

  function drag(event: PointerEvent, name: string) {
    if (drop?.name !== name) return;
    const to = positionAt(event.clientY);
    list.current?.children[Math.min(to, placed.length - 1)]?.scrollIntoView({ block: 'nearest' });
    setDrop({ name, to });
  }

  function release() {
    if (drop === undefined) return;
    const from = placed.findIndex(({ name }) => name === drop.name);
    // Without the column itself, everything after it is one position further up.
    const to = drop.to > from ? drop.to - 1 : drop.to;
    setDrop(undefined);
    if (to !== from) onChange(moved(placed, drop.name, to));
  }

  return (
    <div className="column-chooser">
      <ul ref={list} className="column-chooser__list" aria-label={say('columns.title')}>
        {placed.map((column, index) => {
          const { name, shown, width, view } = column;
          const stays = shown && mustStay(placed, column, opensRecords);
          return (
            <li
              key={name}
              className="column-chooser__column"
              data-dragged={drop?.name === name}
              data-drop-before={drop?.to === index}
              data-drop-after={index === placed.length - 1 && drop?.to === placed.length}
            >
              <span
                role="spinbutton"
                tabIndex={0}
                className="column-chooser__grip"
                data-column={name}
                aria-label={say('columns.position', { column: view.label })}
                aria-valuenow={index + 1}
                aria-valuemin={1}
                aria-valuemax={placed.length}
                aria-valuetext={say('columns.position_of', { position: index + 1, count: placed.length })}
                title={say('columns.move')}
                onKeyDown={(event) => moveByKey(event, column, index)}
                onPointerDown={(event) => {
                  if (event.button !== 0) return;
                  event.currentTarget.setPointerCapture(event.pointerId);
                  setDrop({ name, to: index });
                }}
                onPointerMove={(event) => drag(event, name)}
                onPointerUp={release}
                onPointerCancel={() => setDrop(undefined)}
              >
                <GripVertical aria-hidden="true" />
              </span>
              <label className="column-chooser__label" title={stays ? say('columns.must_stay') : undefined}>
                <input
                  type="checkbox"
                  checked={shown}
                  disabled={stays}
                  onChange={() => onChange(changed(placed, name, { shown: !shown }))}
                />
                <span>{view.label}</span>
              </label>
              <WidthInput
                label={say('columns.width', { column: view.label })}
                width={width}
                onWidth={(pixels) => onChange(changed(placed, name, { width: pixels }))}
              />
            </li>
          );
        })}
      </ul>
      <DensityChoices />
      {note !== undefined && <p className="column-chooser__note">{note}</p>}
      <div className="column-chooser__actions">
        <Button
          variant="quiet"
          isDisabled={onReset === undefined}
          onPress={() => {
            onReset?.();
            // A button without effect cannot keep the focus.
            list.current?.querySelector<HTMLElement>('[data-column]')?.focus();
          }}
        >
          {say('columns.reset')}
        </Button>
      </div>
    </div>
  );
}

function gripOf(list: HTMLElement | null, name: string): HTMLElement | undefined {
  const grips = list?.querySelectorAll<HTMLElement>('[data-column]') ?? [];
  return [...grips].find(({ dataset }) => dataset['column'] === name);
}

interface WidthInputProps {
  readonly label: string;
  readonly width: number | undefined;
  readonly onWidth: (pixels: number | undefined) => void;
}

/** Takes effect on Enter and when it loses the focus: the first digits of a width are not a width. */
function WidthInput({ label, width, onWidth }: WidthInputProps) {
  const { say } = usePhrases();
  const kept = width === undefined ? '' : String(width);
  const [text, setText] = useState(kept);
  // The width has changed elsewhere: by dragging, or by a reset.
  const [known, setKnown] = useState(kept);
  if (known !== kept) {
    setKnown(kept);
    setText(kept);
  }
  function commit() {
    const pixels = Number(text);
    if (text === '' || !(pixels > 0)) {
      setText('');
      if (width !== undefined) onWidth(undefined);
    } else if (text !== kept) onWidth(pixels);
  }
  return (
    <input
      type="number"
      className="input column-chooser__width"
      aria-label={label}
      title={label}
      placeholder={say('columns.automatic')}
      min={MIN_COLUMN_WIDTH}
      max={MAX_COLUMN_WIDTH}
      step={8}
      value={text}
      onChange={({ target }) => setText(target.value)}
      onBlur={commit}
      onKeyDown={({ key }) => {
        if (key === 'Enter') commit();
      }}
    />
  );
}

const DENSITIES: readonly DensityChoice[] = ['comfortable', 'compact'];

/** For all lists, as in the account menu. */
function DensityChoices() {
  const app = useApp();
  const { density, session, toasts } = app;
  const { say } = usePhrases();
  const rows = useSyncExternalStore(density.subscribe, density.get);

  async function choose(choice: DensityChoice) {
    density.choose(choice);
    const state = session.get();
    if (!('user' in state) || state.user.has_account !== true) return;
    const outcome = await answered(() => keepAppearance(app, { density: choice }));
    if (outcome.refusal !== undefined) toasts.error(errorText(outcome.refusal, say));
  }

  return (
    <fieldset className="column-chooser__density">
      <legend className="column-chooser__legend">{say('account.density')}</legend>
      {DENSITIES.map((choice) => (
        <label key={choice} className="column-chooser__side">
          <input type="radio" name="density" checked={rows === choice} onChange={() => void choose(choice)} />
          <span>{say(`account.density_${choice}`)}</span>
        </label>
      ))}
    </fieldset>
  );
}
