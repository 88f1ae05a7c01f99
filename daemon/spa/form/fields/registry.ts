import type { ComponentType } from 'react';
import type { FieldType } from '../../../admin/model/schema/types.js';
import type { FieldProps } from '../field-props.js';

export interface FieldRenderer {
  readonly component: ComponentType<FieldProps>;
  /**
   * `labelled`: one control that the label's `for` names. `grouped`: several controls, named by `labelId`. `bare`: draws its
   * own heading, or has none (sections, hints, partials).
   */
  readonly frame: 'labelled' | 'grouped' | 'bare';
}

/** One renderer for each field type; heavy ones are `lazy`. */
export const FIELD_RENDERERS: Partial<Record<FieldType, FieldRenderer>> = {};
