import { key, required } from '../../../core/described-keys.js';
import { keyed, NONE } from '../yaml/keyed.js';
import { name, namedMap, text } from '../yaml/readers.js';
import { fieldMap } from './fields.js';

/** `form` of a nested form, and of a kind of items. */
export const NESTED_FORM = keyed(
  'fields',
  {
    fields: required(fieldMap, {
      does: 'Fields by name: members of the stored object. They have the keys of [fields](#fields).',
    }),
  },
  { later: ['tabs', 'secondaryTabs'] },
);

/** One of the `groups` of a repeater. */
export const GROUP = keyed(
  'name and fields',
  {
    name: required(text, { does: 'Name of the kind, in the menu that adds an item and in the heading of each.' }),
    description: key(text, { otherwise: NONE, does: 'Second line in the menu.' }),
    titleFrom: key(name, { otherwise: 'that of the repeater', does: 'Field whose value names an item.' }),
    fields: required(fieldMap, { does: 'Fields by name, as in `form`.' }),
  },
  { dresses: ['icon', 'useTabs'] },
);

/** `groups` of a repeater. */
export const GROUPS = namedMap(
  'codes to kinds of items',
  { pattern: /^[A-Za-z][A-Za-z0-9_-]{0,63}$/, expects: 'letters, digits, _ and -' },
  GROUP,
);
