import { expect } from 'chai';
import { ids, journal, seed, type Current } from './records-support.js';
import { aQuery, CALL, item, items, NOTHING } from './subject.js';

interface Shelf {
  /** Ids of items: in both scopes, outside the list scope only, outside the form scope only. */
  readonly open: string;
  readonly unlisted: string;
  readonly locked: string;
  /** Reviews that the shop's scopes hide in the same ways. */
  readonly reviews: Readonly<Record<'open' | 'unlisted' | 'locked', string>>;
}

/** The result of each rpc for an existing record, one that the list scope hides and one that the form scope hides. */
type Row = readonly [what: string, ask: (which: keyof Shelf['reviews'], shelf: Shelf) => Promise<string>, Expected];
type Expected = Readonly<Record<'open' | 'unlisted' | 'locked', 'there' | 'hidden'>>;

const BY_LIST: Expected = { open: 'there', unlisted: 'hidden', locked: 'there' };
const BY_FORM: Expected = { open: 'there', unlisted: 'there', locked: 'hidden' };
const BY_BOTH: Expected = { open: 'there', unlisted: 'hidden', locked: 'hidden' };

/**
 * admin_record.proto: a record out of scope does not exist. Tests every rpc that takes or returns a record against both
 * scopes.
 */
export function recordScopes(current: Current): void {
  const existence = (outcome: string): string => (outcome === 'notFound' ? 'hidden' : 'there');
  const outcomeOf = async (call: Promise<{ readonly outcome: string } | object>): Promise<string> => {
    const answer = await call;
    return 'outcome' in answer ? existence(answer.outcome) : 'there';
  };
  const among = (found: readonly string[], id: string): string => (found.includes(id) ? 'there' : 'hidden');
  const target = (id: string, relation: string) => ({ ...item(id), relation: current().relation(relation) });
  const query = aQuery({ page: { number: 1, size: 200 } });
  const reviewsOf = () => ({ ...items(), controller: 'acme.shop.reviews' });
  const labels = () => ({
    kind: 'relation' as const,
    relation: current().relation('reviews'),
    label: current().column('Review', 'body'),
  });
  const listed = async (
    call: Promise<{ outcome: 'found'; value: { records: readonly { id: string }[] } } | object>,
  ) => {
    const found = await call;
    if (!('value' in found)) expect.fail(JSON.stringify(found));
    return found.value.records.map(({ id }) => id);
  };
  const options = async (ofIds: readonly string[]): Promise<string[]> => {
    const page = { number: 1, size: 200 };
    const asked = { source: labels(), terms: [], ids: ofIds, page, formValues: [] };
    return (await current().ports.options.options(items(), asked, CALL)).options.map(({ value }) => value);
  };
  const putUnder = (review: string, owner: string | null) =>
    current()
      .db.updateTable('reviews')
      .set({ item_id: owner === null ? null : Number(owner) })
      .where('id', '=', Number(review))
      .execute();

  const ROWS: readonly Row[] = [
    [
      'ListRecords',
      async (w, s) => among(ids(await current().ports.records.list(items(), query, CALL)), s[w]),
      BY_LIST,
    ],
    [
      'GetRecord of a list',
      (w, s) => outcomeOf(current().ports.records.get(item(s[w]), NOTHING, 'list', CALL)),
      BY_LIST,
    ],
    [
      'GetRecord of a form',
      (w, s) => outcomeOf(current().ports.records.get(item(s[w]), NOTHING, 'form', CALL)),
      BY_FORM,
    ],
    [
      'UpdateRecord',
      (w, s) => {
        const write = { columns: [{ column: current().column('Item', 'stock'), value: STOCK }], relations: [] };
        return outcomeOf(current().ports.records.update(item(s[w]), write, { selection: NOTHING }, CALL));
      },
      BY_FORM,
    ],
    ...(['list', 'form'] as const).flatMap((scope): Row[] => [
      [
        `DeleteRecords of one, from a ${scope}`,
        (w, s) => outcomeOf(current().ports.records.delete(items(), [s[w]], scope, CALL)),
        BY_BOTH,
      ],
      [
        `DeleteRecords of several, from a ${scope}`,
        async (w, s) => {
          const [other] = await seed(current(), [{ title: 'another one' }]);
          return outcomeOf(current().ports.records.delete(items(), [other!, s[w]], scope, CALL));
        },
        BY_BOTH,
      ],
    ]),
    [
      'ListRelated, its owner',
      (w, s) => outcomeOf(current().ports.relations.related(target(s[w], 'tags'), query, CALL)),
      BY_FORM,
    ],
    [
      'ListCandidates, their owner',
      (w, s) => outcomeOf(current().ports.relations.candidates(target(s[w], 'tags'), query, [], CALL)),
      BY_FORM,
    ],
    [
      'Link, the owner',
      (w, s) => outcomeOf(current().ports.relations.link(target(s[w], 'reviews'), [s.reviews.open], CALL)),
      BY_FORM,
    ],
    [
      'Unlink, the owner',
      async (w, s) => {
        await putUnder(s.reviews.open, s[w]);
        return outcomeOf(current().ports.relations.unlink(target(s[w], 'reviews'), [s.reviews.open], CALL));
      },
      BY_FORM,
    ],
    [
      'ListRelated, the related record',
      async (w, s) => {
        await putUnder(s.reviews[w], s.open);
        return among(
          await listed(current().ports.relations.related(target(s.open, 'reviews'), query, CALL)),
          s.reviews[w],
        );
      },
      BY_LIST,
    ],
    [
      'ListCandidates of a has-many relation',
      async (w, s) =>
        among(
          await listed(current().ports.relations.candidates(target(s.open, 'reviews'), query, [], CALL)),
          s.reviews[w],
        ),
      BY_BOTH,
    ],
    [
      'ListCandidates of a has-many relation, resolved',
      async (w, s) => {
        const chosen = [s.reviews[w]];
        return among(
          await listed(current().ports.relations.candidates(target(s.open, 'reviews'), query, chosen, CALL)),
          s.reviews[w],
        );
      },
      BY_BOTH,
    ],
    [
      'Link of a has-many relation, the related record',
      (w, s) => outcomeOf(current().ports.relations.link(target(s.open, 'reviews'), [s.reviews[w]], CALL)),
      BY_BOTH,
    ],
    [
      'Unlink of a has-many relation, the related record',
      async (w, s) => {
        await putUnder(s.reviews[w], s.open);
        return outcomeOf(current().ports.relations.unlink(target(s.open, 'reviews'), [s.reviews[w]], CALL));
      },
      BY_BOTH,
    ],
    // A link of a belongs-to-many relation writes nothing to the related record, so the form scope that hides it does
    // not apply.
    [
      'ListCandidates of a belongs-to-many relation',
      async (w, s) =>
        among(await listed(current().ports.relations.candidates(target(s.open, 'friends'), query, [], CALL)), s[w]),
      BY_LIST,
    ],
    [
      'Link of a belongs-to-many relation, the related record',
      (w, s) => outcomeOf(current().ports.relations.link(target(s.open, 'friends'), [s[w]], CALL)),
      BY_LIST,
    ],
    [
      'Unlink of a belongs-to-many relation, the related record',
      async (w, s) => {
        const friend = { item_id: Number(s.open), friend_id: Number(s[w]) };
        await current().db.insertInto('item_friend').values(friend).execute();
        return outcomeOf(current().ports.relations.unlink(target(s.open, 'friends'), [s[w]], CALL));
      },
      BY_LIST,
    ],
    ['ListOptions', async (w, s) => among(await options([]), s.reviews[w]), BY_LIST],
    ['ListOptions, resolved', async (w, s) => among(await options([s.reviews[w]]), s.reviews[w]), BY_LIST],
    [
      'a relation in UpdateRecord',
      async (w, s) => {
        const write = { columns: [], relations: [{ relation: current().relation('parent'), ids: [s[w]] }] };
        const outcome = await current().ports.records.update(item(s.open), write, { selection: NOTHING }, CALL);
        return outcome.outcome === 'invalid' ? 'hidden' : 'there';
      },
      BY_LIST,
    ],
    [
      'a label in GetRecord',
      async (w, s) => {
        await current()
          .db.updateTable('items')
          .set({ parent_id: Number(s[w]) })
          .where('id', '=', Number(s.open))
          .execute();
        const label = { relation: current().relation('parent'), column: current().column('Item', 'title'), limit: 1 };
        const selection = { columns: [], relations: [{ kind: 'related' as const, ...label }] };
        const record = await current().ports.records.get(item(s.open), selection, 'form', CALL);
        const [related] = 'relations' in record ? record.relations : [];
        return among(related?.kind === 'related' ? related.items.map(({ id }) => id) : [], s[w]);
      },
      BY_LIST,
    ],
    [
      'RunAction',
      (w, s) =>
        outcomeOf(current().ports.actions.run(items(), { action: 'restock', values: [], recordId: s[w] }, CALL)),
      BY_FORM,
    ],
    [
      'GetPartialData',
      (w, s) => outcomeOf(current().ports.partialData.viewModel(items(), { name: 'stats', recordId: s[w] }, CALL)),
      BY_FORM,
    ],
  ];

  async function shelf(): Promise<Shelf> {
    const { db, database } = current();
    const [open, unlisted, locked] = await seed(current(), [
      { title: 'open' },
      { title: 'unlisted', archived: database.engine === 'sqlite' ? 1 : true },
      { title: 'locked', owner: 'somebody else' },
    ]);
    const bodies = ['open', 'unlisted', 'locked'].map((body) => ({ body }));
    const made = await db.insertInto('reviews').values(bodies).returning('id').execute();
    const [a, b, c] = made.map(({ id }) => String(id));
    return { open: open!, unlisted: unlisted!, locked: locked!, reviews: { open: a!, unlisted: b!, locked: c! } };
  }

  const everything = async () => ({
    items: await current().db.selectFrom('items').selectAll().orderBy('id').execute(),
    reviews: await current().db.selectFrom('reviews').selectAll().orderBy('id').execute(),
  });

  for (const [what, ask, expected] of ROWS) {
    for (const which of ['open', 'unlisted', 'locked'] as const) {
      it(`${what}: a record that is ${which} is ${expected[which]}`, async () => {
        const rows = await shelf();
        expect(await ask(which, rows)).to.equal(expected[which]);
      });
    }
  }

  it('changes nothing and runs no hook if one of several records is hidden', async () => {
    const rows = await shelf();
    const { ports } = current();
    const before = await everything();
    for (const which of ['unlisted', 'locked'] as const) {
      const [both, linked] = [
        [rows.open, rows[which]],
        [rows.reviews.open, rows.reviews[which]],
      ];
      for (const call of [
        ports.records.delete(items(), both, 'list', CALL),
        ports.records.delete(items(), both, 'form', CALL),
        ports.relations.link(target(rows.open, 'reviews'), linked, CALL),
        ports.relations.unlink(target(rows.open, 'reviews'), linked, CALL),
        ports.records.delete(reviewsOf(), linked, 'list', CALL),
      ]) {
        expect(await call).to.deep.equal({ outcome: 'notFound' });
      }
    }
    expect(await everything()).to.deep.equal(before);
    expect(await journal(current())).to.deep.equal([]);
  });

  it('a scope of a filter gets no record that the caller may not see, and finds nothing through one (AD-642)', async () => {
    const { db, database, ports } = current();
    const category = async (values: { readonly name: string; readonly hidden?: number | boolean }): Promise<number> =>
      (await db.insertInto('categories').values(values).returning('id').executeTakeFirstOrThrow()).id;
    const shown = await category({ name: 'shown' });
    const hidden = await category({ name: 'hidden', hidden: database.engine === 'sqlite' ? 1 : true });
    const [one, other] = await seed(current(), [
      { title: 'in the shown one', category_id: shown },
      { title: 'in the hidden one', category_id: hidden },
    ]);
    const found = async (chosen: readonly number[], valuesOf?: string) => {
      const values = chosen.map((id) => ({ kind: 'string', value: String(id) }) as const);
      const scopes = [{ name: 'inCategories', values, ...(valuesOf !== undefined && { valuesOf }) }];
      const walk = { matching: { conditions: [], scopes }, selection: NOTHING, after: '', limit: 10 };
      return {
        list: ids(await ports.records.list(items(), aQuery({ scopes }), CALL)),
        walk: (await ports.bulk.walk(items(), walk, ({ id }) => id, CALL)).records,
      };
    };
    expect(await found([shown, hidden])).to.deep.equal({ list: [one, other], walk: [one, other] });
    expect(await found([shown, hidden], 'Category')).to.deep.equal({ list: [one], walk: [one] });
    expect(await found([hidden], 'Category')).to.deep.equal({ list: [], walk: [] });
  });
}

const STOCK = { kind: 'int64', value: 77n } as const;
