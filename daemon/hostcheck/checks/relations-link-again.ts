import { isToMany } from '../../admin/model/relation.js';
import { CALL } from '../admin/ports.js';
import { firstRecords, modelOf, pageOf, registrationOf, survey } from '../admin/survey.js';
import type { Check } from '../check.js';
import { expectSame } from '../failure.js';

/** What is linked is linked again, which changes nothing: no link, no version of a linked record, no version of its owner. */
export const relationsLinkAgain: Check = {
  name: 'relations/link-again',
  citation: 'admin_record.proto: Link, "Only records that are not linked yet change"',
  on: 'admin',
  run: async (subject) => {
    const { models } = registrationOf(subject.description);
    const { records, relations } = subject.admin;
    for (const surveyed of await survey(subject)) {
      for (const { id } of await firstRecords(subject.admin, surveyed)) {
        const owner = await records.get({ ...surveyed.target, id }, surveyed.selection, 'form', CALL);
        for (const relation of surveyed.controller.relations.filter(isToMany)) {
          const target = { ...surveyed.target, id, relation };
          const { columns } = modelOf(models, relation.relatedModel);
          const query = pageOf({ columns, relations: [] });
          const before = await relations.related(target, query, CALL);
          if (before.outcome === 'notFound' || before.value.records.length === 0) continue;
          const linked = before.value.records.map((one) => one.id);
          const outcome = await relations.link(target, linked, CALL);
          // A record that its own form hides cannot be linked; a hook may refuse every link.
          if (outcome.outcome !== 'changed') continue;
          const about = `of ${surveyed.controller.id} "${id}", relation ${relation.name}`;
          const advice =
            'Find out which records are linked already, and leave them as they are: they are no link made.';
          expectSame(`links made ${about}`, outcome.count, 0, advice);
          expectSame(`ListRelated ${about} then`, await relations.related(target, query, CALL), before, advice);
          const then = await records.get({ ...surveyed.target, id }, surveyed.selection, 'form', CALL);
          expectSame(`record ${about} then`, then, owner, advice);
        }
      }
    }
  },
};
