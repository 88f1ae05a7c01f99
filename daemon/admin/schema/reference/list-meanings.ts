import type { BUTTON, LIST_CONFIG, SEARCH, TOOLBAR } from '../keys/list-config.js';
import type { Meanings } from './meaning.js';

export const LIST_MEANINGS: Meanings<typeof LIST_CONFIG.keys> = {
  title: { otherwise: '"List"', does: 'Title of the list.' },
  list: { otherwise: 'required', does: 'The columns: the path of a columns.yaml, or `columns` themselves.' },
  modelClass: { otherwise: 'required', does: "Has to be the model of the host's controller, letter by letter." },
  filter: {
    otherwise: 'config_filter.yaml beside it, if there is one',
    does: 'The filters: the path of a file, or `scopes` themselves.',
  },
  recordUrl: {
    otherwise: 'rows lead nowhere',
    does: 'Where a row leads, inside the backend; `:id` is the record. Another placeholder is refused.',
  },
  noRecordsMessage: { otherwise: '"There are no records in this view."', does: 'What an empty list says.' },
  recordsPerPage: { otherwise: '20', does: 'Records on a page, when the request does not say.' },
  perPageOptions: {
    otherwise: '20, 50, 100, 200',
    does: 'Page sizes to choose from; `recordsPerPage` is added where it is missing.',
  },
  showPageNumbers: {
    otherwise: 'true',
    does: 'false: nothing is counted. `total` and `last_page` are null, and a list of millions costs what one of hundreds does.',
  },
  toolbar: { otherwise: 'no buttons, the default search', does: 'Buttons and search.' },
  showSorting: { otherwise: 'true', does: 'Whether the heads of columns offer sorting.' },
  defaultSort: {
    otherwise: 'by primary key',
    does: 'Order when the request asks for none. Has to be a column of the list that can be sorted by.',
  },
  showCheckboxes: { otherwise: 'true with a delete button', does: 'Whether records can be ticked.' },
  headerPartial: {
    otherwise: 'no strip',
    does: 'Partial above the list: `stats` is `_stats.htm` beside this file. A missing or faulty template, or a controller that supplies no partial data, is refused.',
  },
};

export const TOOLBAR_MEANINGS: Meanings<typeof TOOLBAR.keys> = {
  buttons: {
    otherwise: 'none',
    does: '`create`, `delete`, and names of actions that the host registers for the controller, in this order, each once; an action also as a mapping, see below. `create` needs a form.',
  },
  search: { otherwise: 'as below', does: 'The search field; there is none when no column is searchable.' },
};

export const BUTTON_MEANINGS: Meanings<typeof BUTTON.keys> = {
  name: { otherwise: 'required', does: 'Name of an action, as in the list of buttons.' },
  confirm: {
    otherwise: 'runs when it is pressed',
    does: 'Asked in a dialog before the action runs, under the label of the action and the title of the list. `delete` always asks, and takes no text.',
  },
};

export const SEARCH_MEANINGS: Meanings<typeof SEARCH.keys> = {
  prompt: { otherwise: '"Search…"', does: 'Text in the empty field.' },
  mode: {
    otherwise: '`all`',
    does: 'Which records match: those with all words (each in some searchable column), any word, or the exact text.',
  },
  searchOnEnter: { otherwise: 'false', does: 'Whether it waits for Enter.' },
};
