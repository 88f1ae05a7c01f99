import { Text } from '../../../i18n/text.js';
import { isProblem } from '../../api/errors.js';
import { fieldCell, ruleProblem } from '../../model/schema/field-rules.js';
import type { FieldArea, FieldBinding, FieldRules, FieldView, FormField } from '../../model/schema/form-schema.js';
import type { FieldType, FormContext } from '../../model/schema/types.js';
import { FORM_CONTEXTS } from '../../model/schema/types.js';
import type { FieldsFile, NamedField } from '../keys/fields.js';
import type { Given } from '../yaml/problems.js';
import type { CompileContext } from './context.js';
import { anyOf, checkBounds, optionalText, textOf } from './context.js';
import type { FormOwner } from './controller-scope.js';
import { bindField, withFill } from './field-binding.js';
import { fieldView, newValue } from './field-view.js';
import { compileNested, isNested } from './nested.js';
import type { WithTabId } from './tab-ids.js';
import { withTabIds } from './tab-ids.js';
import { tagRules } from './tag-list.js';
import { withTriggerValues } from './trigger-values.js';

/** The rules that a field type implies, whatever the column. */
const BY_TYPE: Partial<Readonly<Record<FieldType, Partial<FieldRules>>>> = {
  email: { email: true },
  colorpicker: { color: true },
  richeditor: { html: true },
  checkbox: { flag: true },
  switch: { flag: true },
  password: { secret: true },
  permissioneditor: { permissionCodes: true },
};

/**
 * The rules of a writable field. Undefined for a field that is display-only, disabled in the YAML, or bound to a column that
 * the host protects. Gatehouse never sends a field without rules to the host.
 */
function fieldRules(field: NamedField, binding: FieldBinding): FieldRules | undefined {
  const { name, value } = field;
  const off = [value.disabled, value.readOnly, value.hidden].some((flag) => flag?.value === true);
  if (off || name.startsWith('_') || isProtected(binding)) return undefined;
  const required = value.required?.value ?? false;
  // If the database requires the relation, the field is required, whatever the YAML says.
  if (binding.kind === 'relation') return { required: required || binding.key?.nullable === false };
  if (binding.kind !== 'column') return undefined;
  const { min, max, step, minDate, maxDate, type, customTags } = value;
  return {
    required,
    ...BY_TYPE[type.value],
    ...(min !== undefined && { min: min.value }),
    ...(max !== undefined && { max: max.value }),
    ...(step !== undefined && { step: step.value }),
    ...(minDate !== undefined && { minDate: minDate.value }),
    ...(maxDate !== undefined && { maxDate: maxDate.value }),
    ...(type.value === 'taglist'
      ? { tags: tagRules(field, binding.column, binding.choices) }
      : binding.choices?.kind === 'listed' && { choices: binding.choices.values }),
    // The choices of a tag list are suggestions, unless the user may write no others.
    ...(binding.choices?.kind === 'provider' &&
      (type.value !== 'taglist' || customTags?.value === false) && { optionProvider: binding.choices.provider }),
  };
}

/** True if the host never lets a form write the field's column, even if the YAML does not say so. */
function isProtected(binding: FieldBinding): boolean {
  if (binding.kind === 'column') return binding.column.protected;
  return binding.kind === 'relation' && binding.key?.protected === true;
}

/** One fields.yaml, and the forms that use it. */
export interface FieldsUse {
  readonly file: FieldsFile;
  readonly contexts: readonly FormContext[];
}

/** A widget's action works on a record that the user is editing (AD-17). */
const WIDGET_CONTEXTS: readonly FormContext[] = ['create', 'update'];

interface PlacedField {
  readonly field: NamedField;
  readonly area: FieldArea;
  /** Null outside tabs. */
  readonly tab: Text | null;
  readonly contexts: readonly FormContext[];
}

/** Compiles the fields of all forms of a controller or settings screen. */
export function compileFields(
  uses: readonly FieldsUse[],
  owner: FormOwner,
  context: CompileContext,
): readonly FormField[] {
  const placed = withTabIds(uses.flatMap((use) => placeFields(use, context)));
  checkUnique(placed, context);
  const declared = [...new Set(uses.flatMap(({ file }) => declaredIn(file)))];
  checkReferences(placed, declared, owner, context);
  const compiled = placed.flatMap((one) => {
    const field = compileField(one, owner, declared, context);
    return field === undefined ? [] : [{ field, given: one.field.value }];
  });
  const fields = compiled.map(({ field }) => field);
  return compiled.map(({ field, given }) =>
    withTriggerValues(withFill(field, given.fill, { fields, declared }, context), given.trigger, fields, context),
  );
}

function compileField(
  { field, area, tab, tabId, contexts }: WithTabId<PlacedField>,
  owner: FormOwner,
  siblings: readonly string[],
  context: CompileContext,
): FormField | undefined {
  checkBounds(field.value, context);
  const bound = bindField(field, owner, context);
  if (bound === undefined) {
    reportOthers(field, { area, tab, tabId, contexts }, context);
    return undefined;
  }
  const rules = fieldRules(field, bound.binding);
  const required = rules?.required ?? field.value.required?.value ?? false;
  const locked = isProtected(bound.binding);
  const isNew = contexts.includes('create') && field.value.type.value !== 'password';
  const start = isNew ? newValue(bound.binding, owner.newRecord) : undefined;
  const nested = isNested(field)
    ? compileNested(field, contexts, { owner, siblings, compileFields }, context)
    : undefined;
  if (isNested(field) && nested === undefined) return undefined;
  const place = { area, tab, tabId, contexts, required, start, locked };
  const view = fieldView(field, bound, place, context);
  if (rules !== undefined) checkDefault(field, view.default, bound.binding, rules, context);
  return {
    name: field.name,
    contexts,
    binding: bound.binding,
    ...(nested !== undefined && { nested: nested.forms }),
    ...(rules !== undefined && { rules }),
    requires: { all: actionPermissions(bound.binding, owner), any: anyOf(field.value.permissions?.value, context).any },
    view: { ...view, ...(nested !== undefined && { nested: nested.view }) },
  };
}

/** Reports a default that the form could not save, by the rules that saving checks. */
function checkDefault(
  { value: { default: given } }: NamedField,
  value: FieldView['default'],
  binding: FieldBinding,
  rules: FieldRules,
  { phrases, problems }: CompileContext,
): void {
  if (given === undefined || value === undefined || binding.kind !== 'column') return;
  const cell = fieldCell(binding.column, rules, value);
  const problem = isProblem(cell) ? cell : ruleProblem(rules, cell);
  // Choices are compared where the choices are known.
  if (problem === undefined || problem.rule === 'choice') return;
  const reason = phrases.in('en').text(`backend::lang.validation.${problem.rule}`, problem.parameters);
  problems.add(given.at, `the form could not save it: ${reason.replace(/\.$/, '')}`);
}

/** Reports the other mistakes of a field that has no column or relation, in the same run. */
function reportOthers(
  field: NamedField,
  place: Pick<WithTabId<PlacedField>, 'area' | 'tab' | 'tabId' | 'contexts'>,
  context: CompileContext,
): void {
  fieldView(
    field,
    { binding: { kind: 'none' } },
    { ...place, required: false, start: undefined, locked: false },
    context,
  );
  anyOf(field.value.permissions?.value, context);
}

/** A widget is visible only to users who may run its action. */
function actionPermissions(binding: FieldBinding, { controller }: FormOwner): readonly string[] {
  if (binding.kind !== 'widget') return [];
  return controller?.actions.find(({ name }) => name === binding.action)?.permissions ?? [];
}

/** Flattens the areas, and splits `name@update` into name and context. */
function placeFields({ file, contexts }: FieldsUse, context: CompileContext): PlacedField[] {
  const outside = (file.fields?.value.entries ?? []).map((field): PlacedField => {
    if (field.value.tab !== undefined) {
      context.problems.add(field.value.tab.at, 'a field outside tabs cannot have a tab', {
        expected: 'the field below tabs.fields or secondaryTabs.fields',
      });
    }
    return { ...inContext(field, contexts), area: 'outside', tab: null };
  });
  const inTabs = (['primary', 'secondary'] as const).flatMap((area) => {
    const tabs = (area === 'primary' ? file.tabs : file.secondaryTabs)?.value;
    const otherwise = optionalText(tabs?.defaultTab, context) ?? new Text('backend::lang.form.undefined_tab');
    return (tabs?.fields?.value.entries ?? []).map((field): PlacedField => {
      const { tab } = field.value;
      return { ...inContext(field, contexts), area, tab: tab === undefined ? otherwise : textOf(tab, context) };
    });
  });
  return [...outside, ...inTabs].filter((field) => field.contexts.length > 0);
}

function inContext(field: NamedField, forms: readonly FormContext[]): Pick<PlacedField, 'field' | 'contexts'> {
  const [name = '', suffix] = field.name.split('@');
  const wanted = suffix === undefined ? field.value.context?.value.map(({ value }) => value) : [suffix];
  const possible = field.value.type.value === 'widget' ? WIDGET_CONTEXTS : FORM_CONTEXTS;
  const contexts = possible.filter((one) => forms.includes(one) && (wanted?.includes(one) ?? true));
  return { field: { ...field, name }, contexts };
}

function declaredIn({ fields, tabs, secondaryTabs }: FieldsFile): readonly string[] {
  const maps = [fields, tabs?.value.fields, secondaryTabs?.value.fields];
  return maps.flatMap((map) => map?.value.declared ?? []).map((name) => name.replace(/@.*$/, ''));
}

function checkUnique(placed: readonly PlacedField[], { problems }: CompileContext): void {
  const taken = new Map<string, Given<unknown>['at']>();
  for (const { field, contexts } of placed) {
    for (const form of contexts) {
      const key = `${form} ${field.name}`;
      const first = taken.get(key);
      if (first === undefined) taken.set(key, field.nameAt);
      else {
        problems.add(field.nameAt, `the ${form} form has two fields ${field.name}, the other on line ${first.line}`, {
          expected: 'each field only once, or in contexts that do not overlap',
        });
        break;
      }
    }
  }
}

/** Checks that `dependsOn`, `trigger` and `preset` name existing fields. */
function checkReferences(
  placed: readonly PlacedField[],
  declared: readonly string[],
  { nestedIn }: FormOwner,
  { problems }: CompileContext,
): void {
  for (const { field } of placed) {
    const { dependsOn, trigger, preset } = field.value;
    if (nestedIn !== undefined && dependsOn !== undefined) {
      problems.warn(
        dependsOn.at,
        `has no effect inside ${nestedIn.field}`,
        'all choices are listed there; you can remove it',
      );
    }
    const source = preset === undefined ? undefined : typeof preset.value === 'string' ? preset : preset.value.field;
    const references = [
      ...(dependsOn?.value ?? []),
      ...(trigger ? [trigger.value.field] : []),
      ...(source ? [source] : []),
    ];
    for (const { value, at } of references as readonly Given<string>[]) {
      const outside = value.startsWith('^') ? value.slice(1) : undefined;
      if (outside === undefined ? declared.includes(value) : nestedIn?.siblings.includes(outside) === true) continue;
      if (outside !== undefined) {
        if (nestedIn === undefined)
          problems.add(at, 'begins with ^, but is not in a nested form', { expected: 'the name of a field' });
        else problems.unknown(at, `the outer form has no field ${outside}`, outside, nestedIn.siblings);
        continue;
      }
      problems.unknown(at, `the form has no field ${value}`, value, declared);
    }
  }
}
