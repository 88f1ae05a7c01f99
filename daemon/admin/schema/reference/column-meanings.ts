import type { COLUMN_TABLE } from '../keys/columns.js';
import type { Meanings } from './meaning.js';
import { NONE } from './meaning.js';

export const COLUMN_MEANINGS: Meanings<typeof COLUMN_TABLE.keys> = {
  label: { otherwise: 'the name', does: 'Head of the column. `name: Text` alone is short for it.' },
  searchable: {
    otherwise: 'false',
    does: 'Whether the search looks into it. Refused for counts, json and bytes.',
  },
  sortable: {
    otherwise: 'true where possible',
    does: 'Whether a list can be sorted by it. true is refused for several related records, counts, json and bytes.',
  },
  invisible: { otherwise: 'false', does: 'Sent with the records, and hidden at first.' },
  clickable: { otherwise: 'true', does: 'Whether a click follows `recordUrl`.' },
  default: { otherwise: NONE, does: 'Shown where the record has no value.' },
  align: { otherwise: NONE, does: 'Alignment of the cells.' },
  width: { otherwise: NONE, does: 'Width of the column.' },
  cssClass: { otherwise: NONE, does: "Classes of the plugin's own stylesheet." },
  permissions: {
    otherwise: 'everybody',
    does: 'Any of the codes is needed; without, the column exists nowhere: not in the schema, the records, sort or search. Each code has to be registered by a plugin.',
  },
  valueFrom: { otherwise: "the column's name", does: 'Name of the column of the model, or of the related one.' },
  relation: {
    otherwise: 'the name, where `type: relation`, `relationCount` or `select` implies it',
    does: "Relation of the controller that the column looks along; in a relation manager, of the related model's controller. Of several related records at most 10 are shown.",
  },
  select: {
    otherwise: "the relation's label column",
    does: 'Column of the related model; needs `relation`. Never SQL.',
  },
  relationCount: { otherwise: 'false', does: 'Shows how many related records there are.' },
  format: {
    otherwise: "as the administrator's region writes it",
    does: "Dates and times: the letters of PHP's `date()`, as `d.m.Y H:i`. Numbers: a pattern such as `#,##0.00`, or `%.2f` as `sprintf` has it. Texts: `%s pieces`.",
  },
  useTimezone: { otherwise: 'true', does: "false: a time is shown as it is stored, not in the administrator's zone." },
  options: { otherwise: NONE, does: 'Texts for the values; the name of a provider is refused here. Every value once.' },
};
