import type {
  FieldView as CompiledField,
  FormContextView as CompiledContext,
  FormView as CompiledForm,
  SettingsEntryView,
  SettingsView as CompiledSettings,
} from '../../admin/model/schema/form-schema.js';
import type {
  FilterView as CompiledFilter,
  ColumnView as CompiledColumn,
  ListView as CompiledList,
  RelatedListView as CompiledRelatedList,
  RelationView as CompiledRelation,
} from '../../admin/model/schema/list-schema.js';
import type {
  CommandsView as CompiledCommands,
  NavigationView as CompiledNavigation,
} from '../../admin/model/schema/admin-schema.js';
import type { Localised } from '../../i18n/text.js';

/** The daemon's own schema types, translated to one language. The API sends the schema as the daemon compiled it. */
export type ColumnView = Localised<CompiledColumn>;
export type FieldView = Localised<CompiledField>;
export type FilterView = Localised<CompiledFilter>;
export type FormContextView = Localised<CompiledContext>;
export type FormView = Localised<CompiledForm>;
export type ListView = Localised<CompiledList>;
export type NavigationView = Localised<CompiledNavigation>;
export type CommandsView = Localised<CompiledCommands>;
export type RelatedListView = Localised<CompiledRelatedList>;
export type RelationView = Localised<CompiledRelation>;
export type SettingsEntry = Localised<SettingsEntryView>;
export type SettingsView = Localised<CompiledSettings>;

/** A field's value in the API. */
export type FieldValue = string | number | boolean | null | readonly (string | number | boolean)[];

/** The values of a form by field name, as loaded or typed. */
export type Values = Readonly<Record<string, FieldValue>>;
