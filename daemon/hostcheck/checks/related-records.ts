import { CALL, firstRecords, modelOf, pageOf, registrationOf, survey } from '../subject/admin.js';
import type { Check } from '../subject/check.js';
import { expectSame } from '../subject/expectations.js';
import { isToMany } from '../../admin/model/column.js';

/** Related records and choices, on relations with several records. Its coverage depends on the links in the database. */

const FEW = 1;

const relatedLimit: Check = {
  name: 'records/related-limit',
  citation:
    'admin_query.proto: AdminRelatedColumn.limit, "by ascending primary key"; admin_record.proto: RelatedRecords',
  on: 'admin',
  run: async (subject) => {
    for (const surveyed of await survey(subject)) {
      const { target, selection } = surveyed;
      const relations = selection.relations.filter((one) => one.kind === 'related');
      const few = { columns: [], relations: relations.map((one) => ({ ...one, limit: FEW })) };
      const many = { columns: [], relations };
      const known = await firstRecords(subject.admin, surveyed);
      const { records } = await subject.admin.records.list(target, pageOf(many), CALL);
      const limited = await subject.admin.records.list(target, pageOf(few), CALL);
      const advice =
        'Return at most limit related records, those with the lowest keys, and set has_more if there are others.';
      const expected = records.map(({ relations: values }) =>
        values.map((value) =>
          value.kind === 'count'
            ? value
            : { ...value, items: value.items.slice(0, FEW), hasMore: value.hasMore || value.items.length > FEW },
        ),
      );
      const about = `related records of ${target.controller}, at most ${FEW} of each record`;
      expectSame(
        `${about}, in a list`,
        limited.records.map((one) => one.relations),
        expected,
        advice,
      );
      for (const [index, { id }] of known.entries()) {
        const record = await subject.admin.records.get({ ...target, id }, few, 'list', CALL);
        const read = 'outcome' in record ? record : record.relations;
        expectSame(`${about}, of "${id}"`, read, expected[index], advice);
      }
    }
  },
};

/** Both lead to the records within the list scope of the related model. Two of them may have the same label. */
const everyCandidate: Check = {
  name: 'options/every-candidate',
  citation: 'admin_record.proto: ListOptions, RelationOptions, ListCandidates',
  on: 'admin',
  run: async (subject) => {
    const { models } = registrationOf(subject.description);
    for (const surveyed of await survey(subject)) {
      const { controller, target } = surveyed;
      const [record] = await firstRecords(subject.admin, surveyed);
      for (const relation of controller.relations.filter(isToMany)) {
        const { columns } = modelOf(models, relation.relatedModel);
        const label = columns.find(({ name }) => name === relation.labelColumn);
        if (label === undefined) continue;
        const of = { ...target, id: record?.id ?? '', relation };
        const candidates = await subject.admin.relations.candidates(
          of,
          pageOf({ columns: [], relations: [] }),
          [],
          CALL,
        );
        if (candidates.outcome === 'notFound' || candidates.value.records.length === 0) continue;
        const ids = candidates.value.records.map(({ id }) => id);
        const { options } = await subject.admin.options.options(
          target,
          {
            source: { kind: 'relation', relation, label },
            terms: [],
            ids,
            page: { number: 1, size: ids.length },
            formValues: [],
          },
          CALL,
        );
        expectSame(
          `choices of ${controller.id}, ${relation.name}, by the ids of its candidates`,
          options.map(({ value }) => value).sort(),
          [...ids].sort(),
          'Offer every record of the list scope as a choice of its own, also if another one has the same label.',
        );
      }
    }
  },
};

export const RELATED_RECORD_CHECKS: readonly Check[] = [relatedLimit, everyCandidate];
