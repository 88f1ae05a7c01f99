import { either } from '../read/lists.js';
import { definitionPath, innerPath, permissionCodes } from '../read/forms.js';
import { keyed } from '../read/keyed.js';
import { required } from '../read/reader.js';
import { text } from '../read/scalars.js';
import { FIELDS } from './fields.js';
import { COSMETIC } from './refused.js';

const form = either(definitionPath, FIELDS);

const context = keyed(
  'keys of one form',
  { title: text, redirect: innerPath, redirectClose: innerPath, flashSave: text, flashDelete: text, form },
  { never: { design: COSMETIC, breadcrumb: COSMETIC } },
);

/** config_form.yaml */
export const FORM_CONFIG = keyed(
  'form keys',
  {
    name: required(text),
    form: required(form),
    modelClass: required(text),
    defaultRedirect: innerPath,
    create: context,
    update: context,
    preview: context,
    permissions: keyed('operations', {
      modelCreate: permissionCodes,
      modelUpdate: permissionCodes,
      modelPreview: permissionCodes,
      modelDelete: permissionCodes,
    }),
  },
  {
    later: ['multisite'],
    never: { design: COSMETIC, customMessages: 'write flashSave and flashDelete', surveyMode: COSMETIC },
  },
);
