import { expect } from 'chai';
import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from 'kysely';
import * as column from '../model/column.js';
import { computed } from '../model/computed.js';
import { columnOf, columnsOf, valueSql } from './columns.js';

const db = new Kysely<Record<string, never>>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (kysely) => new SqliteIntrospector(kysely),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});

const full = computed(column.string(), (of) => sql`${of('first')} || ${sql.lit(' ')} || ${of('last')}`);
const model = { columns: { id: column.integer(), first: column.string() }, computed: { full } } as never;

describe('computed columns of a model', () => {
  it('are columns of the model that no form writes (AD-22)', () => {
    expect([...columnsOf(model).keys()]).to.deep.equal(['id', 'first', 'full']);
    expect(columnOf(model, 'full', 'x').protected).to.equal(true);
  });

  it('are their expression over the columns of the table or its alias (AD-22)', () => {
    expect(valueSql(full, 'people', 'full').compile(db).sql).to.equal(`("people"."first" || ' ' || "people"."last")`);
    expect(valueSql(column.string(), 'p', 'first').compile(db).sql).to.equal('"p"."first"');
  });

  it('have no parameters, whose order in a query would be unknown (AD-22)', () => {
    const bad = { columns: {}, computed: { bad: computed(column.string(), (of) => sql`${of('a')} || ${'x'}`) } };
    expect(() => columnsOf(bad)).to.throw('the computed column bad has parameters; write constants with sql.lit');
  });

  it('do not replace a column of the table (AD-22)', () => {
    const twice = { columns: { full: column.string() }, computed: { full: { ...full } } };
    expect(() => columnsOf(twice)).to.throw('the computed column full is also a column of the table');
  });
});
