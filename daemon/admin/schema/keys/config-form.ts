import { key, required } from '../../../core/described-keys.js';
import { COSMETIC, keyed, NONE } from '../yaml/keyed.js';
import { definitionPath, either, innerPath, modelName, permissionCodes, text } from '../yaml/readers.js';
import { FIELDS } from './fields.js';

const form = either(definitionPath('fields.yaml'), FIELDS);

export const FORM_CONTEXT = keyed(
  'keys of one form',
  {
    title: key(text, { otherwise: 'a title of the backend', does: 'Title of the page.' }),
    redirect: key(innerPath, { otherwise: '`defaultRedirect`', does: 'Where saving leads.' }),
    redirectClose: key(innerPath, { otherwise: '`defaultRedirect`', does: 'Where saving and closing leads.' }),
    flashSave: key(text, { otherwise: 'a text of the backend', does: 'Message after saving.' }),
    flashDelete: key(text, { otherwise: 'a text of the backend', does: 'Message after deleting.' }),
    form: key(form, { otherwise: '`form`', does: 'Fields of this form alone.' }),
  },
  { never: { design: COSMETIC, breadcrumb: COSMETIC } },
);

const operation = (does: string) => ({ otherwise: 'everybody who may use the controller', does });

export const OPERATIONS = keyed('operations', {
  modelCreate: key(permissionCodes, operation('All of the codes are needed to create.')),
  modelUpdate: key(permissionCodes, operation('All of them to update, to link and to unlink.')),
  modelPreview: key(permissionCodes, operation('All of them to look at a record without updating it.')),
  modelDelete: key(permissionCodes, operation('All of them to delete, one by one or in bulk.')),
});

/** config_form.yaml */
export const FORM_CONFIG = keyed(
  'form keys',
  {
    name: required(text, {
      does: 'What one record is called. A phrase may have an ICU plural of `count`; other arguments are refused.',
    }),
    form: required(form, {
      does: 'The fields: the path of a fields.yaml, or `fields`, `tabs`, `secondaryTabs` themselves.',
    }),
    modelClass: required(modelName, { does: "Has to be the model of the host's controller, letter by letter." }),
    defaultRedirect: key(innerPath, {
      otherwise: NONE,
      does: 'Where saving leads, unless a form says otherwise; `:id` is the record.',
    }),
    create: key(FORM_CONTEXT, { otherwise: 'as the form', does: 'The create form.' }),
    update: key(FORM_CONTEXT, { otherwise: 'as the form', does: 'The update form.' }),
    preview: key(FORM_CONTEXT, {
      otherwise: 'as the form',
      does: 'The form that only shows: `GET …/{id}?context=preview`.',
    }),
    permissions: key(OPERATIONS, {
      otherwise: "the controller's alone",
      does: 'Codes that an operation needs besides the controller’s.',
    }),
  },
  {
    later: ['multisite'],
    never: { design: COSMETIC, customMessages: 'write flashSave and flashDelete', surveyMode: COSMETIC },
  },
);
