import type { Meaning, Meanings } from '../yaml/keyed.js';
import { COSMETIC, keyed, NONE } from '../yaml/keyed.js';
import { definitionPath, either, innerPath, modelName, permissionCodes, required, text } from '../yaml/readers.js';
import { FIELDS } from './fields.js';

const form = either(definitionPath('fields.yaml'), FIELDS);

export const FORM_CONTEXT = keyed(
  'keys of one form',
  { title: text, redirect: innerPath, redirectClose: innerPath, flashSave: text, flashDelete: text, form },
  { never: { design: COSMETIC, breadcrumb: COSMETIC } },
);

export const OPERATIONS = keyed('operations', {
  modelCreate: permissionCodes,
  modelUpdate: permissionCodes,
  modelPreview: permissionCodes,
  modelDelete: permissionCodes,
});

/** config_form.yaml */
export const FORM_CONFIG = keyed(
  'form keys',
  {
    name: required(text),
    form: required(form),
    modelClass: required(modelName),
    defaultRedirect: innerPath,
    create: FORM_CONTEXT,
    update: FORM_CONTEXT,
    preview: FORM_CONTEXT,
    permissions: OPERATIONS,
  },
  {
    later: ['multisite'],
    never: { design: COSMETIC, customMessages: 'write flashSave and flashDelete', surveyMode: COSMETIC },
  },
);

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
