import { MAX_JSON_DEPTH } from '@gatehouse/proto/limits';
import type { Cell, Column, ReadCell } from '../../admin/model/column.js';
import { isToMany } from '../../admin/model/column.js';
import type { AdminRecord, ColumnWrite, RecordWrite } from '../../admin/model/record.js';
import type { Surveyed } from '../subject/admin.js';
import { CALL, firstRecords, PAGE_SIZE, STRANGE_IDS, survey } from '../subject/admin.js';
import type { Check, Subject } from '../subject/check.js';
import { expectSame, expectThat, shown } from '../subject/expectations.js';
import { NOT_FOUND, outcomeOf } from '../subject/outcomes.js';
import { writableColumns } from '../subject/samples.js';

const NO_CHANGE = { columns: [], relations: [] };

/** The first records of every controller. */
async function* everyRecord(
  subject: Subject,
): AsyncGenerator<{ readonly surveyed: Surveyed; readonly record: AdminRecord }> {
  for (const surveyed of await survey(subject)) {
    for (const record of await firstRecords(subject.admin, surveyed)) yield { surveyed, record };
  }
}

/** One record of every controller that has any. */
async function* oneRecord(
  subject: Subject,
): AsyncGenerator<{ readonly surveyed: Surveyed; readonly record: AdminRecord }> {
  for (const surveyed of await survey(subject)) {
    const [record] = await firstRecords(subject.admin, surveyed);
    if (record !== undefined) yield { surveyed, record };
  }
}

/** Changes nothing, except what a hook changes on an empty update. */
const recordsConflict: Check = {
  name: 'records/version-conflict',
  citation: 'admin_record.proto: UpdateRecord, Record.version',
  on: 'admin',
  run: async (subject) => {
    for (const surveyed of await survey(subject)) {
      const { target, selection, model } = surveyed;
      const update = (id: string, expectedVersion?: string) =>
        subject.admin.records.update(
          { ...target, id },
          NO_CHANGE,
          { selection, ...(expectedVersion !== undefined && { expectedVersion }) },
          CALL,
        );
      for (const id of STRANGE_IDS) {
        const advice = 'Return "not found" for an id that no record can have, not a database fault.';
        expectSame(`update of ${target.controller} "${id}"`, await update(id), NOT_FOUND, advice);
      }
      for (const record of await firstRecords(subject.admin, surveyed)) {
        expectThat(
          (record.version !== undefined) === model.versioned,
          model.versioned ? 'a version' : 'no version',
          model.versioned ? 'none' : 'a version',
          `"${model.name}" is registered with versioned: ${String(model.versioned)}.`,
        );
        if (!model.versioned) continue;
        const outcome = await update(record.id, `${record.version ?? ''}x`);
        if (outcome.outcome === 'notFound') continue;
        const advice = 'Compare the version in the write itself, and return a conflict with the current record.';
        expectSame('update with another version', outcome, { outcome: 'conflict', current: record }, advice);
      }
    }
  },
};

/** Writes every record back unchanged. A correct host changes nothing, and so no version. */
const recordsUnchanged: Check = {
  name: 'records/unchanged-write',
  citation: 'admin_record.proto: UpdateRecord, "A write that changes nothing"',
  on: 'admin',
  run: async (subject) => {
    const { records } = subject.admin;
    for await (const { surveyed, record: listed } of everyRecord(subject)) {
      const { target, selection } = surveyed;
      const { id } = listed;
      const record = await records.get({ ...target, id }, selection, 'form', CALL);
      if ('outcome' in record) continue;
      const outcome = await records.update({ ...target, id }, writeOf(surveyed, record), { selection }, CALL);
      const there = 'GetRecord within the form scope and UpdateRecord find the same records.';
      expectThat(
        outcome.outcome !== 'notFound',
        `${target.controller} "${id}", which the form shows`,
        'notFound',
        there,
      );
      // Rules of the application may reject values for reasons outside the record, so a rejection is not a violation.
      if (outcome.outcome !== 'written') continue;
      const advice =
        'Compare the written values with the record. If they are the same, do not change the version and do not run hooks.';
      expectSame(`record of ${target.controller} after a write of what it holds`, outcome.record, record, advice);
    }
  },
};

/**
 * The values that a form could write: no key, nothing protected, a relation instead of its foreign key, and only complete
 * values.
 */
function writeOf({ controller, model, selection }: Surveyed, record: AdminRecord): RecordWrite {
  const foreignKeys = controller.relations.flatMap((relation) =>
    relation.kind === 'belongsTo' ? [relation.foreignKey] : [],
  );
  const columns = writableColumns(model, record).filter(({ column }) => !foreignKeys.includes(column.name));
  const relations = selection.relations.flatMap(({ relation }, index) => {
    const value = record.relations[index];
    if (relation.kind === 'hasMany' || value?.kind !== 'related') return [];
    const isWhole = !value.hasMore && value.items.length <= PAGE_SIZE;
    return isWhole ? [{ relation, ids: value.items.map(({ id }) => id) }] : [];
  });
  return { columns, relations };
}

/** A correct host deletes nothing here: every call names a record that does not exist. */
const recordsDelete: Check = {
  name: 'records/delete-all-or-none',
  citation: 'admin_record.proto: DeleteRecords',
  on: 'admin',
  run: async (subject) => {
    for (const surveyed of await survey(subject)) {
      const { target, selection } = surveyed;
      const known = (await firstRecords(subject.admin, surveyed)).map(({ id }) => id);
      const advice =
        'If one record does not exist, delete none: look up all of them in scope first, in the same transaction.';
      for (const strange of STRANGE_IDS) {
        for (const ids of [[strange], [...known, strange]]) {
          const outcome = await subject.admin.records.delete(target, ids, 'list', CALL);
          expectSame(`deletion with "${strange}" among them`, outcome, NOT_FOUND, advice);
        }
      }
      for (const id of known) {
        const found = await subject.admin.records.get({ ...target, id }, selection, 'list', CALL);
        expectSame(`${target.controller} afterwards`, 'outcome' in found ? 'gone' : 'there', 'there', advice);
      }
    }
  },
};

/** Records that the list shows and the form hides, if there are any. A correct host deletes none of them. */
const recordsDeleteScopes: Check = {
  name: 'records/delete-in-both-scopes',
  citation: 'admin_record.proto: DeleteRecords, "within the list scope and within the form scope"',
  on: 'admin',
  run: async (subject) => {
    const { records } = subject.admin;
    for await (const { surveyed, record } of everyRecord(subject)) {
      const { target, selection } = surveyed;
      const { id } = record;
      const inForm = await records.get({ ...target, id }, selection, 'form', CALL);
      if (!('outcome' in inForm)) continue;
      const advice = 'Look up every record within both the list scope and the form scope, whichever the request names.';
      for (const scope of ['list', 'form'] as const) {
        const outcome = await records.delete(target, [id], scope, CALL);
        expectSame(`deletion of ${target.controller} "${id}", which its form hides`, outcome, NOT_FOUND, advice);
      }
      const then = await records.get({ ...target, id }, selection, 'list', CALL);
      expectSame(`${target.controller} "${id}" afterwards`, 'outcome' in then ? 'gone' : 'there', 'there', advice);
    }
  },
};

/**
 * A value that cannot be written must be an outcome, with the field if known. A fault would be reported as a bug or an
 * outage.
 */
const recordsRefused: Check = {
  name: 'records/refused-writes',
  citation: 'admin_record.proto: UpdateRecord, InvalidFields',
  on: 'admin',
  run: async (subject) => {
    for await (const { surveyed, record } of oneRecord(subject)) await checkRelations(subject, surveyed, record);
  },
};

async function checkRelations(subject: Subject, surveyed: Surveyed, record: AdminRecord): Promise<void> {
  const { controller, target, selection } = surveyed;
  const { records } = subject.admin;
  for (const relation of controller.relations.filter(({ kind }) => kind !== 'hasMany')) {
    for (const id of STRANGE_IDS) {
      const what = `an update of ${controller.id} whose relation ${relation.name} names the ${isToMany(relation) ? 'ids' : 'id'} "${id}"`;
      const write: RecordWrite = { columns: [], relations: [{ relation, ids: [id] }] };
      const outcome = await outcomeOf(what, records.update({ ...target, id: record.id }, write, { selection }, CALL));
      if (outcome.outcome === 'notFound') continue;
      expectThat(outcome.outcome === 'invalid', `invalid for ${what}`, outcome.outcome, REFUSED_ADVICE);
      const fields = outcome.errors.map(({ field }) => field);
      const names = relation.kind === 'belongsTo' ? [relation.name, relation.foreignKey] : [relation.name];
      expectThat(
        fields.every((field) => names.includes(field)),
        `invalid on ${names.join(' or ')}`,
        shown(fields),
        REFUSED_ADVICE,
      );
    }
  }
  const now = await records.get({ ...target, id: record.id }, selection, 'form', CALL);
  if ('outcome' in now) return;
  expectSame(`record ${record.id} of ${controller.id} after rejected writes`, now, record, 'Roll back everything.');
}

const REFUSED_ADVICE =
  'Before you write anything, look up the ids by the type of the key, and return invalid for the relation.';

/**
 * Creates copies of a record, unchanged and with the extremes of each column. A host may accept or reject them; accepted
 * values must be readable. Deletes each copy that was created.
 */
const recordsReadable: Check = {
  name: 'records/written-values',
  citation: 'admin_cell.proto: Cell, InvalidValue; admin_record.proto: CreateRecord',
  on: 'admin',
  run: async (subject) => {
    for await (const { surveyed, record } of oneRecord(subject)) {
      const copied = writableColumns(surveyed.model, record);
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

async function checkCopy(
  { admin: { records } }: Subject,
  { target, model }: Surveyed,
  columns: readonly ColumnWrite[],
  how: string,
  extreme?: { readonly column: Column; readonly cell: Cell },
): Promise<void> {
  const what = `a copy of a record of ${target.controller} ${how}`;
  const selection = { columns: model.columns, relations: [] };
  const outcome = await outcomeOf(what, records.create(target, { columns, relations: [] }, selection, CALL));
  if (outcome.outcome !== 'written') return;
  const { record } = outcome;
  try {
    const read = await records.get({ ...target, id: record.id }, selection, 'form', CALL);
    // A hook may have moved it out of the scope of forms.
    const cells = 'outcome' in read ? record.cells : read.cells;
    const invalid = model.columns.filter((_column, index) => cells[index]?.kind === 'invalid').map(({ name }) => name);
    expectThat(
      invalid.length === 0,
      `${what}: rejected, or readable`,
      `an invalid ${invalid.join(', ')}`,
      READABLE_ADVICE,
    );
    if (extreme !== undefined) expectKept(what, extreme.cell, cells[model.columns.indexOf(extreme.column)]);
  } finally {
    await records.delete(target, [record.id], 'form', CALL);
  }
}

/** A hook may write a different value; a value that is only close was rounded. */
function expectKept(what: string, written: Cell, read: ReadCell | undefined): void {
  if (written.kind !== 'decimal' || read?.kind !== 'decimal') return;
  const isRounded = read.value !== written.value && Math.abs(Number(read.value) / Number(written.value) - 1) < 1e-6;
  expectThat(
    !isRounded,
    `${what}: rejected, or stored exactly`,
    read.value,
    'Store decimals exactly, or reject values that would be rounded.',
  );
}

const READABLE_ADVICE =
  'Read the written values inside the transaction, and reject values that cannot be read back before the commit.';

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
    { kind: 'json', value: '['.repeat(MAX_JSON_DEPTH) + ']'.repeat(MAX_JSON_DEPTH) },
    { kind: 'json', value: String.raw`{"a":"\u0000"}` },
  ],
};

export const RECORD_WRITE_CHECKS: readonly Check[] = [
  recordsConflict,
  recordsUnchanged,
  recordsDelete,
  recordsRefused,
  recordsReadable,
  recordsDeleteScopes,
];
