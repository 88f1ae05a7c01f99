import type { TriggerAction, TriggerCondition } from '../../model/schema/field-view.js';
import { TRIGGER_ACTIONS } from '../../model/schema/field-view.js';
import { keyed } from '../read/keyed.js';
import type { Reader } from '../read/reader.js';
import { required, scalar } from '../read/reader.js';
import { oneOf } from '../read/scalars.js';

const action = oneOf(...TRIGGER_ACTIONS);

/** One action, or several with | between them, as in October. */
const actions: Reader<readonly TriggerAction[]> = scalar(`${action.expects}, or several with | between`, (value) => {
  const words = typeof value === 'string' ? value.split('|').map((word) => word.trim()) : [];
  const known = words.flatMap((word) => TRIGGER_ACTIONS.find((one) => one === word) ?? []);
  return known.length > 0 && known.length === words.length ? known : undefined;
});

/** October marks fields with several values by `name[]`. */
const fieldName: Reader<string> = scalar('the name of a field', (value) =>
  typeof value === 'string' ? /^([A-Za-z_]\w{0,63})(?:\[\])?$/.exec(value)?.[1] : undefined,
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

export const trigger = keyed('action, field and condition', {
  action: required(actions),
  field: required(fieldName),
  condition: required(condition),
});
