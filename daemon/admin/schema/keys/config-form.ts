import { key, required } from '../../../core/described-keys.js';
import { keyed, NONE } from '../yaml/keyed.js';
import { definitionPath, either, innerPath, modelName, permissionCodes, text } from '../yaml/readers.js';
import { FIELDS } from './fields.js';

const form = either(definitionPath('fields.yaml'), FIELDS);

export const FORM_CONTEXT = keyed(
  'keys of one form',
  {
    title: key(text, { otherwise: 'a title of the backend', does: 'Title of the page.' }),
    redirect: key(innerPath, { otherwise: '`defaultRedirect`', does: 'Destination after saving.' }),
    redirectClose: key(innerPath, { otherwise: '`defaultRedirect`', does: 'Destination after saving and closing.' }),
    flashSave: key(text, { otherwise: 'a text of the backend', does: 'Message after saving.' }),
    flashDelete: key(text, { otherwise: 'a text of the backend', does: 'Message after deleting.' }),
    form: key(form, { otherwise: '`form`', does: 'Fields of this form only.' }),
  },
  { dresses: ['design', 'breadcrumb'] },
);

const operation = (does: string) => ({ otherwise: 'everyone who may use the controller', does });

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
      does: 'Name of one record. A phrase may use an ICU plural of `count` and no other arguments.',
    }),
    form: required(form, {
      does: 'The fields: the path of a fields.yaml, or `fields`, `tabs` and `secondaryTabs` inline.',
    }),
    modelClass: required(modelName, { does: "Must be exactly the model of the host's controller." }),
    recordTitle: key(text, {
      otherwise: 'the first visible text column of the list, else the first text field',
      does: 'Column that names a record: in headings, dialogs, breadcrumbs and the title of the page. The list or the form must show it.',
    }),
    changedAt: key(text, {
      otherwise: '`updated_at`, if the model has a timestamp of that name',
      does: 'Timestamp of the last change, shown to an administrator who saves an outdated version. If the list or the form shows the column only with a permission, only administrators with it see it.',
    }),
    changedBy: key(text, {
      otherwise: NONE,
      does: 'Text column with the author of the last change, shown with it to everyone who may update the record, but also only with the permission that the list or the form requires for the column. With logins, email addresses or ids of administrators, readers learn that a change is their own.',
    }),
    defaultRedirect: key(innerPath, {
      otherwise: NONE,
      does: 'Destination after saving, unless a form overrides it. `:id` is the record.',
    }),
    create: key(FORM_CONTEXT, { otherwise: 'as the form', does: 'The create form.' }),
    update: key(FORM_CONTEXT, { otherwise: 'as the form', does: 'The update form.' }),
    preview: key(FORM_CONTEXT, {
      otherwise: 'as the form',
      does: 'The read-only form: `GET …/{id}?context=preview`.',
    }),
    permissions: key(OPERATIONS, {
      otherwise: "only the controller's",
      does: 'Codes that an operation requires in addition to the controller’s.',
    }),
  },
  {
    dresses: ['design', 'surveyMode'],
    later: ['multisite'],
    never: { customMessages: 'write flashSave and flashDelete' },
  },
);
