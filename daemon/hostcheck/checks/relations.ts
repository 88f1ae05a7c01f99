import { MAX_PAGE_SIZE } from '@gatehouse/proto/limits';
import type { Relation } from '../../admin/model/column.js';
import { isToMany } from '../../admin/model/column.js';
import type { RecordTarget } from '../../admin/ports/record-store.js';
import {
  CALL,
  firstRecords,
  modelOf,
  newAdministrator,
  pageOf,
  registrationOf,
  STRANGE_IDS,
  survey,
} from '../subject/admin.js';
import type { Check, Subject } from '../subject/check.js';
import { expectSame } from '../subject/expectations.js';
import { NOT_FOUND } from '../subject/outcomes.js';

/** Links and unlinks nothing: every change names a record that does not exist. */
const relationsManaged: Check = {
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
          const advice = 'The record must exist in the form scope.';
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
        expectSame(
          `candidates ${about} that are linked`,
          both,
          [],
          'Omit records that are already linked to this record.',
        );

        const free = candidates.value.records.map(({ id }) => id);
        const advice = 'If one record does not exist, change nothing.';
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

/** Links existing links again, which changes nothing: no link, no version of a linked record, no version of its owner. */
const relationsLinkAgain: Check = {
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
          // A record that its own form hides cannot be linked, and a hook may reject every link.
          if (outcome.outcome !== 'changed') continue;
          const about = `of ${surveyed.controller.id} "${id}", relation ${relation.name}`;
          const advice = 'Check which records are already linked, leave them unchanged, and do not count them.';
          expectSame(`links made ${about}`, outcome.count, 0, advice);
          expectSame(`ListRelated ${about} then`, await relations.related(target, query, CALL), before, advice);
          const then = await records.get({ ...surveyed.target, id }, surveyed.selection, 'form', CALL);
          expectSame(`record ${about} then`, then, owner, advice);
        }
      }
    }
  },
};

/**
 * Links that a superuser sees and an administrator without permissions does not, if there are any. When the latter writes
 * the links it sees, a correct host changes none of the hidden ones, and it rejects an id that the administrator cannot see.
 */
const relationsHidden: Check = {
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
            relations: [{ kind: 'related', relation, column: label, limit: MAX_PAGE_SIZE } as const],
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
  /** Ids of the links that a superuser sees, and of those that the caller sees; undefined if they cannot be determined. */
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
  const keep = "Remove only links to records within the caller's list scope: the caller cannot see the others.";
  expectSame(`links ${about}, after they were written as the caller sees them`, await all(), before, keep);

  const named = await write(relation.kind === 'belongsTo' ? [hidden] : [...visible, hidden]);
  const accepted = named.outcome === 'written' || named.outcome === 'conflict';
  const refuse =
    'Check every id against the list scope, including linked ones: the response must not reveal which are linked.';
  expectSame(
    `write ${about} of an id that the caller cannot see`,
    accepted ? 'accepted' : 'refused',
    'refused',
    refuse,
  );
  expectSame(`links ${about} then`, await all(), before, keep);
}

export const RELATION_CHECKS: readonly Check[] = [relationsManaged, relationsLinkAgain, relationsHidden];
