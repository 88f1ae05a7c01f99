import fc from 'fast-check';
import { FORBIDDEN, HIDDEN_TAG, type Place } from './promises.js';

/** The next step of an administrator or the application. A number selects among the items known at that time. */
export type Command =
  | { readonly kind: 'create'; readonly title: string; readonly tags: readonly string[] }
  | { readonly kind: 'show'; readonly item: number }
  | { readonly kind: 'tags'; readonly item: number }
  | { readonly kind: 'attach'; readonly item: number }
  | {
      readonly kind: 'update';
      readonly item: number;
      readonly changes: {
        readonly title?: string | undefined;
        readonly quantity?: number | undefined;
        readonly tags?: readonly string[] | undefined;
        readonly category?: string | undefined;
      };
      /** The item that the administrator saw last, an earlier one, or none. */
      readonly version: 'seen' | 'old' | 'none';
    }
  | { readonly kind: 'delete'; readonly items: readonly number[] }
  | { readonly kind: 'link' | 'unlink'; readonly item: number; readonly tags: readonly string[] }
  | { readonly kind: 'move' | 'release'; readonly category: string; readonly items: readonly number[] }
  | { readonly kind: 'list' }
  | { readonly kind: 'place'; readonly item: number; readonly to: Place };

/** Runs steps one after another, then in parallel, and finally reads the tables. */
export interface Program {
  readonly before: readonly Command[];
  readonly beside: readonly (readonly Command[])[];
  readonly after: readonly Command[];
}

const item = fc.nat({ max: 4 });
const items = fc.uniqueArray(item, { minLength: 1, maxLength: 3 });
const category = fc.constantFrom('1', '2');
const title = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('Atlas', 'Ballads', 'Codex') },
  { weight: 1, arbitrary: fc.constant(FORBIDDEN) },
);
/** Rarely includes the one that the administrator cannot see. */
const tagsOf = (minLength: number): fc.Arbitrary<readonly string[]> =>
  fc.oneof(
    { weight: 8, arbitrary: fc.uniqueArray(fc.constantFrom('1', '2'), { minLength, maxLength: 2 }) },
    { weight: 1, arbitrary: fc.constant(['1', HIDDEN_TAG]) },
  );
const one = <Kind extends string>(...kinds: Kind[]): fc.Arbitrary<Kind> => fc.constantFrom(...kinds);

const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: one('create'), title, tags: tagsOf(0) }) },
  { weight: 1, arbitrary: fc.record({ kind: one('show'), item }) },
  { weight: 1, arbitrary: fc.record({ kind: one('tags'), item }) },
  { weight: 1, arbitrary: fc.record({ kind: one('list') }) },
  {
    weight: 7,
    arbitrary: fc.record({
      kind: one('update'),
      item,
      changes: fc.record(
        { title, quantity: fc.nat({ max: 2 }), tags: tagsOf(0), category: fc.constantFrom('1', '2', '') },
        { requiredKeys: [] },
      ),
      version: one('seen', 'seen', 'old', 'none', 'none'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: one('delete'), items }) },
  { weight: 4, arbitrary: fc.record({ kind: one('link', 'unlink'), item, tags: tagsOf(1) }) },
  { weight: 4, arbitrary: fc.record({ kind: one('move', 'release'), category, items }) },
  { weight: 1, arbitrary: fc.record({ kind: one('place'), item, to: one('open', 'sealed', 'hidden') }) },
  { weight: 1, arbitrary: fc.record({ kind: one('attach'), item }) },
);

export const PROGRAMS: fc.Arbitrary<Program> = fc.record({
  before: fc.array(command, { maxLength: 5 }),
  beside: fc.array(fc.array(command, { minLength: 1, maxLength: 3 }), { maxLength: 4 }),
  after: fc.array(command, { maxLength: 3 }),
});
