import type { AdminSchema } from '../model/schema/admin-schema.js';
import type { ListSchema } from '../model/schema/list-schema.js';

/** Abilities of a host that lists need. */
export interface ListAbilities {
  /** It can act on many records. */
  readonly bulk: boolean;
  /** It can import records. */
  readonly imports: boolean;
  /** Imports can update records. */
  readonly importsUpdate: boolean;
}

/** The schema for a host that lacks abilities: its lists have nothing that needs them. */
export function withoutMissing(schema: AdminSchema, { bulk, imports, importsUpdate }: ListAbilities): AdminSchema {
  const adapted = (list: ListSchema): ListSchema => {
    const withImport = !imports ? withoutImport(list) : importsUpdate ? list : withoutUpdates(list);
    return bulk ? withImport : withoutBulkActions(withImport);
  };
  const controllers = new Map(
    [...schema.controllers].map(([id, controller]) => {
      const { list } = controller;
      return [id, list === undefined ? controller : { ...controller, list: adapted(list) }] as const;
    }),
  );
  return { ...schema, controllers };
}

function withoutImport({ import: _import, ...list }: ListSchema): ListSchema {
  return list;
}

function withoutUpdates(list: ListSchema): ListSchema {
  return list.import === undefined ? list : { ...list, import: { ...list.import, keys: [] } };
}

/** No button that acts on many records, and no export. */
function withoutBulkActions(list: ListSchema): ListSchema {
  const toolbar = list.toolbar.filter(({ action }) => action?.onRecords !== true);
  const canSelect = toolbar.some(({ name }) => name === 'delete');
  return {
    ...list,
    toolbar,
    rowActions: [],
    view: { ...list.view, bulk: false, export: false, showCheckboxes: list.view.showCheckboxes && canSelect },
  };
}
