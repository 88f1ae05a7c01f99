import type { ApiAnswer } from '../../support/admin/client.js';
import type { Event } from '../linearize.js';
import type { Command, Program } from './program.js';
import { INITIAL, shown, type Answer, type Call, type Item } from './promises.js';
import type { Target } from './target.js';

/** An item that the program's administrators know, and the version that one of them last saw. */
interface Known {
  readonly id: string;
  readonly version: number;
}

type Acted = Exclude<Call, { kind: 'audit' }>;

const ITEMS = '/acme/shop/items';

/** Runs the program against the target and returns what all clients saw. */
export async function history(program: Program, target: Target): Promise<Event<Call, Answer>[]> {
  await target.reset();
  const events: Event<Call, Answer>[] = [];
  let known: readonly Known[] = Object.keys(INITIAL).map((id) => ({ id, version: 1 }));

  for (const command of program.before) await perform(command, known);
  const atFork = known;
  await Promise.all(
    program.beside.map(async (branch) => {
      for (const command of branch) await perform(command, atFork);
    }),
  );
  for (const command of program.after) await perform(command, known);
  await record({ kind: 'audit' }, async () => ({ kind: 'listed', text: await target.audit() }));
  return events;

  async function perform(command: Command, at: readonly Known[]): Promise<void> {
    const call = prepare(command, at);
    await record(call, () => act(call));
  }

  async function record(call: Call, work: () => Promise<Answer>): Promise<void> {
    const began = performance.now();
    let answer: Answer;
    try {
      answer = await work();
    } catch (error) {
      answer = { kind: 'unexpected', text: String(error) };
    }
    events.push({ call, answer, began, ended: performance.now() });
  }

  async function act(call: Acted): Promise<Answer> {
    const { client } = target;
    switch (call.kind) {
      case 'show': {
        const answer = await client.get(`${ITEMS}/${call.item}`);
        return answer.status === 200 ? { kind: 'record', text: shown(seen(answer)) } : refused(answer);
      }
      case 'tags': {
        const answer = await client.get(`${ITEMS}/${call.item}/relations/tags`);
        if (answer.status !== 200) return refused(answer);
        const tags = (answer.data as ShownItem[]).map(({ id }) => id);
        return { kind: 'listed', text: tags.sort().join() };
      }
      case 'create': {
        const answer = await client.post(ITEMS, { title: call.title, tags: call.tags });
        if (answer.status !== 201) return refused(answer);
        return { kind: 'created', item: (answer.data as { id: string }).id, text: shown(seen(answer)) };
      }
      case 'update': {
        const { item, title, quantity, tags, category, version: _version } = call;
        const fields = { title, quantity, tags, category: category === '' ? null : category, _version };
        const answer = await client.put(`${ITEMS}/${item}`, fields);
        if (answer.status === 200) return { kind: 'record', text: shown(seen(answer)) };
        return answer.code === 'conflict' ? { kind: 'conflict', text: shown(seen(answer)) } : refused(answer);
      }
      case 'delete': {
        const [first, ...more] = call.items;
        if (more.length === 0) return counted(await client.delete(`${ITEMS}/${first!}`), () => 1);
        const answer = await client.post(`${ITEMS}/bulk-delete`, { ids: call.items });
        return counted(answer, ({ deleted }) => deleted);
      }
      case 'link':
      case 'unlink': {
        const answer = await client.post(`${ITEMS}/${call.item}/relations/tags/${call.kind}`, { ids: call.tags });
        return counted(answer, ({ count }) => count);
      }
      case 'move':
      case 'release': {
        const action = call.kind === 'move' ? 'link' : 'unlink';
        const path = `/acme/shop/categories/${call.category}/relations/items/${action}`;
        return counted(await client.post(path, { ids: call.items }), ({ count }) => count);
      }
      case 'list': {
        const answer = await client.get(`${ITEMS}?per_page=200`);
        if (answer.status !== 200) return refused(answer);
        const rows = [...(answer.data as ShownItem[])].sort(byId);
        return {
          kind: 'listed',
          text: rows.map(({ id, title, quantity }) => `${id}: ${title} ${quantity}`).join('; '),
        };
      }
      case 'place':
        await target.place(call.item, call.to);
        return { kind: 'done', count: 0 };
      case 'attach':
        await target.attach(call.item);
        return { kind: 'done', count: 0 };
    }
  }

  /** Records an answer in the model's terms, and remembers the version in it. */
  function seen({ data }: ApiAnswer): Omit<Item, 'place'> {
    const { id, title, quantity, _version, category, tags } = data as ShownItem;
    const version = Number(_version);
    known = [...known.filter((one) => one.id !== id), { id, version }].sort(byId);
    return { title, quantity, version, category: category ?? '', tags: [...tags].sort() };
  }
}

interface ShownItem {
  readonly id: string;
  readonly title: string;
  readonly quantity: number;
  readonly _version: string;
  readonly category: string | null;
  readonly tags: readonly string[];
}

/** The call in the model's terms. */
function prepare(command: Command, known: readonly Known[]): Acted {
  const at = (index: number): Known => known[index % known.length]!;
  const ids = (indexes: readonly number[]): string[] => [...new Set(indexes.map((index) => at(index).id))];
  switch (command.kind) {
    case 'create':
    case 'list':
      return command;
    case 'update': {
      const { id, version } = at(command.item);
      const from = { seen: String(version), old: String(version - 1), none: undefined }[command.version];
      return { kind: 'update', item: id, ...present(command.changes), ...(from !== undefined && { version: from }) };
    }
    case 'delete':
      return { kind: 'delete', items: ids(command.items) };
    case 'move':
    case 'release':
      return { ...command, items: ids(command.items) };
    default:
      return { ...command, item: at(command.item).id };
  }
}

function present<T extends object>(changes: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  const entries = Object.entries(changes).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Key in keyof T]?: Exclude<T[Key], undefined> };
}

function counted(answer: ApiAnswer, count: (data: { count: number; deleted: number }) => number): Answer {
  return answer.status === 200
    ? { kind: 'done', count: count(answer.data as { count: number; deleted: number }) }
    : refused(answer);
}

/** A refusal that the API documents. Faults are thrown, because the model never allows them. */
function refused({ status, code, fields, body }: ApiAnswer): Answer {
  if (status === 404 && code === 'not_found') return { kind: 'not_found' };
  if (status === 422 && code === 'validation_failed') return { kind: 'invalid', field: Object.keys(fields).join() };
  throw new Error(`${status} ${body}`);
}

function byId(a: { readonly id: string }, b: { readonly id: string }): number {
  return Number(a.id) - Number(b.id);
}
