import type { Controller, Model } from '../../model/registration.js';
import type { AssetUrls } from '../../model/schema/view-parts.js';
import type { Given } from '../spot.js';
import type { CompileContext } from './context.js';
import type { PartialUses } from './partials.js';

/** One controller while its files are compiled. */
export interface ControllerScope {
  readonly controller: Controller;
  readonly model: Model;
  /** "plugins/acme/blog/controllers/posts" */
  readonly directory: string;
  readonly assets: AssetUrls;
  readonly partials: PartialUses;
}

/** The YAML and the code have to speak of the same model. */
export function checkModelClass(
  { value, at }: Given<string>,
  { controller }: ControllerScope,
  { problems }: CompileContext,
): void {
  if (value === controller.model) return;
  problems.add(at, `is ${value}, and the host registers controller ${controller.id} with another model`, {
    expected: controller.model,
  });
}

/** A path inside the SPA, where `:id` stands for the record. */
export function innerPathOf(path: Given<string> | undefined, { problems }: CompileContext): string | null {
  if (path === undefined) return null;
  for (const [placeholder] of path.value.matchAll(/:\w*/g)) {
    if (placeholder !== ':id') problems.add(path.at, `${placeholder} stands for nothing`, { expected: ':id' });
  }
  return path.value.startsWith('/') ? path.value : `/${path.value}`;
}
