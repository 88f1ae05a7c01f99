import { NoJsonForm } from '@gatehouse/proto/encoding';
import type { Rpc } from '@gatehouse/proto/rpc';
import { status } from '@grpc/grpc-js';
import type { Connection } from '../../../daemon/hostcheck/subject/connection.js';
import { RpcStatus } from '../../../daemon/hostcheck/subject/connection.js';

type Message = Readonly<Record<string, unknown>>;

/** One call that every host gets. Its request may depend on earlier answers of the same host, such as a version. */
export interface Step {
  readonly what: string;
  readonly rpc: Rpc<never, unknown>;
  readonly request: (seen: Seen) => Message;
  /** Whether the host must name the field if it rejects the request as malformed: it breaks a rule of the field. */
  readonly namesField?: boolean;
}

/** The answer of a host to an earlier step, by the name of the step. */
export type Seen = (what: string) => Message;

/** The answers of a host as texts, by the names of the steps: equal hosts give equal texts. */
export async function play(steps: readonly Step[], connection: Connection): Promise<ReadonlyMap<string, string>> {
  const answers = new Map<string, string>();
  const messages = new Map<string, Message>();
  const names = new Names();
  const seen: Seen = (what) => {
    const message = messages.get(what);
    if (message === undefined) throw new Error(`no answer to "${what}" was seen before`);
    return message;
  };
  for (const { what, rpc, request, namesField } of steps) {
    if (answers.has(what)) throw new Error(`two steps have the name "${what}"`);
    try {
      const answer = (await connection.call(rpc, request(seen) as never)) as Message;
      messages.set(what, answer);
      answers.set(what, JSON.stringify(comparable(answer, names)));
    } catch (error) {
      answers.set(what, failure(error, namesField));
    }
  }
  return answers;
}

/** The path of the field is the beginning of the message. */
function failure(error: unknown, namesField = false): string {
  // Over HTTP with JSON, some malformed values cannot be sent at all.
  if (error instanceof NoJsonForm) return 'not sent';
  if (!(error instanceof RpcStatus)) throw error;
  const name = status[error.code] ?? String(error.code);
  if (!namesField || error.code !== (status.INVALID_ARGUMENT as number)) return name;
  return `${name} ${/^[\w.[\]]*/.exec(error.details)?.[0] ?? ''}`;
}

/** The names of values that a host chooses itself: the same value has the same name, in the order of their appearance. */
class Names {
  readonly #names = new Map<string, string>();

  of(kind: string, value: string): string {
    const key = `${kind} ${value}`;
    const name = this.#names.get(key) ?? `${kind} ${this.#names.size}`;
    this.#names.set(key, name);
    return name;
  }
}

/** Chosen by the host, and opaque to Gatehouse. */
const OPAQUE = new Set(['accessToken', 'version', 'versions']);
/** The fields of an invalid record; what a description lists. */
const IN_ANY_ORDER = new Set(['fields', 'capabilities', 'models', 'columns', 'controllers', 'permissions']);
const DECIMAL = /^-?\d+(?:\.\d+)?$/;

/** The value in one of its forms, with its members in order. */
function comparable(value: unknown, names: Names, key = ''): unknown {
  if (typeof value === 'string') return comparableText(value, names, key);
  if (Buffer.isBuffer(value)) return `0x${value.toString('hex')}`;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => comparable(item, names, key));
    return IN_ANY_ORDER.has(key) ? items.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) : items;
  }
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? 0 : value;
  const isView = 'ownerId' in value;
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(
    entries
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, comparable(member, names, isView && name === 'id' ? 'version' : name)]),
  );
}

function comparableText(value: string, names: Names, key: string): unknown {
  if (OPAQUE.has(key) && value !== '') return names.of(key, value);
  // A host may keep JSON in another form.
  if ((key === 'metadataJson' && value !== '') || key === 'jsonValue') return comparable(JSON.parse(value), names);
  // Trailing zeros have no meaning. Among the texts of a column are decimals.
  if ((key === 'decimalValue' || key === 'texts') && DECIMAL.test(value) && value.includes('.')) {
    return value.replace(/\.?0+$/, '');
  }
  // And JSON.
  if (key === 'texts' && /^[[{"]/.test(value)) return comparable(JSON.parse(value), names);
  return value;
}
