import type { ColumnWrite, RecordWrite } from '../../admin/model/record.js';
import type { ImportedRecord, ImportedRecords } from '../../admin/ports/bulk.js';
import type { OptionQuery } from '../../admin/ports/option-source.js';
import { randomToken, sha256 } from '../../core/crypto.js';
import type { Surveyed } from '../subject/admin.js';
import { adminPorts, CALL, registrationOf, STRANGE_IDS, survey } from '../subject/admin.js';
import type { Check, Subject } from '../subject/check.js';
import { RpcStatus } from '../subject/connection.js';
import { CheckFailure, expectSame, expectThat } from '../subject/expectations.js';
import { expectKept } from '../subject/outcomes.js';
import type { Made } from '../subject/scratch.js';
import { onScratch, Scratch, TEXTS_FIRST } from '../subject/scratch.js';

/** Checks of imports, for hosts with CAPABILITY_ADMIN_IMPORT. */

const ADVICE =
  'Run an import in one transaction, each record as by CreateRecord; commit it if no record is refused, and roll it back otherwise.';

/** Records that the application accepts and that do not exist, and how to find them once they do. */
interface Importable {
  readonly surveyed: Surveyed;
  readonly records: readonly RecordWrite[];
  /** The ids of the records in the database with the values of these. */
  readonly find: () => Promise<readonly (readonly string[])[]>;
}

const RECORDS = 2;

/** Copies of records of each controller, as far as one of their texts tells them apart; the copies are removed again. */
async function importables(subject: Subject, scratch: Scratch): Promise<readonly Importable[]> {
  const found: Importable[] = [];
  for (const surveyed of await survey(subject)) {
    const copies: Made[] = [];
    while (copies.length < RECORDS) {
      const copy = await scratch.copyOf(surveyed, [], TEXTS_FIRST);
      if (typeof copy === 'string') break;
      copies.push(copy);
    }
    const name = copies.length < RECORDS ? undefined : tellingColumn(copies);
    if (name === undefined) continue;
    const { records } = subject.admin;
    const ids = copies.map(({ record }) => record.id);
    const removed = await records.delete(surveyed.target, ids, 'form', CALL);
    if (removed.outcome !== 'deleted') continue;
    const written = copies.map(({ written: columns }) => ({ columns, relations: [] }));
    const find = () => Promise.all(written.map(({ columns }) => idsWith(subject, surveyed, columns, name)));
    scratch.afterwards(async () => {
      for (const id of (await find()).flat()) await records.delete(surveyed.target, [id], 'form', CALL);
    });
    found.push({ surveyed, records: written, find });
  }
  expectThat(
    found.length > 0,
    'a controller whose records have a text of their own and can be created and deleted',
    'none',
    'Add a record to the database whose copy, with other texts, your application accepts and removes.',
  );
  return found;
}

/** A column whose text differs in all of the copies, as the host returned them. */
function tellingColumn(copies: readonly Made[]): string | undefined {
  const [first] = copies;
  return first?.written
    .filter(({ value }) => value.kind === 'string')
    .map(({ column }) => column.name)
    .find((name) => new Set(copies.map(({ written }) => textOf(written, name))).size === copies.length);
}

function textOf(written: readonly ColumnWrite[], name: string): string {
  const value = written.find(({ column }) => column.name === name)?.value;
  return value?.kind === 'string' ? value.value : '';
}

async function idsWith(
  { admin }: Subject,
  { target, selection }: Surveyed,
  written: readonly ColumnWrite[],
  name: string,
): Promise<readonly string[]> {
  const of = written.find(({ column }) => column.name === name);
  if (of === undefined) return [];
  const { column, value } = of;
  const conditions = [{ kind: 'column', reference: { column }, operator: 'eq', values: [value] }] as const;
  const walk = { matching: { conditions, scopes: [] }, selection, after: '', limit: 10 };
  const page = await admin.bulk.walk(target, walk, ({ id }) => id, CALL);
  return page.records;
}

/** An import that the host has not seen. */
export function newImport(records: readonly ImportedRecord[]): ImportedRecords {
  return { importId: sha256(randomToken(16)), records, mayDiffer: false };
}

async function expectFound({ surveyed, find }: Importable, when: string, each: number): Promise<void> {
  const counts = (await find()).map((ids) => ids.length);
  const expected = counts.map(() => each);
  expectSame(
    `how often each record of an import into ${surveyed.controller.id} exists ${when}`,
    counts,
    expected,
    ADVICE,
  );
}

const importsAll: Check = {
  name: 'import/creates-all',
  citation: 'admin_bulk.proto: ImportRecords',
  on: 'admin-unary',
  capability: 'CAPABILITY_ADMIN_IMPORT',
  scratch: true,
  run: (subject) =>
    onScratch(subject, async (scratch) => {
      for (const importable of await importables(subject, scratch)) {
        const { surveyed, records } = importable;
        const outcome = await subject.admin.bulk.importRecords(surveyed.target, newImport(records), CALL);
        const expected = { outcome: 'imported', written: records.length };
        expectSame(`an import of ${records.length} records into ${surveyed.controller.id}`, outcome, expected, ADVICE);
        await expectFound(importable, 'after it', 1);
        await expectKeptValues(subject, importable);
      }
    }),
};

/** Each value of the import, as CreateRecord stores it. */
async function expectKeptValues(subject: Subject, { surveyed, records, find }: Importable): Promise<void> {
  const { target, model, selection } = surveyed;
  const found = await find();
  for (const [index, { columns }] of records.entries()) {
    const record = await subject.admin.records.get({ ...target, id: found[index]?.[0] ?? '' }, selection, 'list', CALL);
    if ('outcome' in record) continue;
    expectKept(`record ${index} of an import into ${surveyed.controller.id}`, model.columns, columns, record);
  }
}

const importsOnce: Check = {
  name: 'import/repeated',
  citation: 'admin_bulk.proto: ImportRecordsRequest.import_id',
  on: 'admin-unary',
  capability: 'CAPABILITY_ADMIN_IMPORT',
  scratch: true,
  run: (subject) =>
    onScratch(subject, async (scratch) => {
      for (const importable of await importables(subject, scratch)) {
        const { surveyed, records } = importable;
        const sent = newImport(records);
        await subject.admin.bulk.importRecords(surveyed.target, sent, CALL);
        const again = await subject.admin.bulk.importRecords(surveyed.target, sent, CALL);
        const advice = 'Store import_id in the transaction of the import. If it is there already, write nothing.';
        const expected = { outcome: 'imported', written: records.length };
        expectSame(`a repeated import into ${surveyed.controller.id}`, again, expected, advice);
        await expectFound(importable, 'after it was repeated', 1);
        const next = await subject.admin.bulk.importRecords(surveyed.target, newImport(records), CALL);
        // The application may refuse what exists already.
        if (next.outcome === 'imported') await expectFound(importable, 'after another import of the same records', 2);
      }
    }),
};

/** A record with a relation to one that does not exist is refused. */
const importsNothing: Check = {
  name: 'import/all-or-none',
  citation: 'admin_bulk.proto: ImportRecords, refused_records',
  on: 'admin-unary',
  capability: 'CAPABILITY_ADMIN_IMPORT',
  scratch: true,
  run: (subject) =>
    onScratch(subject, async (scratch) => {
      const [strange = ''] = STRANGE_IDS;
      for (const importable of await importables(subject, scratch)) {
        const { surveyed, records } = importable;
        const relation = surveyed.controller.relations.find(({ kind }) => kind !== 'hasMany');
        const [one, other] = records;
        if (relation === undefined || one === undefined || other === undefined) continue;
        const refused = { ...other, relations: [{ relation, ids: [strange] }] };
        const sent = newImport([refused, one, refused]);
        const outcome = await subject.admin.bulk.importRecords(surveyed.target, sent, CALL);
        const places =
          outcome.outcome === 'refusedRecords' ? outcome.records.map(({ index }) => index) : outcome.outcome;
        const advice = `${ADVICE} Go on after a refusal, to name every refused record by its place.`;
        expectSame(`the refused records of an import into ${surveyed.controller.id}`, places, [0, 2], advice);
        await expectFound(importable, 'after records were refused', 0);
        const again = await subject.admin.bulk.importRecords(surveyed.target, sent, CALL);
        const forgotten = 'Remember import_id only in the transaction that creates the records.';
        expectSame(`the same import into ${surveyed.controller.id} again`, again, outcome, forgotten);
        const corrected = await subject.admin.bulk.importRecords(surveyed.target, newImport([one, other]), CALL);
        const imported = { outcome: 'imported', written: 2 };
        expectSame(`a corrected import into ${surveyed.controller.id}`, corrected, imported, ADVICE);
        await expectFound(importable, 'after a corrected import', 1);
      }
    }),
};

const TRIES = 5;
/** Time for a host that continues although its caller gave up. */
const SETTLE_MS = 500;

const importsLate: Check = {
  name: 'import/deadline-rolls-back',
  citation: 'host.proto: rule 4; admin_bulk.proto: ImportRecords',
  on: 'admin-unary',
  capability: 'CAPABILITY_ADMIN_IMPORT',
  scratch: true,
  start: async (subject) => {
    const tooLate = adminPorts({
      call: (rpc, request) => subject.adminTransport.call(rpc, request, { tooLate: true }),
    });
    const scratch = new Scratch(subject);
    const sent: Importable[] = [];
    const verify = async (): Promise<void> => {
      try {
        for (const importable of sent) await expectFound(importable, 'after its deadline had passed', 0);
      } finally {
        await scratch.undo();
      }
    };
    try {
      for (const importable of await importables(subject, scratch)) {
        sent.push(importable);
        for (let tries = 0; tries < TRIES; tries += 1) {
          const { surveyed, records } = importable;
          await tooLate.bulk.importRecords(surveyed.target, newImport(records), CALL).catch((error: unknown) => {
            if (!(error instanceof RpcStatus) && !(error instanceof CheckFailure)) throw error;
          });
        }
      }
    } catch (error) {
      await scratch.undo();
      throw error;
    }
    return { afterMs: SETTLE_MS, verify };
  },
};

const importLabels: Check = {
  name: 'import/labels',
  citation: 'admin_record.proto: ListOptionsRequest.labels',
  on: 'admin',
  capability: 'CAPABILITY_ADMIN_IMPORT',
  run: async (subject) => {
    for (const { controller, target } of await survey(subject)) {
      for (const relation of controller.relations.filter(({ kind }) => kind !== 'hasMany')) {
        const label = labelColumnOf(subject, relation);
        if (label === undefined) continue;
        const query: OptionQuery = {
          source: { kind: 'relation', relation, label },
          ...{ terms: [], ids: [], formValues: [], page: { number: 1, size: 200 } },
        };
        const { options } = await subject.admin.options.options(target, query, CALL);
        const wanted = options.find((one) => one.label !== '' && [...one.label].length < MAX_LABEL);
        if (wanted === undefined) continue;
        const labels = [wanted.label, `${wanted.label} check-host`];
        const named = await subject.admin.options.options(target, { ...query, labels }, CALL);
        expectSame(
          `the choices of ${controller.id}.${relation.name} with one label`,
          named.options.map(({ label: one }) => one === wanted.label),
          named.options.map(() => true),
          'Return only the choices whose whole label is one of `labels`.',
        );
        expectThat(
          named.options.some(({ value }) => value === wanted.value),
          `the choice ${wanted.value} of ${controller.id}.${relation.name}, which has this label`,
          'other choices',
          'Return every choice whose whole label is one of `labels`.',
        );
      }
    }
  },
};

/** Labels are cut at 500 characters. */
const MAX_LABEL = 500;

function labelColumnOf(
  { description }: Subject,
  { relatedModel, labelColumn }: Surveyed['controller']['relations'][number],
) {
  const model = registrationOf(description).models.find(({ name }) => name === relatedModel);
  return model?.columns.find(({ name }) => name === labelColumn);
}

export const IMPORT_CHECKS: readonly Check[] = [importsAll, importsOnce, importsNothing, importLabels];
/** It waits while the checks that only read run. */
export const IMPORT_DEADLINE_CHECKS: readonly Check[] = [importsLate];
