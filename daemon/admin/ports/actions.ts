import type { CallContext } from '../../core/runtime.js';
import type { Cell } from '../model/column.js';
import type { ColumnWrite } from '../model/record.js';
import type { Invalid, NotFound, Refused, ControllerTarget } from './record-store.js';

/** Code of the application that toolbar buttons and widgets run, in one transaction each. Faults as in RecordStore. */
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
  /** The record a widget's form is about, found within the form scope; absent on the create form and for toolbar actions. */
  readonly recordId?: string;
  /** What the form holds at the moment, of the columns that the widget names; not saved. Empty for toolbar actions. */
  readonly values: readonly Pick<ColumnWrite, 'column' | 'value'>[];
}

export interface ActionDone {
  readonly outcome: 'done';
  /** For the administrator, in the caller's locale; may be empty. */
  readonly message: string;
  /**
   * Values to write back into the form, as the action gave them, by column name. Which of them may be, is for the widget's
   * declaration to say; their kinds are not held against the columns.
   */
  readonly fill: readonly FillValue[];
}

export interface FillValue {
  readonly column: string;
  readonly value: Cell;
}
