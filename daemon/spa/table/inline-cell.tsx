import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ChevronDown, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useId, useState } from 'react';
import type { RecordBody, RowBody } from '../../admin/api/answers.js';
import { ApiError, errorText } from '../api/errors.js';
import { recordsChanged } from '../api/query-keys.js';
import type { ColumnView } from '../api/views.js';
import { useApp } from '../platform/app.js';
import { usePhrases } from '../platform/phrases.js';
import { MenuButton } from '../ui/menu-button.js';
import { ToneIcon } from '../ui/tone.js';
import { useProblem } from '../ui/use-problem.js';
import { CellContent } from './cell-content.js';
import { isEmpty, textOf } from '../../admin/api/cell-values.js';
import './inline-cell.css';

export interface InlineCellProps {
  readonly controller: string;
  readonly row: RowBody;
  readonly column: ColumnView & { readonly change: NonNullable<ColumnView['change']> };
  /** The name of the record. */
  readonly record: string;
}

/**
 * A cell whose value can be changed: an update of the record like any other, with the version of the row. The new value shows
 * at once; if it is refused, the old one is back with the reason beside it (AD-299).
 */
export function InlineCell({ controller, row, column, record }: InlineCellProps) {
  const { say } = usePhrases();
  const name = `${column.label}: ${record}`;
  const { value, isPending, problem, change, dismiss } = useInlineChange(controller, row, column, name);
  const problemId = useId();
  const content = <CellContent column={column} value={value} invalid={row._invalid?.[column.name]} />;
  const described = problem === undefined ? {} : { 'aria-describedby': problemId };
  return (
    <span className="inline-cell" data-pending={isPending}>
      {column.type === 'switch' ? (
        <button
          type="button"
          role="switch"
          className="inline-cell__switch"
          aria-checked={isOn(value)}
          aria-label={name}
          onClick={() => change(!isOn(value))}
          {...described}
        >
          <span className="inline-cell__track" aria-hidden="true" />
          {say(isOn(value) ? 'filter.on' : 'filter.off')}
        </button>
      ) : (
        <Choices name={name} column={column} value={value} onChange={change} described={described}>
          {content}
        </Choices>
      )}
      {problem !== undefined && (
        <span className="inline-cell__problem">
          <span id={problemId} role="alert">
            {problem}
          </span>
          <button type="button" className="inline-cell__dismiss" aria-label={say('inline.dismiss')} onClick={dismiss}>
            <X aria-hidden="true" />
          </button>
        </span>
      )}
    </span>
  );
}

interface ChoicesProps extends Pick<InlineCellProps, 'column'> {
  readonly name: string;
  readonly value: unknown;
  readonly onChange: (value: string) => void;
  readonly described: { readonly 'aria-describedby'?: string };
  /** The value as the cell shows it. */
  readonly children: ReactNode;
}

function Choices({ name, column, value, onChange, described, children }: ChoicesProps) {
  const current = isEmpty(value) ? null : textOf(value);
  const { options } = column.change;
  const label = options.find((one) => one.value === current)?.label ?? current ?? '';
  return (
    <MenuButton
      button={{ className: 'inline-cell__choice', 'aria-label': `${name}: ${label}`, ...described }}
      label={name}
      choices={options.map((option) => ({
        id: option.value,
        label: option.label,
        icon: option.color && <ToneIcon tone={option.color} />,
        onChoose: () => onChange(option.value),
      }))}
      chosen={current}
    >
      {children}
      <ChevronDown aria-hidden="true" />
    </MenuButton>
  );
}

/** A switch may be a number in the database. */
function isOn(value: unknown): boolean {
  return value === true || value === 1 || value === '1';
}

/** A count of the same list is among the pages, without rows of its own. */
function rowsOf(page: { readonly data: readonly RowBody[] } | undefined): readonly RowBody[] {
  return page?.data ?? [];
}

/** @param about names the cell where it is no longer on the screen */
function useInlineChange(
  controller: string,
  row: RowBody,
  { name, change: { field } }: InlineCellProps['column'],
  about: string,
) {
  const { api } = useApp();
  const { say } = usePhrases();
  const queries = useQueryClient();
  const [wanted, setWanted] = useState<{ readonly value: string | boolean }>();
  const [problem, setProblem] = useProblem(about);
  const lists = ['records', controller, 'list'];

  /** As the page knows it at this moment: an earlier change of the same record has raised the version. */
  function currentVersion(): string | undefined {
    const pages = queries.getQueriesData<{ readonly data: readonly RowBody[] }>({ queryKey: lists });
    const found = pages.flatMap(([, page]) => rowsOf(page));
    // Pages that are not shown may be older; the row on the screen is among the pages.
    return found.some((one) => one === row) ? row._version : (found.find(({ id }) => id === row.id) ?? row)._version;
  }

  const { mutate, isPending } = useMutation({
    // Changes of one record wait for each other: each needs the version that the one before has made.
    scope: { id: `inline ${controller} ${row.id}` },
    async mutationFn(value: string | boolean): Promise<{ readonly data: RecordBody }> {
      const version = currentVersion();
      try {
        return await api.update(controller, row.id, {
          [field]: value,
          ...(version !== undefined && { _version: version }),
        });
      } catch (error) {
        // An attempt whose answer was lost has stored it: that is no conflict, but what the administrator wants.
        if (error instanceof ApiError && error.code === 'conflict' && isStored(error.current, value)) {
          return { data: error.current as RecordBody };
        }
        throw error;
      }
    },
    async onSuccess({ data }) {
      queries.setQueriesData<{ readonly data: readonly RowBody[] }>(
        { queryKey: lists },
        (page) => page && { ...page, data: rowsOf(page).map((one) => patched(one, data)) },
      );
      await recordsChanged(queries);
    },
    async onError(error) {
      setProblem(reasonOf(error));
      // The row is out of date, or may be, if no answer came: show what is stored now.
      if (error instanceof ApiError && (error.isPassing || [404, 409].includes(error.status))) {
        await recordsChanged(queries);
      }
    },
    onSettled: () => setWanted(undefined),
  });

  function isStored(current: ApiError['current'], value: string | boolean): boolean {
    if (current === undefined || current._invalid?.[field] !== undefined) return false;
    return typeof value === 'boolean' ? isOn(current[field]) === value : textOf(current[field]) === value;
  }

  function patched(one: RowBody, record: RecordBody): RowBody {
    if (one.id !== record.id) return one;
    const { _version: version } = record;
    return { ...one, [name]: record[field], ...(version !== undefined && { _version: version }) };
  }

  function reasonOf(error: Error): string {
    if (!(error instanceof ApiError)) return String(error);
    if (error.code === 'conflict') return say('inline.conflict');
    if (error.code === 'not_found') return say('form.gone');
    return Object.values(error.fields).flat()[0] ?? errorText(error, say);
  }

  return {
    value: wanted === undefined ? row[name] : wanted.value,
    isPending,
    problem,
    dismiss: () => setProblem(undefined),
    change(value: string | boolean) {
      if (isPending) return;
      setProblem(undefined);
      setWanted({ value });
      mutate(value);
    },
  };
}
