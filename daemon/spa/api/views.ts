import type { LanguageBundle } from '../../admin/model/answers.js';
import type { FieldView as CompiledField } from '../../admin/model/schema/field-view.js';
import type { FilterView as CompiledFilter } from '../../admin/model/schema/filter-schema.js';
import type {
  FormContextView as CompiledContext,
  FormView as CompiledForm,
} from '../../admin/model/schema/form-schema.js';
import type { ColumnView as CompiledColumn, ListView as CompiledList } from '../../admin/model/schema/list-schema.js';
import type { NavigationView as CompiledNavigation } from '../../admin/model/schema/navigation-schema.js';
import type {
  RelatedListView as CompiledRelatedList,
  RelationView as CompiledRelation,
} from '../../admin/model/schema/relation-schema.js';
import type { SettingsEntryView, SettingsView as CompiledSettings } from '../../admin/model/schema/settings-schema.js';
import type { Localised } from '../../admin/model/schema/text.js';

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
export type { LanguageBundle };
