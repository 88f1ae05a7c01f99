import type { AdminContext } from '../model/context.js';
import type { Controller } from '../model/controller.js';
import type { AnyTables } from '../model/model.js';
import type { Subject } from '../sql/conditions.js';
import { isListed } from '../sql/scoped.js';
import type { Registry } from './registry.js';

/** A controller's records, or those of a model without its relations, as one caller's queries are about them. */
export function subjectOf(
  registry: Registry,
  { model, relations = {} }: Pick<Controller, 'model' | 'relations'>,
  context: AdminContext<AnyTables>,
): Subject {
  return {
    engine: registry.engine,
    model,
    relations,
    visible: (related, key) => isListed(registry, related, key, context),
  };
}
