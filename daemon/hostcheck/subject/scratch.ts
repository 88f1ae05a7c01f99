import type { AdminRecord, ColumnWrite, RelationWrite } from '../../admin/model/record.js';
import type { AdminRegistration, Model } from '../../admin/model/registration.js';
import type { RecordTarget } from '../../admin/ports/record-store.js';
import type { Surveyed } from './admin.js';
import { CALL, firstRecords, registrationOf, survey } from './admin.js';
import type { Subject } from './check.js';
import { CheckFailure, expectThat } from './expectations.js';
import { RpcStatus } from './connection.js';
import { outcomeOf } from './outcomes.js';
import { otherSample, sampleOf, sampleText, writableColumns } from './samples.js';

/** A record that a check has created. */
export interface Made {
  readonly surveyed: Surveyed;
  readonly target: RecordTarget;
  /** As the host returned it. */
  readonly record: AdminRecord;
  readonly written: readonly ColumnWrite[];
}

/** The creations and changes of a check of --scratch, and how to undo them. */
export class Scratch {
  readonly #undo: (() => Promise<void>)[] = [];
  readonly #registration: AdminRegistration;

  constructor(private readonly subject: Subject) {
    this.#registration = registrationOf(subject.description);
  }

  /** Runs after the check, the last first. */
  afterwards(undo: () => Promise<unknown>): void {
    this.#undo.push(async () => void (await undo()));
  }

  /**
   * Creates a copy of a record of the controller, with values of its own where the application accepts them. Returns why it
   * cannot.
   */
  async copyOf(
    surveyed: Surveyed,
    relations: readonly RelationWrite[] = [],
    attempts: readonly Attempt[] = ATTEMPTS,
  ): Promise<Made | string> {
    const { controller, model, target, selection } = surveyed;
    const { records } = this.subject.admin;
    const original = await this.#original(surveyed);
    if (original === undefined) return `${controller.id} has no record that its form shows`;
    const copied = writableColumns(model, original);
    const foreignKeys = foreignKeysOf(this.#registration, model);
    const text = sampleText();
    const asIs = new Set(foreignKeys);
    let rejected = '';
    for (const isChanged of attempts) {
      const changed = new Set(
        copied
          .filter(({ column, value }) => isChanged(column.type) && !asIs.has(column.name) && value.kind !== 'null')
          .map(({ column }) => column.name),
      );
      const columns = copied.map(({ column, value }, n) =>
        changed.has(column.name) ? { column, value: sampleOf(column, n % 4, text) } : { column, value },
      );
      const what = `a new record of ${controller.id}`;
      const outcome = await outcomeOf(what, records.create(target, { columns, relations }, selection, CALL));
      if (outcome.outcome === 'written') {
        const { record } = outcome;
        this.afterwards(() => this.#remove(surveyed, record.id));
        return { surveyed, target: { ...target, id: record.id }, record, written: columns };
      }
      if (outcome.outcome === 'invalid')
        for (const { field } of outcome.errors) if (changed.has(field)) asIs.add(field);
      rejected =
        outcome.outcome === 'refused'
          ? `refused: ${outcome.message}`
          : `invalid: ${outcome.errors.map(({ field, messages }) => `${field} (${messages.join(', ')})`).join(', ')}`;
    }
    return `${controller.id}: ${rejected}`;
  }

  async undo(): Promise<void> {
    for (const undo of this.#undo.reverse()) {
      // The check has its own result. The summary counts the changes that stay.
      await undo().catch((error: unknown) => {
        if (!(error instanceof RpcStatus) && !(error instanceof CheckFailure)) throw error;
        this.subject.leftovers.noteChange();
      });
    }
  }

  async #original(surveyed: Surveyed): Promise<AdminRecord | undefined> {
    const { target, selection } = surveyed;
    for (const { id } of await firstRecords(this.subject.admin, surveyed)) {
      const record = await this.subject.admin.records.get({ ...target, id }, selection, 'form', CALL);
      if (!('outcome' in record)) return record;
    }
    return undefined;
  }

  async #remove({ target }: Surveyed, id: string): Promise<void> {
    const { outcome } = await this.subject.admin.records.delete(target, [id], 'form', CALL);
    if (outcome === 'refused') this.subject.leftovers.noteChange();
  }
}

/** Which values of the copy differ from those of the original, by the type of their columns. */
type Attempt = (type: string) => boolean;

const texts: Attempt = (type) => type === 'string';
/** All values, then texts only, for those that must be unique. */
const ATTEMPTS: readonly Attempt[] = [() => true, () => true, () => true, texts, () => false];

/** For copies that the application should also remove: it may refuse that for other flags and numbers. */
export const TEXTS_FIRST: readonly Attempt[] = [texts, ...ATTEMPTS];

/** Columns of the model that hold the key of another record. */
function foreignKeysOf({ controllers }: AdminRegistration, model: Model): readonly string[] {
  return controllers.flatMap((controller) =>
    controller.relations.flatMap((relation) => {
      const isHere =
        relation.kind === 'belongsTo'
          ? controller.model === model.name
          : relation.kind === 'hasMany' && relation.relatedModel === model.name;
      return isHere && relation.kind !== 'belongsToMany' ? [relation.foreignKey] : [];
    }),
  );
}

/** A new value for each column, then null for those that may be null. */
export function changesOf({ description }: Subject, { surveyed, record }: Made): readonly ColumnWrite[] {
  const foreignKeys = foreignKeysOf(registrationOf(description), surveyed.model);
  const writable = writableColumns(surveyed.model, record).filter(({ column }) => !foreignKeys.includes(column.name));
  return [
    ...writable.map(({ column, value }) => ({ column, value: otherSample(column, value) })),
    ...writable
      .filter(({ column }) => column.nullable)
      .map(({ column }) => ({ column, value: { kind: 'null' } as const })),
  ].filter(({ column, value }) => value.kind !== 'null' || column.nullable);
}

/** Runs the work, then removes what it created and restores what it changed, also if the work fails. */
export async function onScratch(subject: Subject, work: (scratch: Scratch) => Promise<void>): Promise<void> {
  const scratch = new Scratch(subject);
  try {
    await work(scratch);
  } finally {
    await scratch.undo();
  }
}

/** A new record of every controller that accepts one. A host on which there is none is not checked, and fails. */
export async function makeAll(subject: Subject, scratch: Scratch): Promise<readonly Made[]> {
  const rejected: string[] = [];
  const made: Made[] = [];
  for (const surveyed of await survey(subject)) {
    const copy = await scratch.copyOf(surveyed);
    if (typeof copy === 'string') rejected.push(copy);
    else made.push(copy);
  }
  expectThat(
    made.length > 0,
    'a controller that creates a copy of one of its records',
    rejected.join('; '),
    'Add a record to the database whose copy, with other texts and numbers, your application accepts.',
  );
  return made;
}

export async function forEachMade(
  subject: Subject,
  work: (made: Made, scratch: Scratch) => Promise<void>,
): Promise<void> {
  await onScratch(subject, async (scratch) => {
    for (const made of await makeAll(subject, scratch)) await work(made, scratch);
  });
}
