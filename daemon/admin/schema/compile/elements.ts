import type { Controller } from '../../model/registration.js';
import type { Given } from '../yaml/problems.js';
import type { CompileContext } from './context.js';

/** The controller whose scripts define the elements. */
export interface ElementOwner {
  readonly id: string;
  /** The required prefix of the plugin's custom elements: "acme-blog-". */
  readonly elementPrefix: string;
  readonly hasScripts: boolean;
}

export function elementOwner({ id, vendor, plugin, assets }: Controller): ElementOwner {
  return { id, elementPrefix: `${vendor}-${plugin}-`, hasScripts: assets.scripts.length > 0 };
}

/** Reports an element of another plugin, and one that no script of the controller can define. */
export function checkElement(
  { value, at }: Given<string>,
  { id, elementPrefix, hasScripts }: ElementOwner,
  { problems }: CompileContext,
): void {
  if (!value.startsWith(elementPrefix)) {
    problems.add(at, `the element ${value} does not belong to this plugin`, { expected: `${elementPrefix}…` });
  } else if (!hasScripts) {
    problems.add(at, `the controller has no script to define the element ${value}`, {
      expected: `controller ${id} registered with at least one script`,
    });
  }
}
