import { LOST, type Model } from '../linearize.js';

/** Records are identified by their ids. A database may reuse the id of a deleted record. */
export type Call =
  | { readonly kind: 'create'; readonly title: string; readonly tags: readonly string[] }
  /**
   * A form with its links, and the relation manager on its own. Each is read from a single snapshot, with everything in
   * it.
   */
  | { readonly kind: 'show' | 'tags'; readonly item: string }
  | ({ readonly kind: 'update'; readonly item: string } & Changes)
  | { readonly kind: 'delete'; readonly items: readonly string[] }
  /** The relation manager of an item's tags: belongs-to-many. */
  | { readonly kind: 'link' | 'unlink'; readonly item: string; readonly tags: readonly string[] }
  /** The relation manager of a category's items: has-many. */
  | { readonly kind: 'move' | 'release'; readonly category: string; readonly items: readonly string[] }
  | { readonly kind: 'list' }
  /** The application, through SQL: moves the item out of a scope or back, or links the hidden tag to it. */
  | { readonly kind: 'place'; readonly item: string; readonly to: Place }
  | { readonly kind: 'attach'; readonly item: string }
  /** The full contents of the tables, regardless of who may see them. */
  | { readonly kind: 'audit' };

export interface Changes {
  readonly title?: string;
  readonly quantity?: number;
  readonly tags?: readonly string[];
  /** Empty text means none. */
  readonly category?: string;
  /** The version that the change is based on. If absent, any version matches. */
  readonly version?: string;
}

/** Hidden: outside the list scope, and therefore outside the form scope. Sealed: outside the form scope only. */
export type Place = 'open' | 'sealed' | 'hidden';

export type Answer =
  | { readonly kind: 'created'; readonly item: string; readonly text: string }
  | { readonly kind: 'record' | 'conflict' | 'listed'; readonly text: string }
  | { readonly kind: 'done'; readonly count: number }
  | { readonly kind: 'invalid'; readonly field: string }
  | { readonly kind: 'not_found' }
  /** Anything else, in particular a fault. The model never gives it. */
  | { readonly kind: 'unexpected'; readonly text: string };

export interface Item {
  readonly title: string;
  readonly quantity: number;
  readonly version: number;
  /** Empty text means none. */
  readonly category: string;
  /** In ascending order. */
  readonly tags: readonly string[];
  readonly place: Place;
}

/** The items by id. Never changed in place. */
export type State = Readonly<Record<string, Item>>;

/** The tags and categories that the list scopes hide from the administrator. */
export const HIDDEN_TAG = '3';
const HIDDEN_CATEGORY = '3';
/** A title that the application's hooks reject, and an item that they refuse to delete. */
export const FORBIDDEN = 'Forbidden';
const KEPT_ITEM = '6';

const item = (title: string, more: Partial<Item> = {}): Item => ({
  title,
  quantity: 0,
  version: 1,
  category: '',
  tags: [],
  place: 'open',
  ...more,
});

/** The contents of the tables when a program begins. */
export const INITIAL: State = {
  1: item('Atlas', { category: '1', tags: ['1', HIDDEN_TAG] }),
  2: item('Ballads', { category: HIDDEN_CATEGORY }),
  [KEPT_ITEM]: item('Fables'),
};

/** The write path of the admin backend as documented (docs/admin/api.md, admin_record.proto). */
export const PROMISES: Model<State, Call, Answer> = {
  initial: INITIAL,
  next(state, call, answer) {
    // The parts of these programs stay alive, so every answer arrives.
    if (answer === LOST) return [];
    if (call.kind === 'create' && answer.kind === 'created' && state[answer.item] !== undefined) return [];
    const id = answer.kind === 'created' ? answer.item : '';
    const outcome = applied(state, call, id);
    return JSON.stringify(outcome.answer) === JSON.stringify(answer) ? [outcome.state ?? state] : [];
  },
  key: (state) => JSON.stringify(state),
};

interface Outcome {
  readonly answer: Answer;
  /** Absent if nothing changed. */
  readonly state?: State;
}

const NOT_FOUND: Outcome = { answer: { kind: 'not_found' } };
const invalid = (field: string): Outcome => ({ answer: { kind: 'invalid', field } });

/** @param created the id that the database assigned */
function applied(state: State, call: Call, created: string): Outcome {
  switch (call.kind) {
    case 'create': {
      if (call.tags.includes(HIDDEN_TAG)) return invalid('tags');
      if (call.title === FORBIDDEN) return invalid('title');
      const made = item(call.title, { tags: [...call.tags].sort() });
      return { answer: { kind: 'created', item: created, text: shown(made) }, state: { ...state, [created]: made } };
    }
    case 'show':
    case 'tags': {
      const found = inForm(state, call.item);
      if (found === undefined) return NOT_FOUND;
      if (call.kind === 'show') return { answer: { kind: 'record', text: shown(found) } };
      return { answer: { kind: 'listed', text: visible(found.tags).join() } };
    }
    case 'update':
      return updated(state, call);
    case 'delete': {
      if (call.items.some((id) => inForm(state, id) === undefined)) return NOT_FOUND;
      // A deletion has no fields, so the hook's text is the message.
      if (call.items.includes(KEPT_ITEM)) return invalid('');
      const left = Object.fromEntries(Object.entries(state).filter(([id]) => !call.items.includes(id)));
      return { answer: { kind: 'done', count: call.items.length }, state: left };
    }
    case 'link':
    case 'unlink': {
      const owner = inForm(state, call.item);
      if (owner === undefined || call.tags.includes(HIDDEN_TAG)) return NOT_FOUND;
      if (call.kind === 'unlink' && call.tags.some((tag) => !owner.tags.includes(tag))) return NOT_FOUND;
      const others = owner.tags.filter((tag) => !call.tags.includes(tag));
      const tags = call.kind === 'link' ? [...others, ...call.tags].sort() : others;
      // Writes only the pivot table: no version changes.
      const count = Math.abs(tags.length - owner.tags.length);
      return { answer: { kind: 'done', count }, state: { ...state, [call.item]: { ...owner, tags } } };
    }
    case 'move':
    case 'release': {
      const found = call.items.map((id) => [id, inForm(state, id)] as const);
      const isLinked = (one: Item): boolean => one.category === call.category;
      const missing = found.some(([, one]) => one === undefined || (call.kind === 'release' && !isLinked(one)));
      if (missing) return NOT_FOUND;
      const category = call.kind === 'move' ? call.category : '';
      const changed = (found as (readonly [string, Item])[])
        .filter(([, one]) => one.category !== category)
        .map(([id, one]) => [id, { ...one, category, version: one.version + 1 }] as const);
      return {
        answer: { kind: 'done', count: changed.length },
        state: { ...state, ...Object.fromEntries(changed) },
      };
    }
    case 'list':
      return { answer: { kind: 'listed', text: listedText(state) } };
    case 'place':
      return byApplication(state, call.item, (one) => ({ ...one, place: call.to }));
    case 'attach':
      return byApplication(state, call.item, (one) => ({
        ...one,
        tags: [...new Set([...one.tags, HIDDEN_TAG])].sort(),
      }));
    case 'audit':
      return { answer: { kind: 'listed', text: auditText(state) } };
  }
}

function updated(
  state: State,
  { item: id, title, quantity, tags, category, version }: Changes & { item: string },
): Outcome {
  const now = inForm(state, id);
  if (now === undefined) return NOT_FOUND;
  if (version !== undefined && version !== String(now.version)) {
    return { answer: { kind: 'conflict', text: shown(now) } };
  }
  if (tags?.includes(HIDDEN_TAG) === true) return invalid('tags');
  // Links that the caller cannot see remain (AD-75).
  const hidden = now.tags.filter((tag) => tag === HIDDEN_TAG);
  const isCategoryKept = category === undefined || (category === '' && now.category === HIDDEN_CATEGORY);
  const then: Item = {
    ...now,
    title: title ?? now.title,
    quantity: quantity ?? now.quantity,
    tags: tags === undefined ? now.tags : [...tags, ...hidden].sort(),
    category: isCategoryKept ? now.category : category,
  };
  if (JSON.stringify(then) === JSON.stringify(now)) return { answer: { kind: 'record', text: shown(now) } };
  if (title === FORBIDDEN) return invalid('title');
  const written = { ...then, version: now.version + 1 };
  return { answer: { kind: 'record', text: shown(written) }, state: { ...state, [id]: written } };
}

function byApplication(state: State, id: string, change: (item: Item) => Item): Outcome {
  const found = state[id];
  const answer = { kind: 'done', count: 0 } as const;
  return found === undefined ? { answer } : { answer, state: { ...state, [id]: change(found) } };
}

function inForm(state: State, id: string): Item | undefined {
  const found = state[id];
  return found?.place === 'open' ? found : undefined;
}

function visible(tags: readonly string[]): readonly string[] {
  return tags.filter((tag) => tag !== HIDDEN_TAG);
}

/** A record as its form shows it. */
export function shown({ title, quantity, version, category, tags }: Omit<Item, 'place'>): string {
  const seen = category === HIDDEN_CATEGORY ? '' : category;
  return `${title} ${quantity}, version ${version}, category ${seen || 'none'}, tags ${visible(tags).join()}`;
}

function listedText(state: State): string {
  return Object.entries(state)
    .filter(([, { place }]) => place !== 'hidden')
    .map(([id, { title, quantity }]) => `${id}: ${title} ${quantity}`)
    .join('; ');
}

export function auditText(state: State): string {
  return Object.entries(state)
    .map(([id, { title, quantity, version, category, tags, place }]) =>
      [id, title, quantity, version, category, tags.join(' '), place].join('|'),
    )
    .join('; ');
}
