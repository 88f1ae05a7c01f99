import type { FormSchema } from '../../model/schema/form-schema.js';
import type { ToolbarButton } from '../../model/schema/list-schema.js';
import type { Requirement } from '../../model/schema/requirement.js';
import { NOTHING_REQUIRED } from '../../model/schema/requirement.js';
import { Text } from '../../model/schema/text.js';
import type { WrittenButton } from '../keys/list-config.js';
import type { Given } from '../spot.js';
import type { CompileContext } from './context.js';
import type { ControllerScope } from './controller-scope.js';
import { textOf } from './texts.js';

/** `toolbar.buttons`: create, delete, and names of registered actions, in the order in which they stand. */
export function compileToolbar(
  buttons: readonly Given<WrittenButton>[],
  { controller }: ControllerScope,
  form: FormSchema | undefined,
  context: CompileContext,
): readonly ToolbarButton[] {
  const { problems } = context;
  const seen = new Set<string>();
  return buttons.flatMap((button): ToolbarButton[] => {
    const { value: name, at } =
      typeof button.value === 'string' ? { ...button, value: button.value } : button.value.name;
    const confirm = typeof button.value === 'string' ? undefined : button.value.confirm;
    if (confirm !== undefined && (name === 'create' || name === 'delete')) {
      problems.add(confirm.at, `does not go with the button ${name}`, {
        expected: 'a button of an action',
        advice: name === 'delete' ? 'delete asks by itself' : 'create opens a form, and changes nothing yet',
      });
    }
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
    const question = confirm && { confirm: textOf(confirm, context) };
    return [{ name, action: { name, label: new Text(action.label), ...question }, requires }];
  });
}
