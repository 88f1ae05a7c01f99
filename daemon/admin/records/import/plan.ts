import { Text } from '../../../i18n/text.js';
import type { ImportMode } from '../../api/answers.js';
import { AdminError, invalid } from '../../api/errors.js';
import type { ImportableField } from '../../model/schema/importable.js';
import { isImportable } from '../../model/schema/importable.js';
import type { ImportKey, ImportSchema } from '../../model/schema/list-schema.js';
import type { PermittedForm, PermittedForms } from '../../schema/permitted/form.js';
import type { ImportParameters } from './parameters.js';

/** The ways in which one administrator may import a file, and the chosen one. */
export interface ImportPlan {
  readonly mode: ImportMode;
  /** The first one is the default. */
  readonly modes: readonly ImportMode[];
  /** Absent: no row creates a record. */
  readonly create?: PermittedForm;
  /** Absent: no row updates one. */
  readonly update?: UpdatePlan;
  /** One of them says which record a row updates. */
  readonly keys: readonly KeyField[];
  /** The fields that a column of the file can fill. */
  readonly fields: readonly ImportableField[];
}

export interface UpdatePlan {
  readonly form: PermittedForm;
  readonly key: KeyField;
}

export interface KeyField extends ImportKey {
  readonly field: ImportableField;
}

/** @param forms those of the controller for the administrator, who may import */
export function planImport(
  imports: ImportSchema,
  forms: Pick<PermittedForms, 'create' | 'update'>,
  { mode: asked, key: askedKey }: Pick<ImportParameters, 'mode' | 'key'>,
): ImportPlan | AdminError {
  const keys = forms.update === null ? [] : imports.keys.flatMap((key) => keyFieldOf(key, forms.update) ?? []);
  const modes: ImportMode[] = [
    ...(forms.create === null ? [] : (['create'] as const)),
    ...(keys.length === 0 ? [] : (['update'] as const)),
    ...(forms.create === null || keys.length === 0 ? [] : (['both'] as const)),
  ];
  const mode = asked ?? modes[0];
  if (mode === undefined || !modes.includes(mode)) return new AdminError('forbidden');
  const key = mode === 'create' ? undefined : keys.find(({ name }) => name === (askedKey ?? keys[0]?.name));
  if (mode === 'create' ? askedKey !== undefined : key === undefined) return invalid('key', { rule: 'choice' });
  const create = mode === 'update' ? undefined : (forms.create ?? undefined);
  const update = key && forms.update ? { form: forms.update, key } : undefined;
  const fields = new Map<string, ImportableField>();
  for (const form of [create, update?.form].filter((one) => one !== undefined)) {
    for (const field of form.writable.values()) {
      const isOffered = isImportable(field) && (imports.columns?.has(field.name) ?? true);
      if (isOffered && !fields.has(field.name)) fields.set(field.name, field);
    }
  }
  if (key !== undefined && !fields.has(key.name)) fields.set(key.name, key.field);
  return {
    mode,
    modes,
    keys,
    fields: [...fields.values()],
    ...(create && { create }),
    ...(update && { update }),
  };
}

const ID_LABEL = new Text('backend::lang.import.id');

/** Undefined if the administrator may not see the field: a file must not find out what it hides. */
function keyFieldOf(key: ImportKey, form: PermittedForm | null): KeyField | undefined {
  const { name, column, isId } = key;
  const known = form?.fields.get(name)?.field;
  if (!isId && known === undefined) return undefined;
  // It may be read-only in the form.
  const rules = known?.rules ?? { required: false };
  const label = known?.view.label ?? (isId ? ID_LABEL : null);
  const binding = (isId ? undefined : known?.binding) ?? ({ kind: 'column', column } as const);
  return { ...key, field: { name, binding, rules, view: { label } } };
}
