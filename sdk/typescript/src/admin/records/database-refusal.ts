import type { Model } from '../model/model.js';
import { refusalOf, type DatabaseRefusal } from '../sql/constraint.js';
import { columnsAbout, type Ask } from '../sql/refused-columns.js';
import { columnsOf } from '../sql/table-reference.js';
import { shortened, WITH_FIELDS } from './outcomes.js';
import { say } from './texts.js';

type Values = Readonly<Record<string, unknown>>;

/** A statement of ours that the database refused: unlike one of a hook, it is known what it wrote. */
export class DatabaseRefused extends Error {
  override readonly name = 'DatabaseRefused';

  constructor(
    readonly table: string,
    readonly values: Values,
    readonly refusal: DatabaseRefusal,
    cause: unknown,
  ) {
    super(`the database refused a write to ${table}`, { cause });
  }
}

/** Runs a statement that writes these values to the model's table. Throws DatabaseRefused for what the database refuses. */
export async function writing<T>({ table }: Model, values: Values, statement: () => Promise<T>): Promise<T> {
  try {
    return await statement();
  } catch (error) {
    const refusal = refusalOf(error);
    throw refusal === undefined ? error : new DatabaseRefused(table, values, refusal, error);
  }
}

export interface Refused {
  readonly rpc: string;
  readonly locale: string;
  /** The model that the rpc is about; absent for settings. */
  readonly model: Model | undefined;
  readonly ask: Ask;
  /** Told why it could not be asked which columns the refusal is about. */
  readonly onUnanswered: (error: unknown) => void;
}

/**
 * What the database refused, as an outcome: on the columns where it can be known which they are, otherwise as a message.
 * Undefined for a fault: every other error, and a value that a hook or an action made up and that no type can hold.
 */
export async function databaseOutcome(error: unknown, about: Refused): Promise<object | undefined> {
  const ours = error instanceof DatabaseRefused ? error : undefined;
  const refusal = ours?.refusal ?? refusalOf(error);
  if (refusal === undefined || (refusal.kind === 'data' && ours === undefined)) return undefined;
  const message = messageOf(refusal, about);
  const columns = WITH_FIELDS.has(about.rpc) ? await declaredColumns(refusal, ours, about) : [];
  if (columns.length === 0) return { refused: { message } };
  return { invalid: { fields: columns.map((field) => ({ field, messages: [message] })) } };
}

function messageOf({ kind, message = '' }: DatabaseRefusal, { rpc, locale }: Refused): string {
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
      return say('unfit', locale);
    case 'trigger':
      return shortened(message);
  }
}

/**
 * Columns of the model that the refusal is about. Another table's, which a hook wrote, are none of the form's. The refusal
 * itself is known: where the database cannot be asked for more, it is told without them.
 */
async function declaredColumns(
  refusal: DatabaseRefusal,
  ours: DatabaseRefused | undefined,
  { model, ask, onUnanswered }: Refused,
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
