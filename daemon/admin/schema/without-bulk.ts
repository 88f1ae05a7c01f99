import type { AdminSchema } from '../model/schema/admin-schema.js';
import type { ListSchema } from '../model/schema/list-schema.js';

/** The schema for a host that cannot work on many records: its lists have no button that needs it, and no export. */
export function withoutBulk(schema: AdminSchema): AdminSchema {
  const controllers = new Map(
    [...schema.controllers].map(([id, controller]) => {
      const { list } = controller;
      return [id, list === undefined ? controller : { ...controller, list: withoutBulkActions(list) }] as const;
    }),
  );
  return { ...schema, controllers };
}

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
