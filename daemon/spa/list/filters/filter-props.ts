import type { ComponentType } from 'react';
import type { FilterValue } from '../../../admin/api/query-grammar.js';
import type { FilterView } from '../../api/views.js';
import type { Change } from '../query/use-list-state.js';

/** Props of every filter renderer. The label is drawn around the renderer. */
export interface FilterProps {
  readonly controller: string;
  readonly filter: FilterView;
  readonly value: FilterValue;
  readonly onChange: (value: FilterValue, how: Change) => void;
  /** Id of the control. The label's `for` refers to it. */
  readonly id: string;
  /** For controls that a `for` cannot name. */
  readonly labelId: string;
  /** The values of the filters that this filter's choices depend on, as a query. When it changes, the choices change. */
  readonly dependsOn: string;
}

export interface FilterRenderer {
  readonly component: ComponentType<FilterProps>;
  /** `labeled`: one control. `grouped`: several, named by `labelId`. `bare`: names itself. */
  readonly frame: 'labeled' | 'grouped' | 'bare';
}

/** Typed text takes effect after a pause of this length. */
export const TYPING_PAUSE_MS = 400;
