import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { ListMeta, RowBody, SuccessBody } from '../../../admin/api/answers.js';
import { rowsKey } from '../../api/query-keys.js';
import type { ListView } from '../../api/views.js';
import { usePhrases } from '../../platform/phrases.js';
import type { SelectionControl } from '../../table/selection.js';
import { Button } from '../../ui/button.js';
import { lazyPart, PartBoundary } from '../../ui/lazy-part.js';
import { DeleteSelected } from '../delete-selected.js';
import type { BulkAct } from './bulk-dialog.js';
import { recordNameOf } from './record-name.js';
import type { Chosen } from './run-on-records.js';

const BulkDialog = lazyPart(async () => (await import('./bulk-dialog.js')).BulkDialog);

export interface BulkActionsProps {
  readonly schema: ListView;
  readonly selection: SelectionControl;
  /** The search and the filters of the list. */
  readonly narrowing: string;
  /** Undefined while the list loads. */
  readonly meta: ListMeta | undefined;
  /** Not only the checked records, but all that match. */
  readonly isAll: boolean;
  readonly onAll: (isAll: boolean) => void;
  /** Called when the focused element has disappeared. */
  readonly onDone: () => void;
}

interface Asked {
  readonly act: BulkAct;
  readonly chosen: Chosen;
  readonly names: readonly string[];
}

/** The acts on the checked records, and with all that match the search and the filters. */
export function BulkActions(props: BulkActionsProps) {
  const { schema, selection, narrowing, meta, isAll, onAll, onDone } = props;
  const { say } = usePhrases();
  const namesOf = useNamesOf(schema);
  const [asked, setAsked] = useState<Asked>();
  const { ids } = selection;
  const others = meta === undefined ? undefined : otherRecords(meta, ids.size);
  const mayDelete = schema.toolbarButtons.includes('delete');

  const ask = (act: BulkAct) =>
    setAsked(
      isAll
        ? { act, chosen: { kind: 'all' }, names: [] }
        : { act, chosen: { kind: 'ids', ids: [...ids] }, names: namesOf(ids) },
    );

  return (
    <>
      {schema.bulk && (isAll || (others !== undefined && selection.pageState === 'all')) && (
        <button type="button" className="button button--quiet" onClick={() => onAll(!isAll)}>
          {isAll
            ? say('bulk.select_checked', { count: ids.size })
            : others === undefined || others === 'some'
              ? say('bulk.select_all')
              : say('bulk.select_all_count', { count: others })}
        </button>
      )}
      {schema.bulkActions.map(({ action, label, confirm }) => (
        <Button key={action} onPress={() => ask({ name: action, label, confirm })}>
          {label}
        </Button>
      ))}
      {mayDelete &&
        (isAll ? (
          <Button variant="danger" onPress={() => ask({ name: 'delete', label: say('form.delete') })}>
            {say('bulk.delete_all')}
          </Button>
        ) : (
          <DeleteSelected selection={selection} schema={schema} names={namesOf(ids)} onDeleted={onDone} />
        ))}
      {asked !== undefined && (
        <PartBoundary>
          <Suspense>
            <BulkDialog
              {...asked}
              schema={schema}
              narrowing={narrowing}
              nameOf={(row) => recordNameOf(schema, row)}
              onClose={(isDone) => {
                setAsked(undefined);
                if (!isDone) return;
                selection.clear();
                onDone();
              }}
            />
          </Suspense>
        </PartBoundary>
      )}
    </>
  );
}

/** All that match, if there are others than those on this page; `some` if their number is unknown. */
function otherRecords({ total, has_more }: ListMeta, checked: number): number | 'some' | undefined {
  if (total !== null) return total > checked ? total : undefined;
  return has_more ? 'some' : undefined;
}

/** The names of records that the list has shown, on this page or another. */
function useNamesOf(schema: ListView): (ids: ReadonlySet<string>) => readonly string[] {
  const queries = useQueryClient();
  return (ids) => {
    const loaded = queries.getQueriesData<SuccessBody<readonly RowBody[]>>({
      queryKey: rowsKey(schema.controller, '').slice(0, -1),
    });
    const rows = loaded.flatMap(([, page]) => page?.data ?? []);
    const names = new Map(rows.map((row) => [row.id, recordNameOf(schema, row)]));
    return [...ids].flatMap((id) => names.get(id) ?? []);
  };
}
