import { CALL } from '../admin/ports.js';
import { firstRecords, PAGE_SIZE, survey, type Surveyed } from '../admin/survey.js';
import type { AdminRecord, ColumnWrite, RecordWrite } from '../../admin/model/record.js';
import type { Check } from '../check.js';
import { expectSame } from '../failure.js';

/** Every record is written as it is. A sound host changes nothing, and so no version. */
export const recordsUnchanged: Check = {
  name: 'records/unchanged-write',
  citation: 'admin_record.proto: UpdateRecord, "A write that changes nothing"',
  on: 'admin',
  run: async (subject) => {
    const { records } = subject.admin;
    for (const surveyed of await survey(subject)) {
      const { target, selection } = surveyed;
      for (const { id } of await firstRecords(subject.admin, surveyed)) {
        const record = await records.get({ ...target, id }, selection, 'form', CALL);
        if ('outcome' in record) continue;
        const outcome = await records.update({ ...target, id }, writeOf(surveyed, record), { selection }, CALL);
        // Rules of the application may hold values against more than the record: that they refuse is no fault.
        if (outcome.outcome !== 'written') continue;
        const advice =
          'Compare what is written with what the record holds: where nothing differs, leave the version alone and run no hook.';
        expectSame(`record of ${target.controller} after a write of what it holds`, outcome.record, record, advice);
      }
    }
  },
};

/** What a form could write: no key, nothing protected, a relation in place of its foreign key, and only what is known whole. */
function writeOf({ controller, model, selection }: Surveyed, record: AdminRecord): RecordWrite {
  const foreignKeys = controller.relations.flatMap((relation) =>
    relation.kind === 'belongsTo' ? [relation.foreignKey] : [],
  );
  const columns = model.columns.flatMap((column, index): ColumnWrite[] => {
    const value = record.cells[index];
    const isWritten = !column.protected && column.name !== model.primaryKey && !foreignKeys.includes(column.name);
    return isWritten && value !== undefined && value.kind !== 'invalid' ? [{ column, value }] : [];
  });
  const relations = selection.relations.flatMap(({ relation }, index) => {
    const value = record.relations[index];
    if (relation.kind === 'hasMany' || value?.kind !== 'related') return [];
    const isWhole = !value.hasMore && value.items.length <= PAGE_SIZE;
    return isWhole ? [{ relation, ids: value.items.map(({ id }) => id) }] : [];
  });
  return { columns, relations };
}
