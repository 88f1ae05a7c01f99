import type { CallContext } from '../../core/runtime.js';
import type { ReadCell, Column } from '../model/column.js';
import type { ColumnWrite } from '../model/record.js';
import type { Invalid, Refused } from './record-store.js';
import type { SettingsTarget } from './option-source.js';

/** Settings screens, each with one set of values, which always exists. Faults as in RecordStore. */
export interface SettingsStore {
  get(target: SettingsTarget, columns: readonly Column[], call: CallContext): Promise<SettingsValues>;

  /** In one transaction with the screen's hooks. Columns that `values` does not name keep their values. */
  update(
    target: SettingsTarget,
    values: readonly ColumnWrite[],
    expectation: { readonly expectedVersion?: string; readonly columns: readonly Column[] },
    call: CallContext,
  ): Promise<SettingsWritten | SettingsConflict | Invalid | Refused>;
}

export interface SettingsValues {
  /** Only for a versioned screen. Opaque; changes with every write. */
  readonly version?: string;
  /** In the order of the requested columns. */
  readonly cells: readonly ReadCell[];
}

export interface SettingsWritten {
  readonly outcome: 'written';
  readonly values: SettingsValues;
}

export interface SettingsConflict {
  readonly outcome: 'conflict';
  readonly current: SettingsValues;
}
