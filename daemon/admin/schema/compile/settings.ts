import type { SettingsScreen } from '../../model/registration.js';
import type { SettingsSchema } from '../../model/schema/settings-schema.js';
import { FIELDS } from '../keys/fields.js';
import { registered } from '../spot.js';
import type { CompileContext } from './context.js';
import { compileFields } from './fields.js';
import { optionalText, textOf } from './texts.js';

/** A settings screen: an update form over the values that the host declares. */
export function compileSettings(screen: SettingsScreen, context: CompileContext): SettingsSchema | undefined {
  const label = (name: string, value: string) => ({ value, at: registered(`settings ${screen.code}: ${name}`) });
  const optional = (name: string, value: string) => (value === '' ? null : optionalText(label(name, value), context));
  const file = context.definitions.readGiven(label('fields', screen.fields), FIELDS);
  const entry = {
    code: screen.code,
    label: textOf(label('label', screen.label), context),
    description: optional('description', screen.description),
    category: optional('category', screen.category),
    icon: screen.icon === '' ? null : screen.icon,
    order: screen.order,
    keywords: screen.keywords.map((keyword, index) => textOf(label(`keywords[${index}]`, keyword), context)),
  };
  if (file === undefined) return undefined;
  const owner = {
    columns: { name: `the settings screen ${screen.code}`, columns: screen.columns },
    optionProviders: screen.optionProviders,
    newRecord: new Map(),
  };
  return {
    screen,
    requires: { all: screen.permissions, any: [] },
    fields: compileFields([{ file: file.value, contexts: ['update'] }], owner, context),
    entry,
  };
}
