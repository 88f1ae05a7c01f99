import type { AdminSchema, CommandsView, ControllerSchema } from '../../model/schema/admin-schema.js';
import type { Permissions, Requirement } from '../../model/schema/types.js';
import { meets } from '../../model/schema/types.js';
import { ByPermission } from './by-permission.js';

/** The commands that one administrator may use. */
export const permittedCommands = new ByPermission<AdminSchema, CommandsView>(
  ({ controllers }) => [...controllers.values()].flatMap(({ requires, form }) => [requires, ...ofCreate(form)]),
  ({ controllers }, permissions) => {
    const open = [...controllers.values()].filter(({ requires }) => meets(permissions, requires));
    return {
      create: open.flatMap((controller) => createCommands(controller, permissions)),
      search: open.some(({ list }) => list?.globalSearch === true),
    };
  },
);

function ofCreate(form: ControllerSchema['form']): readonly Requirement[] {
  return form === undefined ? [] : [form.operations.create];
}

/** Nothing without a list that offers it: records of some forms are only created in a relation manager. */
function createCommands(
  { controller, list, form }: ControllerSchema,
  permissions: Permissions,
): CommandsView['create'] {
  if (list === undefined || form === undefined || !meets(permissions, form.operations.create)) return [];
  if (!list.toolbar.some(({ name }) => name === 'create')) return [];
  return [{ controller: controller.id, title: form.view.contexts.create.title, list: list.view.title }];
}
