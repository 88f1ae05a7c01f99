import type { CreateRecordResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/CreateRecordResponse';
import type { DeleteRecordsResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/DeleteRecordsResponse';
import type { GetPartialDataResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/GetPartialDataResponse';
import type { GetRecordResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/GetRecordResponse';
import type { InvalidField as ProtoInvalidField } from '@gatehouse/proto/generated/gatehouse/host/v1/InvalidField';
import type { LinkResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/LinkResponse';
import type { ListCandidatesResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/ListCandidatesResponse';
import type { ListRelatedResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/ListRelatedResponse';
import type { Record as ProtoRecord } from '@gatehouse/proto/generated/gatehouse/host/v1/Record';
import type { RunActionResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/RunActionResponse';
import type { UnlinkResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/UnlinkResponse';
import type { UpdateRecordResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/UpdateRecordResponse';
import type { UpdateSettingsResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/UpdateSettingsResponse';
import { MAX_ADMIN_TEXT } from '@gatehouse/proto/limits';
import { truncatedText } from '@gatehouse/proto/truncation';
import { Invalid, Refused } from '../model/controller.js';
import type { Model } from '../model/model.js';
import { say } from '../model/write-texts.js';
import { columnsOf } from '../sql/columns.js';
import type { Ask, DatabaseRefusal } from '../sql/database-refusal.js';
import { columnsAbout, refusalOf } from '../sql/database-refusal.js';

/** The unsuccessful outcomes of a write, on the wire. Each rpc uses the members that can occur for it. */
type Outcome = Pick<UpdateRecordResponse, 'conflict' | 'invalid' | 'notFound' | 'refused'> &
  Pick<UpdateSettingsResponse, 'invalid' | 'refused'> &
  Pick<CreateRecordResponse, 'invalid' | 'refused'> &
  Pick<RunActionResponse, 'invalid' | 'notFound' | 'refused'> &
  Pick<DeleteRecordsResponse, 'notFound' | 'refused'> &
  Pick<LinkResponse, 'notFound' | 'refused'> &
  Pick<UnlinkResponse, 'notFound' | 'refused'> &
  Pick<GetRecordResponse, 'notFound'> &
  Pick<ListRelatedResponse, 'notFound'> &
  Pick<ListCandidatesResponse, 'notFound'> &
  Pick<GetPartialDataResponse, 'notFound'>;

/** An unsuccessful outcome of a write. It is thrown so that the transaction always rolls back. */
export class RecordNotFound extends Error {
  override readonly name = 'RecordNotFound';
}

/** Another update was faster: rolls back the changes of this one's hooks, and returns the current record. */
export class RecordChanged extends Error {
  override readonly name = 'RecordChanged';

  constructor(readonly current: ProtoRecord) {
    super('the record now has another version');
  }
}

/** The members that the answer of each rpc has. Every other rpc reads, and has none. */
const MEMBERS: ReadonlyMap<string, readonly (keyof Outcome)[]> = new Map(
  Object.entries({
    CreateRecord: ['invalid', 'refused'],
    UpdateRecord: ['conflict', 'invalid', 'notFound', 'refused'],
    UpdateSettings: ['invalid', 'refused'],
    RunAction: ['invalid', 'notFound', 'refused'],
    ImportRecords: ['conflict', 'invalid', 'notFound', 'refused'],
    DeleteRecords: ['notFound', 'refused'],
    Link: ['notFound', 'refused'],
    Unlink: ['notFound', 'refused'],
    RunOnRecords: ['notFound', 'refused'],
    GetRecord: ['notFound'],
    ListRelated: ['notFound'],
    ListCandidates: ['notFound'],
    GetPartialData: ['notFound'],
  }),
);

/** Whether the answer of the rpc has such an outcome. Otherwise it is a fault: a scope that refuses to list, for example. */
export function hasOutcome(rpc: string, outcome: Outcome): boolean {
  return MEMBERS.get(rpc)?.some((member) => Object.hasOwn(outcome, member)) ?? false;
}

/** Rpcs that can report errors by field. Deleting and linking have no form with fields. */
const WITH_FIELDS: ReadonlySet<string> = new Set([
  'CreateRecord',
  'ImportRecords',
  'RunAction',
  'UpdateRecord',
  'UpdateSettings',
]);

/** Converts a thrown outcome for the wire; undefined for every other error. */
export function outcomeOf(error: unknown, rpc: string): Outcome | undefined {
  if (error instanceof RecordNotFound) return { notFound: {} };
  if (error instanceof RecordChanged) return { conflict: error.current };
  if (error instanceof Refused) return { refused: { message: shortened(error.message) } };
  if (error instanceof Invalid) {
    if (WITH_FIELDS.has(rpc)) return { invalid: { fields: invalidFields(error.fields) } };
    // In the order of the names, the same in every SDK: maps of Go have none.
    const messages = Object.entries(error.fields).sort(([a], [b]) => (a < b ? -1 : 1));
    return { refused: { message: shortened(messages.flatMap(([, texts]) => texts).join(' ')) } };
  }
  return undefined;
}

function invalidFields(fields: Readonly<Record<string, readonly string[]>>): ProtoInvalidField[] {
  return Object.entries(fields).map(([field, messages]) => ({
    field,
    messages: (messages.length > 0 ? messages : ['']).map(shortened),
  }));
}

/** At most as many characters of a message as the contract allows: code points, so that no half of one is sent. */
export function beginning(message: string): string {
  return truncatedText(message, MAX_ADMIN_TEXT) ?? message;
}

/** The contract limits the length of messages, and does not allow an empty one. */
function shortened(message: string): string {
  return message === '' ? '—' : beginning(message);
}

type Values = Readonly<Record<string, unknown>>;

/** A statement of the SDK that the database refused. Unlike for a hook's statement, the written values are known. */
export class DatabaseRefused extends Error {
  override readonly name = 'DatabaseRefused';

  constructor(
    readonly table: string,
    readonly values: Values,
    readonly refusal: DatabaseRefusal,
    cause: unknown,
  ) {
    super(`the database rejected a write to ${table}`, { cause });
  }
}

/** Runs a statement that writes these values to the model's table. Throws DatabaseRefused if the database refuses them. */
export async function writing<T>({ table }: Model, values: Values, statement: () => Promise<T>): Promise<T> {
  try {
    return await statement();
  } catch (error) {
    const refusal = refusalOf(error);
    throw refusal === undefined ? error : new DatabaseRefused(table, values, refusal, error);
  }
}

/** Whether the error is a refusal of the application or the database, rather than a fault. */
export function isRefusedWrite(error: unknown): boolean {
  const isOutcome = error instanceof Invalid || error instanceof Refused || error instanceof DatabaseRefused;
  return isOutcome || refusalOf(error) !== undefined;
}

export interface RefusedWrite {
  readonly rpc: string;
  readonly locale: string;
  /** The model that the rpc is about; absent for settings. */
  readonly model: Model | undefined;
  readonly ask: Ask;
  /** Called with the error if looking up the columns of the refusal fails. */
  readonly onUnanswered: (error: unknown) => void;
}

/**
 * Converts a database refusal to an outcome: on the columns if they are known, otherwise as a message. Undefined for a
 * fault: every other error, and a value from a hook or an action that no type can hold.
 */
export async function databaseOutcome(error: unknown, about: RefusedWrite): Promise<Outcome | undefined> {
  const ours = error instanceof DatabaseRefused ? error : undefined;
  const refusal = ours?.refusal ?? refusalOf(error);
  if (refusal === undefined) return undefined;
  if (ours === undefined && ['data', 'limit', 'syntax'].includes(refusal.kind)) return undefined;
  const message = messageOf(refusal, about);
  const columns = WITH_FIELDS.has(about.rpc) ? await declaredColumns(refusal, ours, about) : [];
  if (columns.length === 0) return refusal.kind === 'syntax' ? undefined : { refused: { message } };
  return { invalid: { fields: columns.map((field): ProtoInvalidField => ({ field, messages: [message] })) } };
}

function messageOf({ kind, message = '' }: DatabaseRefusal, { rpc, locale }: RefusedWrite): string {
  switch (kind) {
    case 'unique':
      return say('taken', locale);
    case 'notNull':
      return say('required', locale);
    case 'needed':
      return say('needed', locale);
    case 'missing':
      // SQLite has one message for both ends of a foreign key.
      return say(rpc === 'DeleteRecords' ? 'needed' : 'missing', locale);
    case 'check':
      return say('notAllowed', locale);
    case 'data':
    case 'limit':
    case 'syntax':
      return say('unfit', locale);
    case 'trigger':
      return shortened(message);
  }
}

/**
 * Columns of the model that caused the refusal. Columns of another table, which a hook wrote, are not fields of the form.
 * The refusal itself is known: if the columns cannot be looked up, it is reported without them.
 */
async function declaredColumns(
  refusal: DatabaseRefusal,
  ours: DatabaseRefused | undefined,
  { model, ask, onUnanswered }: RefusedWrite,
): Promise<readonly string[]> {
  if (model === undefined) return [];
  const table = refusal.table ?? ours?.table;
  // A database names the table without its schema.
  if (table === undefined || model.table.split('.').at(-1) !== table.split('.').at(-1)) return [];
  const columns = await columnsAbout(refusal, model.table, ours?.values ?? {}, ask).catch((error: unknown) => {
    onUnanswered(error);
    return [];
  });
  return [...new Set(columns)].filter((name) => columnsOf(model).has(name));
}
