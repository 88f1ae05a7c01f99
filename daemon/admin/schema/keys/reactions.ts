import { key, required } from '../../../core/described-keys.js';
import type { TriggerAction, TriggerCondition } from '../../model/schema/form-schema.js';
import { PRESET_TYPES, TRIGGER_ACTIONS } from '../../model/schema/form-schema.js';
import { keyed, NO_EQUIVALENT } from '../yaml/keyed.js';
import type { Reader } from '../yaml/readers.js';
import { name, oneOf, scalar } from '../yaml/readers.js';

const action = oneOf(...TRIGGER_ACTIONS);

export function isTriggerAction(word: string): word is TriggerAction {
  return TRIGGER_ACTIONS.some((one) => one === word);
}

/** One action, or several separated by |, as in October. */
const actions: Reader<readonly TriggerAction[]> = scalar(`${action.expects}, or several with | between`, (value) => {
  const words = typeof value === 'string' ? value.split('|').map((word) => word.trim()) : [];
  const known = words.flatMap((word) => TRIGGER_ACTIONS.find((one) => one === word) ?? []);
  return known.length > 0 && known.length === words.length ? known : undefined;
});

/** October marks fields with several values as `name[]`. */
const fieldName: Reader<string> = scalar('the name of a field', (value) =>
  typeof value === 'string' ? /^(\^?[A-Za-z_]\w{0,63})(?:\[\])?$/.exec(value)?.[1] : undefined,
);

/** `checked`, `unchecked`, `value[x]`, and `value[x][y]` for either. */
const condition: Reader<TriggerCondition> = scalar(
  'checked, unchecked or value[…]',
  (value): TriggerCondition | undefined => {
    if (value === 'checked' || value === 'unchecked') return { kind: value };
    if (typeof value !== 'string' || !/^value(\[[^[\]]*\])+$/.test(value)) return undefined;
    return { kind: 'value', values: [...value.matchAll(/\[([^[\]]*)\]/g)].map((match) => match[1] ?? '') };
  },
);

export const TRIGGER = keyed('action, field and condition', {
  action: required(actions, { does: 'Effect while the condition is true; otherwise the opposite.' }),
  field: required(fieldName, {
    does: 'Field to watch; it must exist. `name[]` is the same as `name`. In a nested form, `^name` is a field of the form around it.',
  }),
  condition: required(condition, { does: '`value[a][b]`: the field contains a or b.' }),
});

export const PRESET = keyed(
  'field and type',
  {
    field: required(name, { does: 'Field to follow; it must exist.' }),
    type: key(oneOf(...PRESET_TYPES), { otherwise: '`slug`', does: 'Conversion of the text.' }),
  },
  { never: { prefixInput: NO_EQUIVALENT } },
);
