import type { CallContext } from '../../core/runtime.js';
import type { ViewValue } from '../model/record.js';
import type { NotFound, ControllerTarget } from './record-store.js';
import type { Found } from './relation-store.js';

/** View models of partials, made by the application. A read. Faults as in RecordStore. */
export interface PartialData {
  /** What is found is the template's `.Data`, exactly as the host sent it: nothing is refused here. */
  viewModel(target: ControllerTarget, partial: PartialRequest, call: CallContext): Promise<Found<ViewValue> | NotFound>;
}

export interface PartialRequest {
  /** Name of the partial: "stats" is rendered by _stats.htm. */
  readonly name: string;
  /** Loaded through the controller's form scope; absent for header partials and on the create form. */
  readonly recordId?: string;
}
