import type { FieldView } from '../../api/views.js';
import { holdsValue } from './form-fields.js';
import type { FormState } from './form-state.js';
import { triggerEffect } from './triggers.js';

/** Where the errors of a refused form can be seen. */
export interface ErrorPlaces {
  /** The first field, as the eye goes, that shows one. */
  readonly first: FieldView | undefined;
  /** Errors of names that no field on the screen shows, with the label where the form knows one. */
  readonly elsewhere: readonly { readonly label: string | undefined; readonly errors: readonly string[] }[];
}

export function errorPlaces({ fields, values, errors }: FormState): ErrorPlaces {
  const shown = fields.filter((field) => !field.hidden && holdsValue(field) && !triggerEffect(field, values).isHidden);
  const names = new Set(shown.map(({ name }) => name));
  return {
    first: shown.find(({ name }) => errors[name] !== undefined),
    elsewhere: Object.entries(errors)
      .filter(([name]) => !names.has(name))
      .map(([name, texts]) => ({
        label: fields.find((field) => field.name === name)?.label ?? undefined,
        errors: texts,
      })),
  };
}
