import type { ReactNode } from 'react';
import { createContext } from 'react';
import type { FieldView } from '../../api/views.js';
import type { FormAccess } from '../fields/field-props.js';
import type { FormState } from '../state/form-state.js';

/** Properties shared by every part of a form. */
export interface FormOnScreen {
  readonly formId: string;
  readonly state: FormState;
  readonly access: FormAccess;
}

export interface FormGridProps extends FormOnScreen {
  readonly fields: readonly FieldView[];
  /** The place of the fields inside of a field, with a dot at its end: "lines.2." */
  readonly path?: string;
}

/** Draws the grid of fields, for fields that contain forms. They cannot import it, because it contains them. */
export const GridContext = createContext<(props: FormGridProps) => ReactNode>(() => null);
