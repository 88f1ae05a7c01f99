import { expect } from 'chai';
import { Kysely, sql, SqliteDialect } from 'kysely';
import Database from 'libsql';
import type { RawBuilder } from 'kysely';
import { InvalidField } from '../../wire/fields.js';
import type { Column, ColumnType } from '../model/column.js';
import type { Model } from '../model/model.js';
import type { Engine } from '../database/transactions.js';
import type { ColumnTypes, KeyTypes, NativeType } from './columns.js';
import {
  columnOf,
  columnsOf,
  comparable,
  comparableParameter,
  decimalKey,
  decimalKeySql,
  keyParameter,
  keyParameters,
  keyText,
  parameterOf,
  quotedTable,
  ref,
  selected,
  sortable,
} from './columns.js';

/** In ascending order; the texts in one list are the same number. */
const ORDERED: readonly (readonly string[])[] = [
  ['-123456789012345678901234567890.5'],
  ['-123456789012345678901234567890', '-0123456789012345678901234567890.0'],
  ['-100'],
  ['-99.999'],
  ['-12.5', '-12.50', '-012.500'],
  ['-12'],
  ['-9'],
  ['-0.01'],
  ['-0.001', '-.001'],
  ['0', '-0', '0.0', '-0.00', '000'],
  ['0.0009'],
  ['0.001', '00.0010'],
  ['0.01'],
  ['9', '9.', '9.0'],
  ['9.5'],
  ['10'],
  ['12.05'],
  ['12.5', '12.50'],
  ['99.999'],
  ['100'],
  ['123456789012345678901234567890'],
  ['123456789012345678901234567890.123456789'],
];

describe('the sort key of decimals that SQLite stores as texts', () => {
  let db: Kysely<never>;
  before(() => {
    db = new Kysely<never>({ dialect: new SqliteDialect({ database: new Database(':memory:') }) });
  });
  after(() => db.destroy());

  async function inSql(text: string | null): Promise<unknown> {
    const { rows } = await sql<{
      key: unknown;
    }>`select ${decimalKeySql(sql`d`)} as key from (select ${text} as d)`.execute(db);
    return rows[0]?.key;
  }

  it('is the same for all spellings of a number, and sorts like the numbers', () => {
    const keys = ORDERED.map((spellings) => new Set(spellings.map(decimalKey)));
    for (const [index, all] of keys.entries()) expect(all.size, ORDERED[index]?.join()).to.equal(1);
    const sorted = keys.map(([key]) => key);
    expect([...sorted].sort()).to.deep.equal(sorted);
  });

  it('is the same in SQL', async () => {
    for (const text of ORDERED.flat()) expect(await inSql(text), text).to.equal(decimalKey(text));
    expect(await inSql(null)).to.equal(null);
  });
});

describe('columns as both engines take them', () => {
  let db: Kysely<never>;
  before(() => {
    db = new Kysely<never>({ dialect: new SqliteDialect({ database: new Database(':memory:') }) });
  });
  after(() => db.destroy());

  const column = (type: ColumnType, more: Partial<Column> = {}): Column => ({
    type,
    nullable: true,
    protected: false,
    ...more,
  });
  const model = (type: ColumnType, more: object = {}) =>
    ({
      name: 'Note',
      table: 'app.notes',
      primaryKey: 'id',
      columns: { id: column(type) },
      ...more,
    }) as unknown as Model;
  const types = (engine: Engine, { isPadded = false, hasOrder = true } = {}): ColumnTypes => ({
    engine,
    nativeTypes: { of: () => 'text', isPadded: () => isPadded, hasOrder: () => hasOrder },
  });
  const typed = (native: NativeType) => ({ nativeTypes: { of: () => native } }) as unknown as KeyTypes;
  const written = (built: RawBuilder<unknown>): unknown[] => {
    const { sql: text, parameters } = built.compile(db);
    return [text, ...parameters];
  };

  it('are declared ones: no member that every object has is one', () => {
    const declared = model('integer');
    expect(columnOf(declared, 'id', 'query.sorts')).to.deep.equal(column('integer'));
    expect(columnsOf(declared)).to.equal(columnsOf(declared));
    expect(columnsOf(model('integer'))).not.to.equal(columnsOf(declared));
    for (const name of ['constructor', '__proto__', 'title', '']) {
      expect(() => columnOf(declared, name, 'query.sorts')).to.throw(
        InvalidField,
        'query.sorts is not a declared column',
      );
    }
  });

  it('are quoted, whatever their names hold', () => {
    expect(written(ref('notes', 'a"b'))).to.deep.equal(['"notes"."a""b"']);
    expect(quotedTable('app.no"tes')).to.equal('"app"."no""tes"');
    expect(written(keyText(model('integer')))).to.deep.equal(['cast("app"."notes"."id" as text)']);
    expect(written(keyText(model('integer'), 'n'))).to.deep.equal(['cast("n"."id" as text)']);
  });

  for (const type of ['integer', 'bigint'] as const) {
    for (const id of ['0', '7', '-7', '10', '9223372036854775807', '-9223372036854775808']) {
      it(`take ${id} for a key of type ${type}, as 64 bits`, () => {
        expect(written(keyParameter(typed('other'), model(type), id) as RawBuilder<unknown>)).to.deep.equal([
          'cast(? as bigint)',
          id,
        ]);
      });
    }
    for (const id of [
      '',
      'x',
      '-0',
      '07',
      '+7',
      '7 ',
      ' 7',
      '7x',
      'x7',
      '7.0',
      '9223372036854775808',
      '-9223372036854775809',
      '99999999999999999999',
      '\n7',
    ]) {
      it(`take ${JSON.stringify(id)} for no key of type ${type}`, () => {
        expect(keyParameter(typed('other'), model(type), id)).to.equal(undefined);
      });
    }
  }

  it('take any text for a key that is one, and leave out what is no key', () => {
    expect(keyParameter(typed('text'), model('string'), 'x7')).to.equal('x7');
    expect(keyParameters(typed('text'), model('string'), ['a', 'b'])).to.deep.equal(['a', 'b']);
    expect(keyParameters(typed('other'), model('integer'), ['a', '1', ''])).to.have.length(1);
  });

  it("take ids as the column's own type in the database knows them", () => {
    const uuid = '0b1f9a6e-4b1c-4c3e-9b8e-1d2c3b4a5f60';
    expect(keyParameter(typed('uuid'), model('string'), uuid)).to.equal(uuid);
    expect(keyParameter(typed('uuid'), model('string'), 'x7')).to.equal(undefined);
    expect(written(keyParameter(typed('integer'), model('string'), '7') as RawBuilder<unknown>)).to.deep.equal([
      'cast(? as bigint)',
      '7',
    ]);
    expect(keyParameter(typed('integer'), model('string'), 'x7')).to.equal(undefined);
    expect(written(keyParameter(typed('other'), model('string'), 'x7') as RawBuilder<unknown>)).to.deep.equal([
      '(select "app"."notes"."id" from "app"."notes" where cast("app"."notes"."id" as text) = ?)',
      'x7',
    ]);
  });

  for (const [type, postgres, sqlite] of [
    ...(['bigint', 'decimal', 'date', 'time', 'json'] as const).map(
      (exact) =>
        [
          exact,
          'cast("n"."c" as text)',
          `case typeof("n"."c") when 'blob' then "n"."c" else cast("n"."c" as text) end`,
        ] as const,
    ),
    ['timestamp', 'extract(epoch from "n"."c") * 1000', '"n"."c"'],
    ...(['bool', 'integer', 'double', 'string', 'bytes'] as const).map(
      (plain) => [plain, '"n"."c"', '"n"."c"'] as const,
    ),
  ] as const) {
    it(`select a ${type} in a form that no driver rounds`, () => {
      expect(written(selected(types('postgres'), 't', 'c', column(type), 'n'))).to.deep.equal([postgres]);
      expect(written(selected(types('sqlite'), 't', 'c', column(type), 'n'))).to.deep.equal([sqlite]);
    });
  }

  it('select a text without the blanks of char(n), and sort by the text of a type without an order', () => {
    expect(written(selected(types('postgres', { isPadded: true }), 't', 'c', column('string')))).to.deep.equal([
      'cast("t"."c" as text)',
    ]);
    expect(written(sortable(types('postgres', { hasOrder: false }), 't', 'c', column('json'), 'n'))).to.deep.equal([
      'cast("n"."c" as text)',
    ]);
    expect(written(sortable(types('postgres'), 't', 'c', column('string'), 'n'))).to.deep.equal(['"n"."c"']);
    expect(written(sortable(types('sqlite'), 't', 'c', column('decimal')))).to.deep.equal(['cast("t"."c" as numeric)']);
  });

  const day = new Date('2026-02-28T12:00:00Z');
  for (const [what, given, postgres, sqlite] of [
    ['a moment', [column('timestamp'), day], '2026-02-28T12:00:00.000Z', '2026-02-28T12:00:00.000Z'],
    [
      'a moment that SQLite stores in milliseconds',
      [column('timestamp', { stored: 'milliseconds' }), day],
      '2026-02-28T12:00:00.000Z',
      day.getTime(),
    ],
    ['true', [column('bool'), true], true, 1],
    ['false', [column('bool'), false], false, 0],
    ['a bigint', [column('bigint'), 2n ** 62n], '4611686018427387904', 2n ** 62n],
    ['a text', [column('string'), 'a'], 'a', 'a'],
    ['a number', [column('integer'), 7], 7, 7],
    ['nothing', [column('string'), null], null, null],
  ] as const) {
    it(`give the drivers ${what} as they take it`, () => {
      const [of, value] = given;
      expect(parameterOf('postgres', of, value)).to.equal(postgres);
      expect(parameterOf('sqlite', of, value)).to.equal(sqlite);
    });
  }

  it('compare as numbers what is a number', () => {
    const text = column('decimal', { stored: 'text' });
    for (const [engine, of, expected] of [
      ['sqlite', column('decimal'), ['cast(? as numeric)', '1.5']],
      ['sqlite', text, ['?', '100011.5']],
      ['sqlite', column('string'), ['?', '1.5']],
      ['postgres', column('decimal'), ['?', '1.5']],
      ['postgres', text, ['?', '1.5']],
    ] as const) {
      expect(written(comparableParameter(engine, of, '1.5')), `${engine} ${of.type}`).to.deep.equal(expected);
    }
    expect(written(comparableParameter('postgres', column('integer'), 7))).to.deep.equal(['cast(? as bigint)', 7]);
    expect(written(comparableParameter('sqlite', column('integer'), 7))).to.deep.equal(['?', 7]);
    expect(written(comparable('sqlite', text, ref('n', 'c')))[0]).to.equal(written(decimalKeySql(ref('n', 'c')))[0]);
  });
});
