import type { FormSchema } from '../../model/schema/form-schema.js';
import type { ToolbarButton } from '../../model/schema/list-schema.js';
import type { Requirement } from '../../model/schema/requirement.js';
import { NOTHING_REQUIRED } from '../../model/schema/requirement.js';
import { Text } from '../../model/schema/text.js';
import type { Given } from '../spot.js';
import type { CompileContext } from './context.js';
import type { ControllerScope } from './controller-scope.js';

/** `toolbar.buttons`: create, delete, and names of registered actions, in the order in which they stand. */
export function compileToolbar(
  buttons: readonly Given<string>[],
  { controller }: ControllerScope,
  form: FormSchema | undefined,
  { problems }: CompileContext,
): readonly ToolbarButton[] {
  const seen = new Set<string>();
  return buttons.flatMap(({ value: name, at }): ToolbarButton[] => {
    if (seen.has(name)) {
      problems.add(at, `the button ${name} is there twice`, { expected: 'every button once' });
      return [];
    }
    seen.add(name);
    if (name === 'create') {
      if (form === undefined) problems.add(at, 'there is no form to create with', { expected: 'a config_form.yaml' });
      return [{ name, requires: form?.operations.create ?? NOTHING_REQUIRED }];
    }
    if (name === 'delete') return [{ name, requires: form?.operations.delete ?? NOTHING_REQUIRED }];
    const action = controller.actions.find((one) => one.name === name);
    if (action === undefined) {
      const known = ['create', 'delete', ...controller.actions.map((one) => one.name)];
      problems.unknown(at, `controller ${controller.id} has no action ${name}`, name, known);
      return [];
    }
    const requires: Requirement = { all: action.permissions, any: [] };
    return [{ name, action: { name, label: new Text(action.label) }, requires }];
  });
}
