import type { MANAGE, RELATION, VIEW } from '../keys/relation-config.js';
import type { Meanings } from './meaning.js';

export const RELATION_MEANINGS: Meanings<typeof RELATION.keys> = {
  label: { otherwise: 'the name', does: 'Title of the manager.' },
  readOnly: { otherwise: 'false', does: 'true: nothing can be linked or unlinked.' },
  emptyMessage: { otherwise: '"Nothing is linked yet."', does: 'What an empty manager says.' },
  view: { otherwise: 'required', does: 'The linked records.' },
  manage: { otherwise: 'as `view`', does: 'The records that can be linked.' },
};

export const MANAGE_MEANINGS: Meanings<typeof MANAGE.keys> = {
  list: { otherwise: 'required', does: 'Columns of the related model: a path, or `columns` themselves.' },
  showSearch: { otherwise: 'true', does: 'Whether it can be searched.' },
  showSorting: { otherwise: 'true', does: 'Whether the heads of columns offer sorting.' },
  defaultSort: { otherwise: 'by primary key', does: 'As in config_list.yaml.' },
  recordsPerPage: { otherwise: '20', does: 'Records on a page.' },
  showPageNumbers: { otherwise: 'true', does: 'false: nothing is counted.' },
};

export const VIEW_MEANINGS: Meanings<typeof VIEW.keys> = {
  ...MANAGE_MEANINGS,
  toolbarButtons: {
    otherwise: 'both, where possible',
    does: '`add` links and `remove` unlinks; false: neither. `remove` is refused on a hasMany relation whose foreign key is not nullable.',
  },
};
