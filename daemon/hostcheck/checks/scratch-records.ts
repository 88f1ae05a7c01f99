import { NOTHING_SELECTED } from '../../admin/model/query.js';
import type { ColumnWrite, AdminRecord } from '../../admin/model/record.js';
import type { Made } from '../subject/scratch.js';
import { changesOf, forEachMade } from '../subject/scratch.js';
import { CALL, pageOf, STRANGE_IDS } from '../subject/admin.js';
import type { Check, Subject } from '../subject/check.js';
import { CheckFailure, expectSame, expectThat, shown } from '../subject/expectations.js';
import { expectKept, NOT_FOUND, outcomeOf } from '../subject/outcomes.js';
import { isKept, otherSample } from '../subject/samples.js';

/** Checks that create, change and delete records of the application. */

const recordsCreate: Check = {
  name: 'records/create',
  citation: 'admin_record.proto: CreateRecord',
  on: 'admin',
  scratch: true,
  run: async (subject) => {
    const { records } = subject.admin;
    await forEachMade(subject, async ({ surveyed, target, record, written }, scratch) => {
      const { model, selection } = surveyed;
      const about = `a new record of ${target.controller}`;
      expectKept(about, model.columns, written, record);
      const read = 'Return the same record from CreateRecord as from the reads after it.';
      for (const scope of ['form', 'list'] as const) {
        const found = await records.get(target, selection, scope, CALL);
        // A hook may have moved it out of the scope.
        if (!('outcome' in found)) expectSame(`${about}, read within the ${scope} scope`, found, record, read);
        if ('outcome' in found || scope === 'form') continue;
        const page = await records.list(
          surveyed.target,
          pageOf(selection, { conditions: [isRecord(surveyed, record)] }),
          CALL,
        );
        expectSame(`${about}, listed by its key`, page.records, [record], read);
        const before = await totalOf(subject, surveyed);
        if (typeof (await scratch.copyOf(surveyed)) === 'string') continue;
        const one = 'Create one record for each request. While the checks run, nothing else may create any.';
        expectSame(`records of ${target.controller} after one more`, await totalOf(subject, surveyed), before + 1, one);
      }
    });
  },
};

async function totalOf({ admin }: Subject, { target }: Made['surveyed']): Promise<number> {
  const { total = NaN } = await admin.records.list(target, pageOf(NOTHING_SELECTED, { count: true }), CALL);
  return total;
}

type Examined = Pick<Made['surveyed'], 'model'>;

/** The condition that only this record meets. */
function isRecord({ model }: Examined, { cells }: AdminRecord) {
  const index = model.columns.findIndex(({ name }) => name === model.primaryKey);
  const [column, key] = [model.columns[index], cells[index]];
  if (column === undefined || key === undefined || key.kind === 'invalid' || key.kind === 'truncated') {
    throw new CheckFailure('a key that can be read', shown(key), 'Send the primary key as a value of its column.');
  }
  return { kind: 'column', reference: { column }, operator: 'eq', values: [key] } as const;
}

const recordsUpdate: Check = {
  name: 'records/update',
  citation: 'admin_record.proto: UpdateRecord, "changes only the named columns"',
  on: 'admin-unary',
  scratch: true,
  run: async (subject) => {
    let changed = 0;
    await forEachMade(subject, async (made) => {
      for (const values of changesOf(subject, made)) changed += (await checkUpdate(subject, made, values)) ? 1 : 0;
      const { surveyed, target, written } = made;
      const { model, selection } = surveyed;
      const together = { columns: written, relations: [] };
      const outcome = await outcomeOf('an update', subject.admin.records.update(target, together, { selection }, CALL));
      if (outcome.outcome !== 'written') return;
      expectKept(
        `a record of ${target.controller} after an update of all columns`,
        model.columns,
        written,
        outcome.record,
      );
    });
    expectThat(changed > 0, 'an update that is accepted', 'none', 'Accept at least one of the new values.');
  },
};

/** Whether the application accepted the value. */
async function checkUpdate(
  { admin: { records } }: Subject,
  { surveyed, target }: Made,
  write: ColumnWrite,
): Promise<boolean> {
  const { model, selection } = surveyed;
  const before = await records.get(target, selection, 'form', CALL);
  if ('outcome' in before) return false;
  const { column, value } = write;
  // The application may have rejected the value before this one, and the column is null as it was.
  if (value.kind === 'null' && before.cells[model.columns.indexOf(column)]?.kind === 'null') return false;
  const about = `a record of ${target.controller} after an update of ${column.name}`;
  const expectation = { selection, ...(before.version !== undefined && { expectedVersion: before.version }) };
  const change = { columns: [write], relations: [] };
  const outcome = await outcomeOf(
    `an update with ${column.name} = ${shown(value)}`,
    records.update(target, change, expectation, CALL),
  );
  const then = await records.get(target, selection, 'form', CALL);
  if (outcome.outcome !== 'written') {
    expectThat(
      outcome.outcome === 'invalid' || outcome.outcome === 'refused',
      'an update that is written, invalid or refused',
      outcome.outcome,
      'The record is in the form scope and has the expected version.',
    );
    expectSame(`${about} that was rejected`, then, before, 'Roll back everything.');
    return false;
  }
  expectKept(about, model.columns, [write], outcome.record);
  if (!('outcome' in then))
    expectSame(`${about}, read again`, then, outcome.record, 'Return the record as it was committed.');
  for (const [index, other] of model.columns.entries()) {
    const [was, is] = [before.cells[index], outcome.record.cells[index]];
    // The application may derive values from the new one.
    if (other === column || other.protected || is?.kind === 'invalid' || isKept(value, is)) continue;
    expectSame(`${about}, its ${other.name}`, is, was, 'Change only the columns that the request names.');
  }
  if (!model.versioned) return true;
  const versions = 'Change the version with every write that changes a value.';
  expectThat(outcome.record.version !== before.version, `${about}, with another version`, 'the same version', versions);
  const stale = await records.update(
    target,
    { columns: [{ column, value: otherSample(column, value) }], relations: [] },
    expectation,
    CALL,
  );
  const conflict = 'Compare the version in the write itself, and return a conflict with the current record.';
  expectSame(
    `${about}, updated with the version before`,
    stale,
    { outcome: 'conflict', current: outcome.record },
    conflict,
  );
  expectSame(`${about} and a conflict`, await records.get(target, selection, 'form', CALL), then, conflict);
  return true;
}

const WRITERS = 8;

const recordsUpdateAtOnce: Check = {
  name: 'records/update-under-concurrency',
  citation: 'admin_record.proto: UpdateRecord, "exactly one succeeds"',
  on: 'admin',
  scratch: true,
  run: async (subject) => {
    await forEachMade(subject, async (made) => {
      const { surveyed, target, record } = made;
      const { selection } = surveyed;
      const [change] = changesOf(subject, made).filter(({ column }) => column.type === 'string');
      if (record.version === undefined || change === undefined) return;
      const { column } = change;
      const expectation = { selection, expectedVersion: record.version };
      const writes = Array.from({ length: WRITERS }, () => ({ column, value: otherSample(column, undefined) }));
      const outcomes = await Promise.all(
        writes.map((write) =>
          subject.admin.records.update(target, { columns: [write], relations: [] }, expectation, CALL),
        ),
      );
      const kinds = outcomes.map(({ outcome }) => outcome);
      // An application that accepts none of the values says nothing about the version.
      if (!kinds.includes('written') && !kinds.includes('conflict')) return;
      expectThat(
        kinds.filter((kind) => kind === 'written').length === 1,
        `exactly 1 of ${WRITERS} concurrent updates with the same version is written`,
        kinds.join(', '),
        'Compare the version in the update itself ("where id = … and version = …"), then check the number of rows.',
      );
    });
  },
};

const recordsDeleted: Check = {
  name: 'records/delete',
  citation: 'admin_record.proto: DeleteRecords',
  on: 'admin-unary',
  scratch: true,
  run: async (subject) => {
    const { records, actions } = subject.admin;
    await forEachMade(subject, async ({ surveyed, target, record }, scratch) => {
      const others = [await scratch.copyOf(surveyed), await scratch.copyOf(surveyed)];
      const [second, third] = others.flatMap((one) => (typeof one === 'string' ? [] : [one.record.id]));
      if (second === undefined || third === undefined) return;
      const { selection, controller } = surveyed;
      const about = `of ${target.controller}`;
      const isGone = async (id: string): Promise<boolean> =>
        'outcome' in (await records.get({ ...target, id }, selection, 'form', CALL));
      // A hook may have moved it out of the scope.
      if (await isGone(record.id)) return;
      const none = await records.delete(surveyed.target, [record.id, second, STRANGE_IDS[0] ?? ''], 'list', CALL);
      const all = 'If one record does not exist, delete none. If all exist, delete all.';
      expectSame(`deletion ${about} with an unknown id among them`, none, NOT_FOUND, all);
      expectSame(`records ${about} gone then`, await Promise.all([record.id, second].map(isGone)), [false, false], all);
      const both = await records.delete(surveyed.target, [record.id, second], 'list', CALL);
      if (both.outcome === 'refused') return;
      expectSame(`deletion of two new records ${about}`, both, { outcome: 'deleted' }, all);
      const gone = 'A removed record does not exist any more, for any rpc. No other record is removed.';
      expectSame(
        `records ${about} gone then`,
        await Promise.all([record.id, second, third].map(isGone)),
        [true, true, false],
        gone,
      );
      expectSame(
        `deletion ${about} again`,
        await records.delete(surveyed.target, [second], 'form', CALL),
        NOT_FOUND,
        gone,
      );
      const update = await records.update(target, { columns: [], relations: [] }, { selection }, CALL);
      expectSame(`update of a removed record ${about}`, update, NOT_FOUND, gone);
      const page = await records.list(
        surveyed.target,
        pageOf(selection, { conditions: [isRecord(surveyed, record)] }),
        CALL,
      );
      expectSame(`a removed record ${about}, listed by its key`, page.records, [], gone);
      for (const { name: action } of controller.actions) {
        const outcome = await actions.run(surveyed.target, { action, recordId: record.id, values: [] }, CALL);
        expectSame(`action ${action} on a removed record ${about}`, outcome, NOT_FOUND, gone);
      }
    });
  },
};

export const SCRATCH_RECORD_CHECKS: readonly Check[] = [
  recordsCreate,
  recordsUpdate,
  recordsUpdateAtOnce,
  recordsDeleted,
];
