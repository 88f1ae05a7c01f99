import { expect } from 'chai';
import { Unavailable } from '../../ports/errors.js';
import * as column from '../model/column.js';
import { defineModel } from '../model/model.js';
import { Invalid, Refused } from '../model/controller.js';
import type { DatabaseRefusal } from '../sql/database-refusal.js';
import type { RefusedWrite } from './outcomes.js';
import {
  databaseOutcome,
  DatabaseRefused,
  hasOutcome,
  outcomeOf,
  RecordChanged,
  RecordNotFound,
  writing,
} from './outcomes.js';

interface Tables {
  readonly notes: { readonly id: number; readonly parent_id: number };
}

const Note = defineModel<Tables>()({
  name: 'Note',
  table: 'notes',
  primaryKey: 'id',
  columns: { id: column.integer({ protected: true }), parent_id: column.integer() },
});

/** admin_record.proto, Refusal: at most 500 characters, which are code points. */
it('cuts a message of a hook between characters', () => {
  expect(outcomeOf(new Refused('😀'.repeat(501)), 'UpdateRecord')).to.deep.equal({
    refused: { message: '😀'.repeat(500) },
  });
});

describe('admin: database refusal', () => {
  it('reports the refusal even if the columns can no longer be looked up, and logs that', async () => {
    const away = new Unavailable('lost the connection to PostgreSQL');
    const refused = new DatabaseRefused(
      'notes',
      { parent_id: 7 },
      { kind: 'missing', columns: [], words: [] },
      undefined,
    );
    const unanswered: unknown[] = [];
    const outcome = await databaseOutcome(refused, {
      rpc: 'CreateRecord',
      locale: 'en',
      model: Note,
      ask: { engine: 'sqlite', rows: () => Promise.reject(away) },
      onUnanswered: (error) => unanswered.push(error),
    });
    expect(outcome).to.have.nested.property('refused.message').that.is.a('string').and.is.not.empty;
    expect(unanswered).to.deep.equal([away]);
  });

  it('is a message if the table is unknown: for a write of an application hook, and a check that names no table', async () => {
    const error = Object.assign(new Error('CHECK constraint failed: in_order'), { code: 'SQLITE_CONSTRAINT_CHECK' });
    const outcome = await databaseOutcome(error, {
      rpc: 'CreateRecord',
      locale: 'en',
      model: Note,
      ask: { engine: 'sqlite', rows: () => Promise.reject(new Error('nothing is to be asked')) },
      onUnanswered: (unanswered) => expect.fail(String(unanswered)),
    });
    expect(outcome).to.have.nested.property('refused.message').that.is.a('string').and.is.not.empty;
  });
});

describe('admin: messages for a refused write (docs/admin/api.md, Refusals)', () => {
  const about = (more: Partial<RefusedWrite> = {}): RefusedWrite => ({
    rpc: 'CreateRecord',
    locale: 'en',
    model: Note,
    ask: { engine: 'postgres', rows: () => Promise.resolve([]) },
    onUnanswered: (unanswered) => expect.fail(String(unanswered)),
    ...more,
  });
  const refusedAs = (kind: DatabaseRefusal['kind'], more: Partial<DatabaseRefusal> = {}) =>
    new DatabaseRefused('notes', {}, { kind, columns: [], words: [], ...more }, undefined);

  for (const [kind, english, german, spanish] of [
    ['unique', 'This value is already taken.', 'Dieser Wert ist bereits vergeben.', 'Este valor ya está en uso.'],
    ['notNull', 'This is required.', 'Das ist erforderlich.', 'Este campo es obligatorio.'],
    [
      'needed',
      'Other records still refer to this one.',
      'Andere Datensätze verweisen noch auf diesen.',
      'Otros registros todavía hacen referencia a este.',
    ],
    [
      'missing',
      'The selected record does not exist.',
      'Der ausgewählte Datensatz existiert nicht.',
      'El registro seleccionado no existe.',
    ],
    [
      'check',
      'The database does not allow this.',
      'Die Datenbank lässt das nicht zu.',
      'La base de datos no lo permite.',
    ],
    [
      'data',
      'The database cannot store this.',
      'Die Datenbank kann das nicht speichern.',
      'La base de datos no puede guardar este valor.',
    ],
  ] as const) {
    it(`${kind}: returns a sentence in the language of the locale, or in English`, async () => {
      for (const [locale, message] of [
        ['en', english],
        ['it', english],
        ['constructor', english],
        ['es-MX', spanish],
        ['de', german],
        ['de-AT', german],
      ] as const) {
        expect(await databaseOutcome(refusedAs(kind), about({ locale }))).to.deep.equal({ refused: { message } });
      }
    });
  }

  it('trigger: returns its message of at most 500 characters, or a dash if it has none', async () => {
    for (const [message, told] of [
      ['not on Sundays', 'not on Sundays'],
      ['x'.repeat(501), 'x'.repeat(500)],
      [undefined, '—'],
    ] as const) {
      const refused = refusedAs('trigger', message === undefined ? {} : { message });
      expect(await databaseOutcome(refused, about())).to.deep.equal({ refused: { message: told } });
    }
  });

  it('missing, on a deletion: says that others need the record, because SQLite has one message for both', async () => {
    const outcome = await databaseOutcome(refusedAs('missing'), about({ rpc: 'DeleteRecords' }));
    expect(outcome).to.deep.equal({ refused: { message: 'Other records still refer to this one.' } });
  });

  const COLUMNS = ['parent_id', 'parent_id', 'undeclared'];
  const onField = { invalid: { fields: [{ field: 'parent_id', messages: ['This value is already taken.'] }] } };
  const asMessage = { refused: { message: 'This value is already taken.' } };
  for (const [what, more, refusal, expected] of [
    ['is on each declared column once', {}, {}, onField],
    ['is on the columns if the database names the same table', {}, { table: 'notes' }, onField],
    ['is a message if the database names another table', {}, { table: 'others' }, asMessage],
    ['is a message if the rpc has no fields', { rpc: 'Link' }, {}, asMessage],
    ['is a message if there is no model', { model: undefined }, {}, asMessage],
    ['is a message if no column is declared', {}, { columns: ['undeclared'] }, asMessage],
  ] as const) {
    it(what, async () => {
      const refused = refusedAs('unique', { columns: COLUMNS, ...refusal });
      expect(await databaseOutcome(refused, about(more))).to.deep.equal(expected);
    });
  }

  it('returns undefined for every other error, and for a value that a hook created', async () => {
    expect(await databaseOutcome(new Error('a bug'), about())).to.equal(undefined);
    const ofHook = Object.assign(new Error('too long'), { code: '22001' });
    expect(await databaseOutcome(ofHook, about())).to.equal(undefined);
  });

  it('keeps the driver error as its cause, and rethrows every other error unchanged', async () => {
    const refusal = Object.assign(new Error('duplicate key'), { code: '23505' });
    const thrown: unknown = await writing(Note, { id: 1 }, () => Promise.reject(refusal)).catch((e: unknown) => e);
    expect(thrown)
      .to.be.instanceOf(DatabaseRefused)
      .and.to.deep.include({ table: 'notes', values: { id: 1 } });
    expect(thrown).to.have.property('cause', refusal);
    const bug = new Error('a bug');
    expect(await writing(Note, {}, () => Promise.reject(bug)).catch((e: unknown) => e)).to.equal(bug);
    expect(await writing(Note, {}, () => Promise.resolve(5))).to.equal(5);
  });
});

describe('admin: unsuccessful outcomes of a write, on the wire (admin_record.proto)', () => {
  it('converts the thrown outcome', () => {
    expect(outcomeOf(new RecordNotFound(), 'Link')).to.deep.equal({ notFound: {} });
    expect(outcomeOf(new RecordChanged({ id: '7' }), 'UpdateRecord')).to.deep.equal({ conflict: { id: '7' } });
    expect(outcomeOf(new Refused('no'), 'Link')).to.deep.equal({ refused: { message: 'no' } });
    expect(outcomeOf(new Error('a bug'), 'UpdateRecord')).to.equal(undefined);
  });

  it('an rpc has only the outcomes of its answer (HC-98)', () => {
    expect(hasOutcome('Link', { refused: { message: 'no' } })).to.equal(true);
    expect(hasOutcome('CreateRecord', { notFound: {} })).to.equal(false);
    for (const rpc of ['ListRecords', 'ListOptions', 'GetPartialData']) {
      expect(hasOutcome(rpc, { refused: { message: 'no' } })).to.equal(false);
    }
  });

  it('a rejection without a field is a bug, and one without a message has a dash', () => {
    expect(() => new Invalid({})).to.throw(TypeError, 'needs the name of a column');
    const invalid = { invalid: { fields: [{ field: 'title', messages: ['—'] }] } };
    expect(outcomeOf(new Invalid({ title: [] }), 'UpdateRecord')).to.deep.equal(invalid);
  });

  for (const rpc of ['CreateRecord', 'UpdateRecord', 'RunAction', 'UpdateSettings']) {
    it(`${rpc} names the invalid fields`, () => {
      const invalid = new Invalid({ title: ['a', 'x'.repeat(501)], body: ['b'] });
      const fields = [
        { field: 'title', messages: ['a', 'x'.repeat(500)] },
        { field: 'body', messages: ['b'] },
      ];
      expect(outcomeOf(invalid, rpc)).to.deep.equal({ invalid: { fields } });
    });
  }

  it('an rpc without fields lists invalid fields in one text, by their names (HC-98)', () => {
    const invalid = new Invalid({ title: ['a', 'b'], body: ['c'] });
    expect(outcomeOf(invalid, 'DeleteRecords')).to.deep.equal({ refused: { message: 'c a b' } });
  });
});
