import { key, required } from '../../../core/described-keys.js';
import { keyed } from '../yaml/keyed.js';
import { modelName, names, permissionCodes, text } from '../yaml/readers.js';

export const IMPORT = keyed(
  'import keys',
  {
    title: key(text, { otherwise: '"Import" with the title of the list', does: 'Title of the dialog.' }),
    modelClass: key(modelName, {
      otherwise: "the model of the host's controller",
      does: "Must be exactly the model of the host's controller. There is no model of the import itself: records are written as by the form.",
    }),
    columns: key(names, {
      otherwise: 'every field that can be imported',
      does: 'Names of fields of the create form, or with `updateBy` also of the update form. Files can fill only these. Never fields that show something, that are read-only, or that the administrator may not write; never passwords.',
    }),
    updateBy: key(names, {
      otherwise: 'files only create records',
      does: 'Lets files also update records: what says which record a row is about, the first one unless the administrator chooses another. Names of fields of the update form, whose values should be unique in the database, or of the primary key. Only texts and whole numbers.',
    }),
    permissions: key(permissionCodes, {
      otherwise: 'those of the form',
      does: 'All of the codes are needed to import, in addition to `modelCreate` of the form for new records, and `modelUpdate` for updates.',
    }),
  },
  {
    later: ['form', 'redirect'],
    never: { list: 'write columns, with the names of fields of the create form' },
  },
);

/** config_import_export.yaml */
export const IMPORT_EXPORT_CONFIG = keyed(
  'import keys',
  {
    import: required(IMPORT, { does: 'Switches on the import of CSV files into the list. Needs a form.' }),
  },
  { never: { export: 'write export in config_list.yaml' } },
);
