import type { Cell } from '../../admin/model/cell.js';
import type { ComparisonOperator, Condition } from '../../admin/model/query.js';
import { CALL } from '../admin/ports.js';
import type { Surveyed } from '../admin/survey.js';
import { firstRecords, pageOf, survey } from '../admin/survey.js';
import type { Check, Subject } from '../check.js';
import { expectSame } from '../failure.js';

/** Comparisons and orders, by the one column that every model has: its primary key. */
export const recordsQuery: Check = {
  name: 'records/conditions-and-sorts',
  citation: 'admin_query.proto: AdminComparisonOperator, AdminSort',
  on: 'admin',
  run: async (subject) => {
    for (const surveyed of await survey(subject)) await checkController(subject, surveyed);
  },
};

async function checkController(subject: Subject, surveyed: Surveyed): Promise<void> {
  const { model, target, selection } = surveyed;
  const column = model.columns.find(({ name }) => name === model.primaryKey);
  if (column === undefined) throw new Error('a checked model has its primary key');
  const reference = { column };
  const known = await firstRecords(subject.admin, surveyed);
  const key = model.columns.indexOf(column);
  const keys = known.flatMap(({ cells }) =>
    cells.slice(key, key + 1).filter((cell): cell is Cell => cell.kind !== 'invalid'),
  );
  const ids = known.map(({ id }) => id);

  const idsWith = async (...conditions: Condition[]): Promise<string[]> => {
    const { records } = await subject.admin.records.list(target, pageOf(selection, { conditions }), CALL);
    return records.map(({ id }) => id);
  };
  const compared = (operator: ComparisonOperator, values: readonly Cell[]): Condition => ({
    kind: 'column',
    reference,
    operator,
    values,
  });
  const within = compared('in', keys);
  const one = keys.slice(0, 1);
  const advice = 'All conditions hold together, each as its operator says.';
  const about = `of ${target.controller} whose key is`;
  expectSame(`records ${about} one of those listed`, await idsWith(within), ids, advice);
  expectSame(`records ${about} that of the first`, await idsWith(compared('eq', one)), ids.slice(0, 1), advice);
  expectSame(`records ${about} another`, await idsWith(within, compared('ne', one)), ids.slice(1), advice);
  expectSame(`records ${about} null`, await idsWith(compared('isNull', [])), [], advice);
  expectSame(`records ${about} not null`, await idsWith(within, compared('isNotNull', [])), ids, advice);

  const sorted = async (descending: boolean): Promise<string[]> => {
    const query = pageOf(selection, { conditions: [within], sorts: [{ reference, descending }] });
    return (await subject.admin.records.list(target, query, CALL)).records.map(({ id }) => id);
  };
  const order = 'Sort as asked, and by the ascending primary key without being asked.';
  expectSame(`records of ${target.controller} by ascending key`, await sorted(false), ids, order);
  expectSame(`records of ${target.controller} by descending key`, await sorted(true), [...ids].reverse(), order);
}
