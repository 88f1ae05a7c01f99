import type { FieldView } from '../../model/schema/field-view.js';
import type { FormField } from '../../model/schema/form-schema.js';

/**
 * What the single-page application is told about the permitted fields. What a field says about another one is left out where
 * the other one is not the administrator's to see: its name alone would tell that it exists.
 */
export function fieldViews(permitted: readonly FormField[]): readonly FieldView[] {
  const shown = new Set(permitted.map(({ name }) => name));
  return permitted.map(({ view: { dependsOn, fill, trigger, preset, ...view } }) => ({
    ...view,
    dependsOn: dependsOn.filter((name) => shown.has(name)),
    ...(fill !== undefined && { fill: fill.filter((name) => shown.has(name)) }),
    ...(trigger !== undefined && shown.has(trigger.field) && { trigger }),
    ...(preset !== undefined && shown.has(preset.field) && { preset }),
  }));
}
