import type { Column } from '../../model/column.js';
import type { FieldBinding, FormField } from '../../model/schema/form-schema.js';
import type { NamedField } from '../keys/fields.js';
import type { Given } from '../spot.js';
import { under } from '../spot.js';
import type { CompileContext } from './context.js';
import type { FormController } from './form-owner.js';

/** Valid custom element names, of the letters that need no escaping anywhere (HTML, "valid custom element name"). */
const ELEMENT = /^[a-z][a-z0-9]*(-[a-z0-9]+)+$/;

/** `type: widget`. What it may fill is known only when every field of the form is: see checkFills. */
export function widgetBinding(
  { nameAt, value }: NamedField,
  { actions, elementPrefix, hasScripts, id }: FormController,
  { problems }: CompileContext,
): FieldBinding | undefined {
  const { widget, action } = value;
  const missing = (key: 'widget' | 'action', expected: string) => {
    if (!value.written.includes(key)) problems.add(under(nameAt, key), 'is missing', { expected });
  };
  if (widget === undefined) missing('widget', `the name of a custom element: ${elementPrefix}…`);
  else if (!ELEMENT.test(widget.value)) {
    problems.add(widget.at, `"${widget.value}" is not the name of a custom element`, {
      expected: `lower-case letters, digits and hyphens: ${elementPrefix}…`,
    });
  } else if (!widget.value.startsWith(elementPrefix)) {
    problems.add(widget.at, `the element ${widget.value} is not one of this plugin`, {
      expected: `${elementPrefix}…`,
    });
  }
  if (!hasScripts) {
    problems.add(value.type.at, 'the form has a widget, and the controller no script that defines it', {
      expected: `controller ${id} registered with at least one script`,
    });
  }
  if (action === undefined) {
    missing('action', 'the name of an action that the host registers');
    return undefined;
  }
  for (const context of value.context?.value ?? []) {
    if (context.value === 'preview') problems.add(context.at, 'is preview', { expected: 'create or update' });
  }
  const names = actions.map(({ name }) => name);
  if (!names.includes(action.value)) {
    problems.unknown(action.at, `the host registers no action ${action.value}`, action.value, names);
  }
  return { kind: 'widget', action: action.value, fill: [] };
}

/** Gives a widget the columns that its action may write back: writable scalar fields of every form the widget stands on. */
export function withFill(
  field: FormField,
  fill: Given<readonly Given<string>[]> | undefined,
  form: { readonly fields: readonly FormField[]; readonly declared: readonly string[] },
  { problems }: CompileContext,
): FormField {
  if (field.binding.kind !== 'widget') return field;
  const columns = (fill?.value ?? []).flatMap(({ value, at }): Column[] => {
    const filled = form.fields.filter(({ name }) => name === value);
    const writable = filled.flatMap((one) => scalarColumn(one) ?? []);
    const everywhere = field.contexts.every((context) =>
      filled.some((one) => scalarColumn(one) && one.contexts.includes(context)),
    );
    const [column] = writable;
    if (column !== undefined && everywhere) return [column];
    // Refused itself, and told so.
    if (filled.length === 0 && form.declared.includes(value)) return [];
    const fillable = form.fields.filter((one) => scalarColumn(one) !== undefined).map(({ name }) => name);
    if (filled.length === 0) problems.unknown(at, `the form has no field ${value}`, value, fillable);
    else {
      problems.add(at, `the field ${value} cannot be filled`, {
        expected: 'a field with one value that can be written, on every form of the widget',
      });
    }
    return [];
  });
  return { ...field, binding: { ...field.binding, fill: columns } };
}

/** Undefined unless an action may write the field's value as a JSON scalar. */
function scalarColumn({ binding, rules }: FormField): Column | undefined {
  if (binding.kind !== 'column' || rules === undefined || rules.secret === true) return undefined;
  return ['json', 'bytes'].includes(binding.column.type) ? undefined : binding.column;
}
