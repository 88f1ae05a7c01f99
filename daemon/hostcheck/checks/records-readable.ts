import type { Cell, ReadCell } from '../../admin/model/cell.js';
import type { Column } from '../../admin/model/column.js';
import type { AdminRecord, ColumnWrite } from '../../admin/model/record.js';
import { CALL } from '../admin/ports.js';
import { firstRecords, survey, type Surveyed } from '../admin/survey.js';
import type { Check, Subject } from '../check.js';
import { expectThat, shown } from '../failure.js';
import { told } from './records-refused.js';

/**
 * Copies of a record, as it is and with the extremes of each column: a host takes them or refuses them, and what it took can
 * be read. Each copy that was made is deleted.
 */
export const recordsReadable: Check = {
  name: 'records/written-values',
  citation: 'admin_cell.proto: Cell, InvalidValue; admin_record.proto: CreateRecord',
  on: 'admin',
  run: async (subject) => {
    for (const surveyed of await survey(subject)) {
      const [record] = await firstRecords(subject.admin, surveyed);
      if (record === undefined) continue;
      const copied = copyOf(surveyed, record);
      await checkCopy(subject, surveyed, copied, 'as it is');
      for (const { column } of copied) {
        for (const cell of EXTREMES[column.type] ?? []) {
          const values = copied.map((one) => (one.column === column ? { column, value: cell } : one));
          await checkCopy(subject, surveyed, values, `with ${column.name} = ${shown(cell)}`, { column, cell });
        }
      }
    }
  },
};

/** What a form could write: every column that is not protected, where its value can be read. */
function copyOf({ model }: Surveyed, { cells }: AdminRecord): readonly ColumnWrite[] {
  return model.columns.flatMap((column, index): ColumnWrite[] => {
    const value = cells[index];
    const isWritable = !column.protected && column.name !== model.primaryKey;
    return isWritable && value !== undefined && value.kind !== 'invalid' ? [{ column, value }] : [];
  });
}

async function checkCopy(
  { admin: { records } }: Subject,
  { target, model }: Surveyed,
  columns: readonly ColumnWrite[],
  how: string,
  extreme?: { readonly column: Column; readonly cell: Cell },
): Promise<void> {
  const what = `a copy of a record of ${target.controller} ${how}`;
  const selection = { columns: model.columns, relations: [] };
  const outcome = await told(what, records.create(target, { columns, relations: [] }, selection, CALL));
  if (outcome.outcome !== 'written') return;
  const { record } = outcome;
  try {
    const read = await records.get({ ...target, id: record.id }, selection, 'form', CALL);
    // A hook may have moved it out of the scope of forms.
    const cells = 'outcome' in read ? record.cells : read.cells;
    const invalid = model.columns.filter((_column, index) => cells[index]?.kind === 'invalid').map(({ name }) => name);
    expectThat(invalid.length === 0, `${what}: refused, or readable`, `an invalid ${invalid.join(', ')}`, ADVICE);
    if (extreme !== undefined) expectKept(what, extreme.cell, cells[model.columns.indexOf(extreme.column)]);
  } finally {
    await records.delete(target, [record.id], 'form', CALL);
  }
}

/** A hook may write something else; what only comes near was rounded. */
function expectKept(what: string, written: Cell, read: ReadCell | undefined): void {
  if (written.kind !== 'decimal' || read?.kind !== 'decimal') return;
  const isRounded = read.value !== written.value && Math.abs(Number(read.value) / Number(written.value) - 1) < 1e-6;
  expectThat(
    !isRounded,
    `${what}: refused, or exactly that`,
    read.value,
    'Store decimals exactly, or refuse what would be rounded.',
  );
}

const ADVICE = 'Read what was written inside the transaction, and refuse what cannot be read again before the commit.';

const DEEPEST = 512;

const EXTREMES: Readonly<Partial<Record<Column['type'], readonly Cell[]>>> = {
  integer: [{ kind: 'int64', value: BigInt(Number.MAX_SAFE_INTEGER) }],
  bigint: [{ kind: 'int64', value: 2n ** 63n - 1n }],
  double: [{ kind: 'double', value: Number.MAX_VALUE }],
  decimal: [{ kind: 'decimal', value: '123456789.123456789' }],
  string: [{ kind: 'string', value: '\u{1f989}'.repeat(300) }],
  date: [
    { kind: 'date', value: '0001-01-01' },
    { kind: 'date', value: '9999-12-31' },
  ],
  time: [{ kind: 'time', value: '23:59:59.999999' }],
  timestamp: [
    { kind: 'timestamp', value: Date.parse('0001-01-01T00:00:00Z') },
    { kind: 'timestamp', value: Date.parse('9999-12-31T23:59:59.999Z') },
  ],
  json: [
    { kind: 'json', value: '['.repeat(DEEPEST) + ']'.repeat(DEEPEST) },
    { kind: 'json', value: String.raw`{"a":"\u0000"}` },
  ],
};
