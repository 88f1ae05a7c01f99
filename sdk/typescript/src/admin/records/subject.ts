import type { AdminContext } from '../model/context.js';
import type { Controller } from '../model/controller.js';
import type { AnyTables, Model } from '../model/model.js';
import type { Subject } from '../sql/conditions.js';
import { isListed } from '../sql/scoped.js';
import type { Registry } from './registry.js';

/** A controller's records as one caller's queries are about them. */
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

/** Records of a model that another one's relation leads to: their relations are those of the controller that manages them. */
export function relatedSubject(registry: Registry, model: Model, context: AdminContext<AnyTables>): Subject {
  const relations = registry.managerOf(model)?.relations ?? {};
  return subjectOf(registry, { model, relations }, context);
}
