import type { Relation } from '../../admin/model/column.js';
import { isToMany } from '../../admin/model/column.js';
import type { AdminRecord, RecordPage, RelationWrite } from '../../admin/model/record.js';
import type { RelationTarget } from '../../admin/ports/relation-store.js';
import { CALL, modelOf, pageOf, PAGE_SIZE, registrationOf } from '../subject/admin.js';
import type { Check, Subject } from '../subject/check.js';
import { expectSame, expectThat } from '../subject/expectations.js';
import { NOT_FOUND, outcomeOf } from '../subject/outcomes.js';
import type { Made, Scratch } from '../subject/scratch.js';
import { forEachMade } from '../subject/scratch.js';

/** Checks that link and unlink records of the application. */

/** Writes each relation of a new record as a form does. */
const relationsWrite: Check = {
  name: 'relations/write',
  citation: 'admin_record.proto: RelationChange; Record.version',
  on: 'admin-unary',
  scratch: true,
  run: async (subject) => {
    await forEachMade(subject, async (made, scratch) => {
      for (const relation of made.surveyed.controller.relations) {
        if (relation.kind !== 'hasMany') await checkWrites(subject, made, relation, scratch);
      }
    });
  },
};

async function checkWrites(subject: Subject, made: Made, relation: Relation, scratch: Scratch): Promise<void> {
  const { surveyed, target } = made;
  const { records } = subject.admin;
  const choices = (await choicesOf(subject, made, relation)).filter((id) => id !== target.id);
  const [first, second = first] = choices;
  if (first === undefined || second === undefined) return;
  const about = `of ${target.controller}, relation ${relation.name}`;
  const created = await scratch.copyOf(surveyed, [{ relation, ids: [first] }]);
  const whole = 'Write the relation as a whole: the request names every link that the caller sees afterwards.';
  if (typeof created !== 'string') {
    expectSame(`links of a new record ${about}`, linksOf(made, created.record, relation), [first], whole);
  }
  const wishes = isToMany(relation) ? [[first, second], [second], []] : [[first], [second], []];
  for (const wish of wishes) {
    const before = await records.get(target, surveyed.selection, 'form', CALL);
    if ('outcome' in before) return;
    const ids = [...new Set(wish)];
    const change: RelationWrite = { relation, ids };
    const expectation = {
      selection: surveyed.selection,
      ...(before.version !== undefined && { expectedVersion: before.version }),
    };
    const update = () =>
      outcomeOf(`a write ${about}`, records.update(target, { columns: [], relations: [change] }, expectation, CALL));
    const outcome = await update();
    // An empty relation may be invalid, and the application may reject any other.
    if (outcome.outcome === 'invalid' || outcome.outcome === 'refused') continue;
    const record = outcome.outcome === 'written' ? outcome.record : undefined;
    expectThat(record !== undefined, `written ${about}`, outcome.outcome, 'The record has the expected version.');
    expectSame(`links ${about}, after a write`, sorted(linksOf(made, record, relation)), sorted(ids), whole);
    const others = made.surveyed.selection.relations.flatMap((one, index) =>
      one.relation.name === relation.name || sharesColumn(one.relation, relation) ? [] : [index],
    );
    const rest = ({ relations }: AdminRecord) => others.map((index) => relations[index]);
    expectSame(
      `other relations ${about}`,
      rest(record),
      rest(before),
      'Change only the relations that the request names.',
    );
    const then = await records.get(target, surveyed.selection, 'form', CALL);
    expectSame(`record ${about}, read again`, then, record, 'Return the record as it was committed.');
    const isChanged = String(sorted(linksOf(made, before, relation))) !== String(sorted(ids));
    if (!surveyed.model.versioned || !isChanged) continue;
    const versions = 'Relations that the form writes are part of the record: change its version with them.';
    expectThat(record.version !== before.version, `another version ${about}`, 'the same version', versions);
    const stale = await update();
    expectSame(`a write ${about} with the version before`, stale, { outcome: 'conflict', current: record }, versions);
  }
}

/** Two relations over the same foreign key show the same link. */
function sharesColumn(one: Relation, other: Relation): boolean {
  return one.kind === 'belongsTo' && other.kind === 'belongsTo' && one.foreignKey === other.foreignKey;
}

async function choicesOf(subject: Subject, { surveyed }: Made, relation: Relation): Promise<readonly string[]> {
  const { models } = registrationOf(subject.description);
  const label = modelOf(models, relation.relatedModel).columns.find(({ name }) => name === relation.labelColumn);
  if (label === undefined) return [];
  const source = { kind: 'relation', relation, label } as const;
  const query = { source, terms: [], ids: [], page: { number: 1, size: PAGE_SIZE }, formValues: [] };
  return (await subject.admin.options.options(surveyed.target, query, CALL)).options.map(({ value }) => value);
}

/** Ids of the related records that the record shows. */
function linksOf({ surveyed }: Made, { relations }: AdminRecord, relation: Relation): readonly string[] {
  const index = surveyed.selection.relations.findIndex((one) => one.kind === 'related' && one.relation === relation);
  const value = relations[index];
  return value?.kind === 'related' ? value.items.map(({ id }) => id) : [];
}

function sorted(ids: readonly string[]): readonly string[] {
  return [...ids].sort();
}

/** Links two candidates to a new record, one of them again, and unlinks them. */
const relationsLink: Check = {
  name: 'relations/link',
  citation: 'admin_record.proto: Link, Unlink',
  on: 'admin',
  scratch: true,
  run: async (subject) => {
    await forEachMade(subject, async (made, scratch) => {
      for (const relation of made.surveyed.controller.relations.filter(isToMany)) {
        await checkLinks(subject, made, relation, scratch);
      }
    });
  },
};

async function checkLinks(subject: Subject, made: Made, relation: Relation, scratch: Scratch): Promise<void> {
  const { records, relations } = subject.admin;
  const { surveyed } = made;
  const { columns, versioned } = modelOf(registrationOf(subject.description).models, relation.relatedModel);
  const target: RelationTarget = { ...made.target, relation };
  const query = pageOf({ columns, relations: [] });
  const pageFrom = async (ask: typeof relations.related): Promise<RecordPage> => {
    const outcome = await ask(target, query, CALL);
    expectThat(
      outcome.outcome === 'found',
      `a page of relation ${relation.name}`,
      outcome.outcome,
      'The record exists.',
    );
    return outcome.value;
  };
  const related = () => pageFrom((...asked) => relations.related(...asked));
  const candidates = async (ids: readonly string[] = []): Promise<readonly string[]> =>
    idsOf(await pageFrom((of, asked, call) => relations.candidates(of, asked, ids, call)));

  const [first, second] = (await candidates()).filter((id) => id !== target.id);
  if (first === undefined || second === undefined) return;
  const earlier = await ownersOf(subject, made, relation, [first, second]);
  const about = `of ${surveyed.controller.id}, relation ${relation.name}`;
  const owner = await records.get(made.target, surveyed.selection, 'form', CALL);
  const linked = await outcomeOf(`Link ${about}`, relations.link(target, [first, second], CALL));
  if (linked.outcome === 'refused') return;
  scratch.afterwards(() => restoreOwners(subject, made, relation, earlier));
  const link = 'Link all of the records, or none, and return how many were not linked before.';
  expectSame(`links made ${about}`, linked, { outcome: 'changed', count: 2 }, link);
  const both = await related();
  expectSame(`ListRelated ${about}, after Link`, sorted(idsOf(both)), sorted([first, second]), link);
  const advice = 'Candidates are the records that are not linked yet. With ids, return those, linked or not.';
  expectSame(
    `linked candidates ${about}`,
    (await candidates()).filter((id) => idsOf(both).includes(id)),
    [],
    advice,
  );
  expectSame(`candidates ${about} with ids`, sorted(await candidates([first])), [first], advice);
  if (versioned && relation.kind === 'hasMany') {
    const raised = both.records.every(({ id, version }) => version !== earlier.get(id)?.version);
    const why = 'Link writes the foreign key of the related record: change its version.';
    expectThat(raised, `other versions of the linked records ${about}`, 'the same versions', why);
  }
  const again = await relations.link(target, [first], CALL);
  expectSame(`links made ${about} again`, again, { outcome: 'changed', count: 0 }, 'Leave existing links unchanged.');

  const unlinked = await outcomeOf(`Unlink ${about}`, relations.unlink(target, [first], CALL));
  if (unlinked.outcome === 'refused') return;
  const unlink = 'Remove the links and no record, and return how many there were.';
  expectSame(`links removed ${about}`, unlinked, { outcome: 'changed', count: 1 }, unlink);
  expectSame(`ListRelated ${about}, after Unlink`, idsOf(await related()), [second], unlink);
  expectSame(`the unlinked record ${about}`, await candidates([first]), [first], unlink);
  const missing = await relations.unlink(target, [second, first], CALL);
  expectSame(`Unlink ${about} of one that is not linked`, missing, NOT_FOUND, 'If one is not linked, change nothing.');
  expectSame(`ListRelated ${about} then`, idsOf(await related()), [second], unlink);
  const then = await records.get(made.target, surveyed.selection, 'form', CALL);
  if ('outcome' in then || 'outcome' in owner) return;
  const own = 'Links that Link and Unlink write are not part of the record: leave its version.';
  expectSame(`version ${about} after Link and Unlink`, then.version, owner.version, own);
}

function idsOf({ records }: RecordPage): readonly string[] {
  return records.map(({ id }) => id);
}

interface Owned {
  readonly version: string | undefined;
  /** Id of the record that it was linked to; undefined: none, or unknown. */
  readonly owner: string | undefined;
}

/** For a has-many relation: whose records the candidates were. */
async function ownersOf(
  subject: Subject,
  { target }: Made,
  relation: Relation,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Owned>> {
  if (relation.kind !== 'hasMany') return new Map();
  const { columns } = modelOf(registrationOf(subject.description).models, relation.relatedModel);
  const index = columns.findIndex(({ name }) => name === relation.foreignKey);
  const query = pageOf({ columns, relations: [] });
  const outcome = await subject.admin.relations.candidates({ ...target, relation }, query, ids, CALL);
  if (outcome.outcome !== 'found') return new Map();
  return new Map(
    outcome.value.records.map(({ id, version, cells }) => {
      const key = cells[index];
      return [id, { version, owner: key === undefined || !('value' in key) ? undefined : String(key.value) }];
    }),
  );
}

/** Records that a has-many relation moved go back to their owners. Links of a pivot table go with the new record. */
async function restoreOwners(
  subject: Subject,
  { target }: Made,
  relation: Relation,
  earlier: ReadonlyMap<string, Owned>,
): Promise<void> {
  const { relations } = subject.admin;
  for (const [id, { owner }] of earlier) {
    const to: RelationTarget = { ...target, id: owner ?? target.id, relation };
    const { outcome } =
      owner === undefined ? await relations.unlink(to, [id], CALL) : await relations.link(to, [id], CALL);
    if (outcome === 'refused' || (outcome === 'notFound' && owner !== undefined)) subject.leftovers.noteChange();
  }
}

export const SCRATCH_RELATION_CHECKS: readonly Check[] = [relationsWrite, relationsLink];
