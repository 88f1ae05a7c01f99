import type { ComponentType } from 'react';
import type { FilterValue } from '../../../admin/api/query-grammar.js';
import type { FilterView } from '../../api/views.js';
import type { Change } from '../query/use-list-state.js';

/** What a renderer of a filter type gets. The label is drawn around it. */
export interface FilterProps {
  readonly controller: string;
  readonly filter: FilterView;
  readonly value: FilterValue;
  readonly onChange: (value: FilterValue, how: Change) => void;
  /** For the control; the label's `for` is this. */
  readonly id: string;
  /** For controls that a `for` cannot name. */
  readonly labelId: string;
  /** What is chosen in the filters that the choices of this one depend on, as a query: another text, other choices. */
  readonly dependsOn: string;
}

export interface FilterRenderer {
  readonly component: ComponentType<FilterProps>;
  /** `labelled`: one control. `grouped`: several, named by `labelId`. `bare`: says itself what it is. */
  readonly frame: 'labelled' | 'grouped' | 'bare';
}

/** After so long a pause what was typed takes effect. */
export const TYPING_PAUSE_MS = 400;
