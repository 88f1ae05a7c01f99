import type { CallContext } from '../../core/runtime.js';
import type { ViewValue } from '../model/record.js';
import type { NotFound, ControllerTarget } from './record-store.js';
import type { Found } from './relation-store.js';

/** View models of partials, built by the application. A read. Faults as in RecordStore. */
export interface PartialData {
  /** Returns the template's `.Data`, exactly as the host sent it. This method does not validate it. */
  viewModel(target: ControllerTarget, partial: PartialRequest, call: CallContext): Promise<Found<ViewValue> | NotFound>;
}

export interface PartialRequest {
  /** Name of the partial: _stats.htm renders "stats". */
  readonly name: string;
  /** The host loads it within the controller's form scope; absent for header partials and on the create form. */
  readonly recordId?: string;
}
