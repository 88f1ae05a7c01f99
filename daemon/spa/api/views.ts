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
import type { NavigationView as CompiledNavigation } from '../../admin/model/schema/admin-schema.js';
import type { Localised } from '../../i18n/text.js';

/** The daemon's own schema types, as they are once they are in one language: what the API sends is what it compiled. */
export type ColumnView = Localised<CompiledColumn>;
export type FieldView = Localised<CompiledField>;
export type FilterView = Localised<CompiledFilter>;
export type FormContextView = Localised<CompiledContext>;
export type FormView = Localised<CompiledForm>;
export type ListView = Localised<CompiledList>;
export type NavigationView = Localised<CompiledNavigation>;
export type RelatedListView = Localised<CompiledRelatedList>;
export type RelationView = Localised<CompiledRelation>;
export type SettingsEntry = Localised<SettingsEntryView>;
export type SettingsView = Localised<CompiledSettings>;

/** A field's value as the API has it. */
export type FieldValue = string | number | boolean | null | readonly (string | number | boolean)[];

/** The values of a form by the names of its fields, as they were loaded or typed. */
export type Values = Readonly<Record<string, FieldValue>>;
