import type { Relation } from '../../admin/model/relation.js';
import type { RecordTarget } from '../../admin/ports/record-store.js';
import { newAdministrator } from '../admin/administrators.js';
import { CALL } from '../admin/ports.js';
import { firstRecords, modelOf, registrationOf, survey } from '../admin/survey.js';
import type { Check, Subject } from '../check.js';
import { expectSame } from '../failure.js';

const MAX_LINKS = 200;

/**
 * Links that a superuser sees and an administrator without any permission does not, if there are any. A sound host changes
 * none of them when the latter writes what it sees, and does not take an id that it cannot see.
 */
export const relationsHidden: Check = {
  name: 'relations/hidden-links',
  citation: 'admin_record.proto: RelationChange, "as the whole that the caller can see"',
  on: 'admin',
  run: async (subject) => {
    const { models } = registrationOf(subject.description);
    const { administrator } = await newAdministrator(subject.admin.directory);
    const caller = { principal: administrator, locale: 'en' };
    for (const surveyed of await survey(subject)) {
      for (const { id } of await firstRecords(subject.admin, surveyed)) {
        for (const relation of surveyed.controller.relations) {
          if (relation.kind === 'hasMany') continue;
          const label = modelOf(models, relation.relatedModel).columns.find(
            ({ name }) => name === relation.labelColumn,
          );
          if (label === undefined) continue;
          const selection = {
            columns: [],
            relations: [{ kind: 'related', relation, column: label, limit: MAX_LINKS } as const],
          };
          const linksFor = async (target: RecordTarget): Promise<readonly string[] | undefined> => {
            const record = await subject.admin.records.get(target, selection, 'form', CALL);
            const [value] = 'outcome' in record ? [] : record.relations;
            return value?.kind === 'related' && !value.hasMore ? value.items.map((item) => item.id) : undefined;
          };
          await checkRelation(subject, {
            relation,
            all: () => linksFor({ ...surveyed.target, id }),
            seen: () => linksFor({ ...surveyed.target, caller, id }),
            target: { ...surveyed.target, caller, id },
          });
        }
      }
    }
  },
};

interface Examined {
  readonly relation: Relation;
  readonly target: RecordTarget;
  /** Ids of the links that a superuser sees, and those that the caller does; undefined where there is no telling. */
  all(): Promise<readonly string[] | undefined>;
  seen(): Promise<readonly string[] | undefined>;
}

async function checkRelation({ admin }: Subject, { relation, target, all, seen }: Examined): Promise<void> {
  const [before, visible] = [await all(), await seen()];
  const hidden = before?.find((id) => visible?.includes(id) === false);
  if (before === undefined || visible === undefined || hidden === undefined) return;
  const write = (ids: readonly string[]) =>
    admin.records.update(
      target,
      { columns: [], relations: [{ relation, ids }] },
      { selection: { columns: [], relations: [] } },
      CALL,
    );
  const about = `of ${target.controller} "${target.id}", relation ${relation.name}`;
  await write(visible);
  const keep = "Remove only links to records within the caller's list scope: the caller was never shown the others.";
  expectSame(`links ${about}, after they were written as the caller sees them`, await all(), before, keep);

  const named = await write(relation.kind === 'belongsTo' ? [hidden] : [...visible, hidden]);
  const accepted = named.outcome === 'written' || named.outcome === 'conflict';
  const refuse =
    'Hold every id against the list scope, those that are linked too: the answer must not tell which these are.';
  expectSame(
    `write ${about} of an id that the caller cannot see`,
    accepted ? 'accepted' : 'refused',
    'refused',
    refuse,
  );
  expectSame(`links ${about} then`, await all(), before, keep);
}
