import type { YAMLMap } from 'yaml';
import { isTriggerAction } from '../../admin/schema/keys/reactions.js';
import type { Entry, YamlFile } from '../yaml-file.js';
import { entry, mapAt, textAt } from '../yaml-file.js';

/** Keeps the effects of a trigger that Gatehouse has: `disable` of `disable|fill[none]`. */
export function editTrigger(field: Entry, map: YAMLMap, file: YamlFile): void {
  const trigger = mapAt(map, 'trigger');
  const written = textAt(trigger, 'action');
  if (trigger === undefined || written === undefined) return;
  const words = written.split('|').map((word) => word.trim());
  const known = words.filter(isTriggerAction);
  if (known.length === words.length) return;
  const lost = words.filter((word) => !isTriggerAction(word));
  file.hint(
    entry(trigger, 'action') ?? field,
    `the trigger of ${field.name} has the effect ${lost.join(', ')}, which does not exist here`,
    known.length === 0 ? 'the trigger is removed' : `it keeps ${known.join(', ')}`,
  );
  if (known.length === 0) map.delete('trigger');
  else file.set(trigger, 'action', known.join('|'));
}
