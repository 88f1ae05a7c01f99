import type { AdminOptions } from '@gatehouse/host/admin';
import {
  adminDatabase,
  belongsTo,
  belongsToMany,
  column,
  createSqlDirectory,
  defineController,
  defineModel,
  hasMany,
  migrateAdmin,
} from '@gatehouse/host/admin';
import { expect } from 'chai';
import type { Generated } from 'kysely';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Pool } from 'pg';
import type { Column, Relation } from '../../../daemon/admin/model/column.js';
import type { ComparisonOperator, Condition, ListQuery } from '../../../daemon/admin/model/query.js';
import { startPostgres } from '../../support/postgres.js';
import { aQuery, CALL, NOTHING, serveAndConnect, type Served } from './subject.js';

interface Tables {
  people: { id: Generated<string>; name: string };
  things: {
    id: Generated<string>;
    name: string | null;
    kind: string | null;
    token: string | null;
    weight: number | null;
    address: string | null;
    day: string | null;
    owner_id: string | null;
  };
  thing_person: { thing_id: string; person_id: string };
  kinds: { kind: string; name: string };
}

const model = defineModel<Tables>();
const ID = column.string({ protected: true });
const optional = { nullable: true } as const;
const Person = model({ name: 'Person', table: 'people', primaryKey: 'id', columns: { id: ID, name: column.string() } });
const Thing = model({
  name: 'Thing',
  table: 'things',
  primaryKey: 'id',
  columns: {
    id: ID,
    name: column.string(optional),
    kind: column.string(optional),
    token: column.string(optional),
    weight: column.double(optional),
    address: column.string(optional),
    day: column.date(optional),
    owner_id: column.string(optional),
  },
});
const Kind = model({
  name: 'Kind',
  table: 'kinds',
  primaryKey: 'kind',
  columns: { kind: ID, name: column.string() },
});

const NO_ID = ['no uuid', '0', 'ä', '{00000000-0000-4000-8000-000000000000}', '00000000-0000-4000-8000-000000000000'];
const NOT_FOUND = { outcome: 'notFound' };

/** admin_record.proto, GetRecord: "the id cannot be one of the model, or is spelled differently: OK, not_found". */
describe("the SDK's records with string columns of special PostgreSQL types", () => {
  let db: Kysely<Tables>;
  let served: Served;
  let thing: string;
  let person: string;
  before(async () => {
    const connectionString = await (await startPostgres()).createDatabase();
    db = new Kysely<Tables>({
      dialect: new PostgresDialect({ pool: new Pool({ connectionString, max: 5, options: '-c datestyle=German' }) }),
    });
    await sql`create type kind as enum ('small', 'large')`.execute(db);
    await sql`create table people (id uuid primary key default gen_random_uuid(), name text not null)`.execute(db);
    await sql`create table things (id uuid primary key default gen_random_uuid(), name varchar(20), kind kind, token uuid,
      weight real, address inet, day date, owner_id uuid references people (id))`.execute(db);
    await sql`create table thing_person (thing_id uuid, person_id uuid, primary key (thing_id, person_id))`.execute(db);
    await sql`create table kinds (kind kind primary key, name text not null)`.execute(db);
    const owner = await db.insertInto('people').values({ name: 'Ann' }).returning('id').executeTakeFirstOrThrow();
    person = owner.id;
    const made = await db
      .insertInto('things')
      .values({
        name: 'Übung',
        kind: 'small',
        token: NO_ID[4]!,
        weight: 0.5,
        address: '10.0.0.1',
        day: '2026-02-28',
        owner_id: person,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    thing = made.id;
    await db.insertInto('kinds').values({ kind: 'small', name: 'Small' }).execute();
    const admin = options(db);
    await migrateAdmin(admin.database);
    served = await serveAndConnect(admin);
  });
  after(async () => {
    await served.close();
    await db.destroy();
  });

  const of = (controller: string) => ({
    caller: { principal: { id: '1', login: 'ada', superuser: true, permissions: [] }, locale: 'en' },
    controller: `acme.native.${controller}`,
  });
  const relation = (controller: string, name: string): Relation =>
    served.registration.controllers
      .find(({ id }) => id === `acme.native.${controller}`)!
      .relations.find((one) => one.name === name)!;
  const columnOf = (name: string): Column =>
    served.registration.models.find((one) => one.name === 'Thing')!.columns.find((one) => one.name === name)!;
  const found = async (overrides: Partial<ListQuery>): Promise<string[]> => {
    const { records } = await served.ports.records.list(of('things'), aQuery(overrides), CALL);
    return records.map(({ id }) => id);
  };
  const texts = (name: string, operator: ComparisonOperator, ...values: string[]): Condition => ({
    kind: 'column',
    reference: { column: columnOf(name) },
    operator,
    values: values.map((value) => ({ kind: 'string', value })),
  });

  it('are not found, changed or deleted by an invalid id', async () => {
    const { records } = served.ports;
    for (const id of NO_ID) {
      const target = { ...of('things'), id };
      expect(await records.get(target, NOTHING, 'form', CALL), id).to.deep.equal(NOT_FOUND);
      const write = { columns: [], relations: [] };
      expect(await records.update(target, write, { selection: NOTHING }, CALL), id).to.deep.equal(NOT_FOUND);
      expect(await records.delete(of('things'), [thing, id], 'list', CALL), id).to.deep.equal(NOT_FOUND);
    }
    expect(await records.get({ ...of('things'), id: thing }, NOTHING, 'form', CALL)).to.include({ id: thing });
    expect(await records.get({ ...of('things'), id: thing.toUpperCase() }, NOTHING, 'form', CALL)).to.deep.equal(
      NOT_FOUND,
    );
  });

  it('are found by a key of any type, and not by an invalid one', async () => {
    const get = (id: string) => served.ports.records.get({ ...of('kinds'), id }, NOTHING, 'form', CALL);
    expect(await get('small')).to.include({ id: 'small' });
    for (const id of ['large', 'medium']) expect(await get(id), id).to.deep.equal(NOT_FOUND);
  });

  it('are found by the text that they show: an address has no netmask (admin_query.proto: AdminComparison)', async () => {
    const { records } = await served.ports.records.list(
      of('things'),
      aQuery({ selection: { columns: [columnOf('address'), columnOf('day')], relations: [] } }),
      CALL,
    );
    // The style of dates is that of a German server.
    expect(records[0]?.cells).to.deep.equal([
      { kind: 'string', value: '10.0.0.1' },
      { kind: 'date', value: '2026-02-28' },
    ]);
    expect(await found({ conditions: [texts('address', 'eq', '10.0.0.1')] })).to.deep.equal([thing]);
    expect(await found({ conditions: [texts('address', 'in', '::1', '10.0.0.1')] })).to.deep.equal([thing]);
    expect(await found({ conditions: [texts('address', 'eq', 'no address')] })).to.deep.equal([]);
    await db.updateTable('things').set({ address: null }).execute();
    expect(await found({ conditions: [texts('address', 'eq', '')] })).to.deep.equal([]);
    expect(await found({ conditions: [texts('address', 'ne', '10.0.0.1')] })).to.deep.equal([thing]);
    await db.updateTable('things').set({ address: '10.0.0.1' }).execute();
  });

  it('are linked and unlinked by keys of their own type (AD-75)', async () => {
    const target = { ...of('things'), id: thing };
    for (const ids of [[person], []]) {
      const write = { columns: [], relations: [{ relation: relation('things', 'friends'), ids }] };
      expect(await served.ports.records.update(target, write, { selection: NOTHING }, CALL)).to.include({
        outcome: 'written',
      });
      const pairs = await db.selectFrom('thing_person').select('person_id').execute();
      expect(pairs.map(({ person_id }) => person_id)).to.deep.equal(ids);
    }
  });

  it('are not linked to an invalid id', async () => {
    const { records, relations, options: choices } = served.ports;
    for (const id of NO_ID) {
      for (const name of ['owner', 'friends']) {
        const write = { columns: [], relations: [{ relation: relation('things', name), ids: [id] }] };
        const target = { ...of('things'), id: thing };
        expect(await records.update(target, write, { selection: NOTHING }, CALL), `${name} ${id}`).to.include({
          outcome: 'invalid',
        });
      }
      const source = {
        kind: 'relation',
        relation: relation('things', 'owner'),
        label: columnOfPerson(served, 'name'),
      } as const;
      const query = { source, terms: [], ids: [id, person], page: { number: 1, size: 50 }, formValues: [] };
      const { options: offered } = await choices.options(of('things'), query, CALL);
      expect(offered.map(({ value }) => value)).to.deep.equal([person]);
      const managed = { ...of('people'), id: person, relation: relation('people', 'things') };
      expect(await relations.link(managed, [id], CALL)).to.deep.equal(NOT_FOUND);
      expect(await relations.unlink(managed, [id], CALL)).to.deep.equal(NOT_FOUND);
      expect(await relations.candidates(managed, aQuery(), [id], CALL)).to.deep.include({ outcome: 'found' });
      expect(await relations.related({ ...managed, id }, aQuery(), CALL)).to.deep.equal(NOT_FOUND);
      expect(
        await found({ conditions: [{ kind: 'related', relation: relation('things', 'owner'), ids: [id] }] }),
      ).to.deep.equal([]);
    }
  });

  it('are compared with texts that are not valid values of the type', async () => {
    for (const name of ['kind', 'token']) {
      const held = name === 'kind' ? 'small' : NO_ID[4]!;
      expect(await found({ conditions: [texts(name, 'eq', 'no such')] }), name).to.deep.equal([]);
      expect(await found({ conditions: [texts(name, 'eq', held)] }), name).to.deep.equal([thing]);
      expect(await found({ conditions: [texts(name, 'in', 'no such', held)] }), name).to.deep.equal([thing]);
      expect(await found({ conditions: [texts(name, 'ne', 'no such')] }), name).to.deep.equal([thing]);
      expect(await found({ conditions: [texts(name, 'contains', held.slice(0, 3))] }), name).to.deep.equal([thing]);
    }
  });

  it('are searched as text', async () => {
    const search = (...terms: string[]) =>
      found({
        search: { mode: 'all', terms, columns: ['name', 'kind', 'token'].map((name) => ({ column: columnOf(name) })) },
      });
    expect(await search('SMALL', 'übung', '00000000')).to.deep.equal([thing]);
    expect(await search('large')).to.deep.equal([]);
  });

  it('are compared with numbers that a real cannot represent', async () => {
    const weighs = (operator: ComparisonOperator, value: number) =>
      found({
        conditions: [
          { kind: 'column', reference: { column: columnOf('weight') }, operator, values: [{ kind: 'double', value }] },
        ],
      });
    expect(await weighs('le', 1e300)).to.deep.equal([thing]);
    expect(await weighs('ge', 1e300)).to.deep.equal([]);
    expect(await weighs('ge', 1e-300)).to.deep.equal([thing]);
    expect(await weighs('eq', 0.5)).to.deep.equal([thing]);
  });
});

function columnOfPerson({ registration }: Served, name: string): Column {
  return registration.models.find((one) => one.name === 'Person')!.columns.find((one) => one.name === name)!;
}

function options(db: Kysely<Tables>): AdminOptions {
  const database = adminDatabase(db as unknown as Kysely<never>, 'postgres');
  return {
    database,
    directory: createSqlDirectory(database),
    controllers: [
      defineController<Tables, 'things'>({
        id: 'acme.native.things',
        model: Thing,
        relations: {
          owner: belongsTo(Person, { foreignKey: 'owner_id', label: 'name' }),
          friends: belongsToMany(Person, {
            pivotTable: 'thing_person',
            foreignKey: 'thing_id',
            relatedKey: 'person_id',
            label: 'name',
          }),
        },
      }),
      defineController<Tables, 'people'>({
        id: 'acme.native.people',
        model: Person,
        relations: { things: hasMany(Thing, { foreignKey: 'owner_id', label: 'name' }) },
      }),
      defineController<Tables, 'kinds'>({ id: 'acme.native.kinds', model: Kind }),
    ],
    plugins: [{ id: 'acme.native', navigation: [] }],
  };
}
