import { expect } from 'chai';
import { DummyDriver, Kysely, sql, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type { AnyTables, Query } from '../model/model.js';
import { CompiledQueries, isUnlimited } from './compiled-queries.js';

const db = new Kysely<AnyTables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (kysely) => new SqliteIntrospector(kysely),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});
const posts = db.selectFrom('posts');
const owned = (owner: number) => posts.where('owner', '=', owner);

describe('queries that are compiled once', () => {
  let queries: CompiledQueries;
  let built: number;
  beforeEach(() => {
    queries = new CompiledQueries();
    built = 0;
  });

  /** The posts of `base` with this state. */
  function ask(base: Query<AnyTables, string>, state: string, shape: string | undefined = 'by state') {
    const { sql: text, parameters } = queries.query({
      base,
      shape,
      parameters: { state },
      build: (all, given) => {
        built += 1;
        return all.where('state', '=', given.state).select('id').where('kind', '=', 'post').limit(sql.lit(1));
      },
    });
    return { text, parameters };
  }

  it('bind the parameters of scopes and of each use anew', () => {
    for (const [owner, state] of [
      [1, 'live'],
      [2, 'draft'],
      [2, 'live'],
    ] as const)
      expect(ask(owned(owner), state)).to.deep.equal({
        text: 'select "id" from "posts" where "owner" = ? and "state" = ? and "kind" = ? limit 1',
        parameters: [owner, state, 'post'],
      });
    expect(built).to.equal(1);
  });

  it('are others for other scopes and other shapes', () => {
    expect(ask(posts, 'live').parameters).to.deep.equal(['live', 'post']);
    expect(ask(owned(1), 'live').parameters).to.deep.equal([1, 'live', 'post']);
    expect(ask(owned(1).where('site', '=', 5), 'live').parameters).to.deep.equal([1, 5, 'live', 'post']);
    expect(ask(owned(1), 'live', 'another').parameters).to.deep.equal([1, 'live', 'post']);
    expect(built).to.equal(4);
    expect(ask(posts, 'draft').parameters).to.deep.equal(['draft', 'post']);
    expect(built).to.equal(4);
  });

  it('are compiled for one use without a shape, and with a long one', () => {
    for (const shape of [undefined, 'x'.repeat(5000)]) {
      built = 0;
      for (const state of ['live', 'draft'])
        expect(
          queries.query({
            base: posts,
            shape,
            parameters: { state },
            build: (all, given) => {
              built += 1;
              return all.where('state', '=', given.state).select('id');
            },
          }).parameters,
        ).to.deep.equal([state]);
      expect(built).to.equal(2);
    }
  });

  it('are compiled for each use if a scope did more than add conditions', () => {
    const joined = posts.innerJoin('tags', 'tags.post', 'posts.id') as unknown as Query<AnyTables, string>;
    for (const base of [joined, posts.distinct(), owned(1).limit(5), owned(1).offset(5)] as never[]) {
      built = 0;
      ask(base, 'live');
      ask(base, 'live');
      expect(built).to.equal(2);
    }
  });

  it('are compiled for each use if values come before those of the scopes', () => {
    for (const owner of [1, 2]) {
      const { parameters } = queries.query({
        base: owned(owner),
        shape: 'labeled',
        parameters: {},
        build: (all) => all.select(sql`${'label'}`.as('label')),
      });
      expect(parameters).to.deep.equal(['label', owner]);
    }
  });

  it('may be statements without scopes', () => {
    const update = (id: string, title: string) =>
      queries.statement({
        shape: 'title',
        parameters: [id, title],
        build: (given: readonly unknown[]) => {
          built += 1;
          return db.updateTable('posts').set({ title: given[1] }).where('id', '=', given[0]);
        },
      }).parameters;
    expect([update('1', 'One'), update('2', 'Two')]).to.deep.equal([
      ['One', '1'],
      ['Two', '2'],
    ]);
    expect(built).to.equal(1);
  });

  it('know a query that no scope changed', () => {
    expect(isUnlimited(posts)).to.equal(true);
    for (const limited of [owned(1), posts.distinct(), posts.limit(1)]) expect(isUnlimited(limited)).to.equal(false);
  });
});
