import { TemplateExecutionError } from '../errors.js';
import { isMap, typeName } from '../values/value.js';
import type { Value } from '../values/value.js';

/** A member of a map; nothing for a missing one, and for any member of nothing. Members are the map's own entries only. */
export function field(receiver: Value, name: string, location: string): Value {
  if (isMap(receiver)) return receiver.get(name);
  if (receiver === undefined) return undefined;
  const what = receiver === null ? 'nil has no members' : `a value of type ${typeName(receiver)} has no members`;
  throw new TemplateExecutionError(`${location}: .${name}: ${what}`);
}
