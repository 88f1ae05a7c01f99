import type { DescribeResponse__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/DescribeResponse';
import type { Cell, Column } from '../../admin/model/column.js';
import { NULL_CELL } from '../../admin/model/column.js';
import { NOTHING_SELECTED } from '../../admin/model/query.js';
import type { ColumnWrite } from '../../admin/model/record.js';
import type { Caller } from '../../admin/model/administrator.js';
import type { AdminRegistration, Controller } from '../../admin/model/registration.js';
import type { Ports } from '../../admin/ports/ports.js';
import { fromAdminRegistration } from '../../host/from-proto/registration.js';
import { CALL, modelOf, pageOf } from './admin.js';
import { RpcStatus } from './connection.js';
import { CheckFailure } from './expectations.js';
import type { Leftovers } from './leftovers.js';
import { sampleOf, sampleText } from './samples.js';

/** The directory may have no table yet, and a controller does not need its caller there. */
const CALLER: Caller = {
  principal: { id: '0', login: 'check-host', superuser: true, permissions: [] },
  locale: 'en',
};

/** Enough to compare, to sort and to link. */
const RECORDS = 3;

/**
 * The records that the checks of the admin backend need: a list without any proves nothing. With --scratch, creates some for
 * each controller that has none, and deletes them at the end.
 */
class FirstRecords {
  readonly #made: (readonly [controller: string, id: string])[] = [];

  constructor(
    private readonly ports: Ports,
    private readonly registration: AdminRegistration,
    private readonly leftovers: Leftovers,
  ) {}

  /** Returns what the user has to know, one sentence for each controller that has or had no records. */
  async prepare(mayCreate: boolean): Promise<readonly string[]> {
    const told: string[] = [];
    let empty = await this.#empty();
    // Records that others refer to come first, so there may be several rounds.
    for (let made = mayCreate; made;) {
      made = false;
      for (const controller of empty) {
        const created = await this.#create(controller);
        if (typeof created !== 'number') continue;
        told.push(`Created ${created} records of ${controller.id}, which had none; they are deleted at the end.`);
        made = true;
      }
      if (made) empty = await this.#empty();
    }
    for (const controller of empty) {
      const why = mayCreate ? await this.#create(controller) : undefined;
      told.push(
        typeof why === 'string'
          ? `${controller.id} has no records, and the application accepts none from check-host (${why}). ${ADD}`
          : `${controller.id} has no records, and many checks fail without any. ${ADD} With --scratch, check-host creates some itself.`,
      );
    }
    return told;
  }

  /** The last first. */
  async remove(): Promise<void> {
    for (const [controller, id] of this.#made.reverse()) {
      const { outcome } = await this.ports.records.delete({ caller: CALLER, controller }, [id], 'form', CALL);
      if (outcome === 'refused') this.leftovers.noteChange();
    }
  }

  async #empty(): Promise<readonly Controller[]> {
    const found: Controller[] = [];
    for (const controller of this.registration.controllers) {
      if ((await this.#someOf(controller.id)).length === 0) found.push(controller);
    }
    return found;
  }

  async #someOf(controller: string): Promise<readonly string[]> {
    const query = pageOf(NOTHING_SELECTED);
    const { records } = await this.ports.records.list({ caller: CALLER, controller }, query, CALL);
    return records.map(({ id }) => id);
  }

  /** How many records were created, or why none could be. */
  async #create(controller: Controller): Promise<number | string> {
    const model = modelOf(this.registration.models, controller.model);
    const target = { caller: CALLER, controller: controller.id };
    let rejected = '';
    // All columns, then only those that cannot be null.
    for (const isWritten of [() => true, ({ nullable }: ColumnWrite['column']) => !nullable]) {
      let created = 0;
      for (let n = 0; n < RECORDS; n += 1) {
        const text = sampleText();
        const keys = await this.#foreignKeys(controller);
        const columns = model.columns
          .filter((column) => !column.protected && column.name !== model.primaryKey && isWritten(column))
          .filter(({ name, nullable }) => !keys.has(name) || keys.get(name) !== undefined || nullable)
          .map((column): ColumnWrite => {
            // An application may refuse to delete what is active, paid or locked.
            if (column.type === 'bool') return { column, value: { kind: 'bool', value: false } };
            if (!keys.has(column.name)) return { column, value: sampleOf(column, n, text) };
            return { column, value: keyCell(column, keys.get(column.name)) };
          });
        const outcome = await this.ports.records
          .create(target, { columns, relations: [] }, NOTHING_SELECTED, CALL)
          .catch((error: unknown) => {
            if (error instanceof RpcStatus || error instanceof CheckFailure) return undefined;
            throw error;
          });
        if (outcome?.outcome === 'written') {
          this.#made.push([controller.id, outcome.record.id]);
          created += 1;
        } else if (outcome?.outcome === 'invalid') {
          rejected = outcome.errors.map(({ field, messages }) => `${field}: ${messages.join(', ')}`).join('; ');
        } else {
          rejected = outcome?.outcome === 'refused' ? outcome.message : 'CreateRecord failed';
        }
      }
      if (created > 0) return created;
    }
    return rejected;
  }

  /** The foreign keys of belongs-to relations, each with the first record that it may name, if there is any. */
  async #foreignKeys(controller: Controller): Promise<ReadonlyMap<string, string | undefined>> {
    const keys = new Map<string, string | undefined>();
    for (const relation of controller.relations) {
      if (relation.kind !== 'belongsTo') continue;
      const { columns } = modelOf(this.registration.models, relation.relatedModel);
      const label = columns.find(({ name }) => name === relation.labelColumn);
      if (label === undefined) continue;
      const source = { kind: 'relation', relation, label } as const;
      const { options } = await this.ports.options.options(
        { caller: CALLER, controller: controller.id },
        { source, terms: [], ids: [], page: { number: 1, size: 1 }, formValues: [] },
        CALL,
      );
      keys.set(relation.foreignKey, options[0]?.value);
    }
    return keys;
  }
}

function keyCell({ type }: Column, key: string | undefined): Cell {
  if (key === undefined) return NULL_CELL;
  return type === 'string' ? { kind: 'string', value: key } : { kind: 'int64', value: BigInt(key) };
}

const ADD = 'Add a few to the database that you check the host with.';

const NEED_RECORDS = /^(?:records|bulk|import|search|relations|options|actions|partials)\//;

/** Undefined if none of these checks looks at records, or the registration is not valid, which is a result of its own. */
export function firstRecordsFor(
  checks: readonly string[],
  ports: Ports,
  description: DescribeResponse__Output | undefined,
  leftovers: Leftovers,
): FirstRecords | undefined {
  if (!checks.some((name) => NEED_RECORDS.test(name)) || !description?.admin) return undefined;
  if (!description.capabilities.includes('CAPABILITY_ADMIN')) return undefined;
  const checked = fromAdminRegistration(description.admin);
  return 'problems' in checked ? undefined : new FirstRecords(ports, checked.registration, leftovers);
}
