import type { Permissions, Requirement } from './types.js';
import { meets } from './types.js';

/** The form of the controller that manages a related model: it opens and creates related records. */
export interface RelatedForm {
  readonly controller: string;
  /** The administrator may open a record if one of these is met: that of the update form, or of the preview. */
  readonly opening: readonly Requirement[];
  readonly creating: Requirement;
}

/** What one administrator may do with it. */
export interface RelatedFormView {
  readonly controller: string;
  readonly mayOpen: boolean;
  readonly mayCreate: boolean;
}

/** Empty if the administrator may do nothing with it: then not even the name of the controller is in the schema. */
export function relatedView(
  related: RelatedForm | undefined,
  permissions: Permissions,
): { readonly related?: RelatedFormView } {
  if (related === undefined) return {};
  const { controller, opening, creating } = related;
  const mayOpen = opening.some((one) => meets(permissions, one));
  const mayCreate = meets(permissions, creating);
  return mayOpen || mayCreate ? { related: { controller, mayOpen, mayCreate } } : {};
}

export function relatedRequirements(related: RelatedForm | undefined): readonly Requirement[] {
  return related === undefined ? [] : [...related.opening, related.creating];
}
