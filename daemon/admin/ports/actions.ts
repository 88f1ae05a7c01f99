import type { CallContext } from '../../core/runtime.js';
import type { Cell } from '../model/column.js';
import type { ColumnWrite } from '../model/record.js';
import type { Invalid, NotFound, Refused, ControllerTarget } from './record-store.js';

/** The application's actions that toolbar buttons and widgets run, each in one transaction. Faults as in RecordStore. */
export interface Actions {
  run(
    target: ControllerTarget,
    invocation: Invocation,
    call: CallContext,
  ): Promise<ActionDone | NotFound | Invalid | Refused>;
}

export interface Invocation {
  /** Name of a registered action. */
  readonly action: string;
  /** The record in the widget's form, within the form scope; absent on the create form and for toolbar actions. */
  readonly recordId?: string;
  /** The form's current, unsaved values of the columns that the widget names. Empty for toolbar actions. */
  readonly values: readonly Pick<ColumnWrite, 'column' | 'value'>[];
}

export interface ActionDone {
  readonly outcome: 'done';
  /** For the administrator, in the caller's locale; may be empty. */
  readonly message: string;
  /**
   * Values to write back into the form, as the action returned them, by column name. The widget's declaration limits the
   * columns; this port does not check the kinds against the columns.
   */
  readonly fill: readonly FillValue[];
}

export interface FillValue {
  readonly column: string;
  readonly value: Cell;
}
