import { isToMany } from '../../admin/model/relation.js';
import { CALL } from '../admin/ports.js';
import { firstRecords, modelOf, pageOf, registrationOf, STRANGE_IDS, survey } from '../admin/survey.js';
import type { Check } from '../check.js';
import { expectSame } from '../failure.js';

const NOT_FOUND = { outcome: 'notFound' };

/** Nothing is linked or unlinked: every change names a record that does not exist. */
export const relationsManaged: Check = {
  name: 'relations/related-and-candidates',
  citation: 'admin_record.proto: ListRelated, ListCandidates, Link, Unlink',
  on: 'admin',
  run: async (subject) => {
    const { models } = registrationOf(subject.description);
    const { relations } = subject.admin;
    for (const surveyed of await survey(subject)) {
      const [record] = await firstRecords(subject.admin, surveyed);
      for (const relation of surveyed.controller.relations.filter(isToMany)) {
        const { columns } = modelOf(models, relation.relatedModel);
        const query = pageOf({ columns, relations: [] });
        const about = `of ${surveyed.controller.id}, relation ${relation.name}`;
        for (const id of STRANGE_IDS) {
          const nowhere = { ...surveyed.target, id, relation };
          const advice = 'The record has to exist in the form scope.';
          expectSame(`ListRelated ${about}, "${id}"`, await relations.related(nowhere, query, CALL), NOT_FOUND, advice);
          const candidates = await relations.candidates(nowhere, query, [], CALL);
          expectSame(`ListCandidates ${about}, "${id}"`, candidates, NOT_FOUND, advice);
        }
        const target = { ...surveyed.target, id: record?.id ?? '', relation };
        const related = await relations.related(target, query, CALL);
        const candidates = await relations.candidates(target, query, [], CALL);
        if (related.outcome === 'notFound' || candidates.outcome === 'notFound') continue;
        const linked = new Set(related.value.records.map(({ id }) => id));
        const both = candidates.value.records.map(({ id }) => id).filter((id) => linked.has(id));
        expectSame(`candidates ${about} that are linked`, both, [], 'Leave out what is linked to this record already.');

        const free = candidates.value.records.map(({ id }) => id);
        const advice = 'One that does not exist keeps everything as it is.';
        for (const strange of STRANGE_IDS) {
          const link = await relations.link(target, [...free, strange], CALL);
          expectSame(`Link ${about} with "${strange}"`, link, NOT_FOUND, advice);
          const unlink = await relations.unlink(target, [...linked, strange], CALL);
          expectSame(`Unlink ${about} with "${strange}"`, unlink, NOT_FOUND, advice);
        }
        expectSame(`ListRelated ${about} then`, await relations.related(target, query, CALL), related, advice);
      }
    }
  },
};
