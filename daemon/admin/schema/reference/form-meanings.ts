import type { FORM_CONFIG, FORM_CONTEXT, OPERATIONS } from '../keys/form-config.js';
import type { Meaning, Meanings } from './meaning.js';
import { NONE } from './meaning.js';

export const FORM_MEANINGS: Meanings<typeof FORM_CONFIG.keys> = {
  name: {
    otherwise: 'required',
    does: 'What one record is called. A phrase may have an ICU plural of `count`; other arguments are refused.',
  },
  form: {
    otherwise: 'required',
    does: 'The fields: the path of a fields.yaml, or `fields`, `tabs`, `secondaryTabs` themselves.',
  },
  modelClass: { otherwise: 'required', does: "Has to be the model of the host's controller, letter by letter." },
  defaultRedirect: { otherwise: NONE, does: 'Where saving leads, unless a form says otherwise; `:id` is the record.' },
  create: { otherwise: 'as the form', does: 'The create form.' },
  update: { otherwise: 'as the form', does: 'The update form.' },
  preview: { otherwise: 'as the form', does: 'The form that only shows: `GET …/{id}?context=preview`.' },
  permissions: { otherwise: "the controller's alone", does: 'Codes that an operation needs besides the controller’s.' },
};

export const FORM_CONTEXT_MEANINGS: Meanings<typeof FORM_CONTEXT.keys> = {
  title: { otherwise: 'a title of the backend', does: 'Title of the page.' },
  redirect: { otherwise: '`defaultRedirect`', does: 'Where saving leads.' },
  redirectClose: { otherwise: '`defaultRedirect`', does: 'Where saving and closing leads.' },
  flashSave: { otherwise: 'a text of the backend', does: 'Message after saving.' },
  flashDelete: { otherwise: 'a text of the backend', does: 'Message after deleting.' },
  form: { otherwise: '`form`', does: 'Fields of this form alone.' },
};

const operation = (does: string): Meaning => ({ otherwise: 'everybody who may use the controller', does });

export const OPERATION_MEANINGS: Meanings<typeof OPERATIONS.keys> = {
  modelCreate: operation('All of the codes are needed to create.'),
  modelUpdate: operation('All of them to update, to link and to unlink.'),
  modelPreview: operation('All of them to look at a record without updating it.'),
  modelDelete: operation('All of them to delete, one by one or in bulk.'),
};
