import type { SettingsScreen } from '../registration.js';
import type { FormField } from './form-schema.js';
import type { FieldView } from './field-view.js';
import type { Requirement } from './requirement.js';
import type { Text } from './text.js';

/** A settings screen as compiled. */
export interface SettingsSchema {
  readonly screen: SettingsScreen;
  readonly requires: Requirement;
  readonly fields: readonly FormField[];
  readonly entry: SettingsEntryView;
}

/** One entry of GET /settings, before localising. */
export interface SettingsEntryView {
  readonly code: string;
  readonly label: Text;
  readonly description: Text | null;
  readonly category: Text | null;
  readonly icon: string | null;
  readonly order: number;
  readonly keywords: readonly Text[];
}

/** What GET /settings/{code}/schema answers, before localising. */
export interface SettingsView extends SettingsEntryView {
  readonly fields: readonly FieldView[];
}
