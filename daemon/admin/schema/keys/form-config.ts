import { either } from '../read/lists.js';
import { definitionPath, innerPath, modelName, permissionCodes } from '../read/forms.js';
import { keyed } from '../read/keyed.js';
import { required } from '../read/reader.js';
import { text } from '../read/scalars.js';
import { FIELDS } from './fields.js';
import { COSMETIC } from './refused.js';

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
