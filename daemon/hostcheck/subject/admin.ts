import type { DescribeResponse__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/DescribeResponse';
import type { Administrator, Caller, TokenReference } from '../../admin/model/administrator.js';
import type { Cell, Column } from '../../admin/model/column.js';
import type { ListQuery, Matching, RelationSelection, Search, Selection } from '../../admin/model/query.js';
import type { AdminRecord } from '../../admin/model/record.js';
import type { AdminRegistration, Controller, Model } from '../../admin/model/registration.js';
import type { Directory, Retirement } from '../../admin/ports/directory.js';
import type { Ports } from '../../admin/ports/ports.js';
import type { ControllerTarget } from '../../admin/ports/record-store.js';
import { randomToken } from '../../core/crypto.js';
import { ContractViolation } from '../../core/faults.js';
import type { CallContext } from '../../core/runtime.js';
import { createAccounts } from '../../host/admin/accounts.js';
import { createViews } from '../../host/admin/views.js';
import { createActions } from '../../host/admin/actions.js';
import { createBulk } from '../../host/admin/bulk.js';
import type { AdminCalls } from '../../host/admin/calls.js';
import { createDirectory } from '../../host/admin/directory.js';
import { createOptionSource } from '../../host/admin/option-source.js';
import { createPartialData } from '../../host/admin/partial-data.js';
import { createPasskeys } from '../../host/admin/passkeys.js';
import { createRecordSearch } from '../../host/admin/record-search.js';
import { createRecordStore } from '../../host/admin/record-store.js';
import { createRelationStore } from '../../host/admin/relation-store.js';
import { createSecondFactors } from '../../host/admin/second-factors.js';
import { createSessionList } from '../../host/admin/session-list.js';
import { createSettingsStore } from '../../host/admin/settings-store.js';
import { checkAnswer } from '../../host/from-proto/checks.js';
import { fromAdminRegistration } from '../../host/from-proto/registration.js';
import type { Subject } from './check.js';
import { CheckFailure, expectThat, shown } from './expectations.js';
import type { AdminTransport } from './transports.js';

/**
 * The admin services as the checks use them: through the daemon's own ports, so that every answer is read exactly as the
 * daemon reads it. A contract violation becomes a CheckFailure.
 */
export function adminPorts(transport: AdminTransport): Ports {
  const send: AdminCalls['read'] = async (rpc, request, decode) => {
    const answer = await transport.call(rpc, request);
    try {
      checkAnswer(rpc, answer);
      return decode(rpc.name, answer);
    } catch (error) {
      if (!(error instanceof ContractViolation)) throw error;
      throw new CheckFailure(`a response of ${rpc.name} that follows the contract`, error.message, ANSWER_ADVICE);
    }
  };
  const calls: AdminCalls = {
    read: send,
    write: send,
    reading: (rpc) => ({
      rpc,
      invalid({ record, column, problem, declared }) {
        // A value that the host itself reports as invalid is a problem of its database, not a violation.
        if (!declared) throw new ContractViolation(rpc, `the cell of ${column} of record ${record} ${problem}`);
      },
    }),
  };
  return {
    directory: createDirectory(calls),
    accounts: createAccounts(calls),
    sessions: createSessionList(calls),
    secondFactors: createSecondFactors(calls),
    passkeys: createPasskeys(calls),
    views: createViews(calls),
    records: createRecordStore(calls),
    bulk: createBulk(calls),
    recordSearch: createRecordSearch(calls),
    relations: createRelationStore(calls),
    options: createOptionSource(calls),
    settings: createSettingsStore(calls),
    actions: createActions(calls),
    partialData: createPartialData(calls),
  };
}

const ANSWER_ADVICE = 'The daemon returns 500 for this. See the comment on the field in the .proto file.';

/** The ports require one; the connection makes its own request ids. */
export const CALL: CallContext = { requestId: `check-host-${randomToken(8)}` };

/** A bcrypt hash of the lowest cost that matches no known password, so it cannot be used to sign in. */
export function newPasswordHash(): string {
  return `$2b$04$${randomToken(60).replace(/[-_]/g, '.').slice(0, 53)}`;
}

export interface NewAdministrator {
  readonly administrator: Administrator;
  readonly passwordHash: string;
}

/** A new administrator without any permission. Administrators that a check creates stay in the directory. */
export async function newAdministrator(directory: Directory): Promise<NewAdministrator> {
  const login = `Check-Host-${randomToken(9)}`;
  const passwordHash = newPasswordHash();
  const outcome = await directory.create(
    { login, email: `${login}@check-host.example`, passwordHash, superuser: false },
    CALL,
  );
  expectThat(
    outcome.created,
    'a new administrator with an unused login and email address',
    outcome.created ? '' : outcome.reason,
    'Create the administrator. Its login and address are unused, and it has no role that could be unknown.',
  );
  return { administrator: outcome.administrator, passwordHash };
}

export function newToken({ id, tokenVersion }: Administrator): TokenReference {
  return { administratorId: id, tokenVersion, tokenId: randomToken(16) };
}

const HOUR_MS = 3_600_000;

/** Every row expires soon, and no sweep affects other rows, unless a check says so. */
export function retirement(effectiveAt: number, overrides: Partial<Retirement> = {}): Retirement {
  return { effectiveAt, expiresAt: Date.now() + HOUR_MS, sweepBefore: 0, ...overrides };
}

/** A registered controller with all of its columns and relations, as the checks iterate over it. */
export interface Surveyed {
  readonly controller: Controller;
  readonly model: Model;
  /** Acts for one of the run's own administrators, who passes every permission check. */
  readonly target: ControllerTarget;
  readonly selection: Selection;
}

export const PAGE_SIZE = 5;

export function registrationOf({ admin }: DescribeResponse__Output): AdminRegistration {
  const advice = 'See admin_registration.proto for the allowed values of each member.';
  if (admin === null) throw new CheckFailure('an admin registration', 'none', advice);
  const checked = fromAdminRegistration(admin);
  if ('problems' in checked) throw new CheckFailure('a valid registration', checked.problems.join('; '), advice);
  return checked.registration;
}

export async function callerOf({ admin }: Subject): Promise<Caller> {
  const { administrator } = await newAdministrator(admin.directory);
  return { principal: { ...administrator, superuser: true }, locale: 'en' };
}

export async function survey(subject: Subject): Promise<readonly Surveyed[]> {
  const registration = registrationOf(subject.description);
  const { controllers, models } = registration;
  expectThat(
    controllers.length > 0,
    'a registered controller',
    'none',
    'Register one. Without a controller there is nothing to check.',
  );
  const caller = await callerOf(subject);
  return controllers.map((controller) => {
    const model = modelOf(models, controller.model);
    const relations = controller.relations.flatMap((relation): RelationSelection[] => {
      const column = modelOf(models, relation.relatedModel).columns.find(({ name }) => name === relation.labelColumn);
      const counted: RelationSelection = { kind: 'count', relation };
      return column === undefined ? [counted] : [counted, { kind: 'related', relation, column, limit: PAGE_SIZE }];
    });
    return {
      controller,
      model,
      target: { caller, controller: controller.id },
      selection: { columns: model.columns, relations },
    };
  });
}

export function modelOf(models: readonly Model[], name: string): Model {
  const model = models.find((one) => one.name === name);
  if (model === undefined) throw new Error(`a checked registration has no model ${name}`);
  return model;
}

export function pageOf(selection: Selection, overrides: Partial<ListQuery> = {}): ListQuery {
  const page = { number: 1, size: PAGE_SIZE };
  return { selection, conditions: [], scopes: [], sorts: [], page, count: false, ...overrides };
}

/** The first records of the list, at least one: an empty list proves nothing. */
export async function firstRecords(
  { records }: Ports,
  { target, selection }: Surveyed,
): Promise<readonly AdminRecord[]> {
  const page = await records.list(target, pageOf(selection), CALL);
  expectThat(
    page.records.length > 0,
    `a record of ${target.controller}`,
    'none',
    'Add some records for every controller to the database that you check the host with.',
  );
  return page.records;
}

/** The condition that only these records meet. */
export function onlyWith({ model }: Surveyed, records: readonly AdminRecord[]): Matching {
  const index = model.columns.findIndex(({ name }) => name === model.primaryKey);
  const column: Column | undefined = model.columns[index];
  const values = records.flatMap(({ cells }): Cell[] => {
    const key = cells[index];
    if (key !== undefined && key.kind !== 'invalid' && key.kind !== 'truncated') return [key];
    throw new CheckFailure('a key that can be read', shown(key), 'Send the primary key as a value of its column.');
  });
  if (column === undefined) throw new Error('a checked model has its primary key among its columns');
  return { conditions: [{ kind: 'column', reference: { column }, operator: 'in', values }], scopes: [] };
}

const SEARCHED_WORDS = 2;

/** A search that finds at least this record, by words of its first text. Undefined: it has no text. */
export function searchFor({ model }: Surveyed, { cells }: AdminRecord): Search | undefined {
  const texts = model.columns.filter(({ type }) => type === 'string');
  const cell = cells[model.columns.findIndex(({ name }) => name === texts[0]?.name)];
  const words = cell?.kind === 'string' ? cell.value.split(/\s+/).filter((word) => word !== '') : [];
  if (words.length === 0) return undefined;
  const terms = [...new Set(words)].slice(-SEARCHED_WORDS);
  return { mode: 'all', terms, columns: texts.map((column) => ({ column })) };
}

/** Ids that do not exist, in forms that may trip up a database. */
export const STRANGE_IDS: readonly string[] = [
  'check-host',
  '-1',
  '99999999999999999999999',
  "' OR 1=1 --",
  '1 ',
  '%',
  '\u{1f989}',
];
