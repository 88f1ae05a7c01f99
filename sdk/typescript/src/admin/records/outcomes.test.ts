import { expect } from 'chai';
import { Unavailable } from '../../ports/errors.js';
import * as column from '../model/column.js';
import { defineModel } from '../model/model.js';
import { Invalid, Refused } from '../model/controller.js';
import type { DatabaseRefusal } from '../sql/database-refusal.js';
import type { RefusedWrite } from './outcomes.js';
import { databaseOutcome, DatabaseRefused, outcomeOf, RecordChanged, RecordNotFound, writing } from './outcomes.js';

interface Tables {
  readonly notes: { readonly id: number; readonly parent_id: number };
}

const Note = defineModel<Tables>()({
  name: 'Note',
  table: 'notes',
  primaryKey: 'id',
  columns: { id: column.integer({ protected: true }), parent_id: column.integer() },
});

describe('admin: database refusal', () => {
  it('tells what the database refused, also when it cannot be asked for the columns any more, and says so', async () => {
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

  it('is a message where nobody knows the table: what a hook of the application wrote, and a check that names none', async () => {
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

describe('admin: what people are told of a refused write (docs/admin/api.md, Refusals)', () => {
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

  for (const [kind, english, german] of [
    ['unique', 'This value is already taken.', 'Dieser Wert ist bereits vergeben.'],
    ['notNull', 'This is required.', 'Das ist erforderlich.'],
    ['needed', 'Other records still refer to this one.', 'Andere Datensätze verweisen noch auf diesen.'],
    ['missing', 'The selected record does not exist.', 'Der ausgewählte Datensatz existiert nicht.'],
    ['check', 'The database does not allow this.', 'Die Datenbank lässt das nicht zu.'],
    ['data', 'The database cannot store this.', 'Die Datenbank kann das nicht speichern.'],
  ] as const) {
    it(`${kind}: a sentence in English, or in German`, async () => {
      for (const [locale, message] of [
        ['en', english],
        ['fr', english],
        ['de', german],
        ['de-AT', german],
      ] as const) {
        expect(await databaseOutcome(refusedAs(kind), about({ locale }))).to.deep.equal({ refused: { message } });
      }
    });
  }

  it('trigger: its own message, of 500 characters at most, and a dash where it has none', async () => {
    for (const [message, told] of [
      ['not on Sundays', 'not on Sundays'],
      ['x'.repeat(501), 'x'.repeat(500)],
      [undefined, '—'],
    ] as const) {
      const refused = refusedAs('trigger', message === undefined ? {} : { message });
      expect(await databaseOutcome(refused, about())).to.deep.equal({ refused: { message: told } });
    }
  });

  it('missing, of a deletion: that others need the record, since SQLite has one message for both', async () => {
    const outcome = await databaseOutcome(refusedAs('missing'), about({ rpc: 'DeleteRecords' }));
    expect(outcome).to.deep.equal({ refused: { message: 'Other records still refer to this one.' } });
  });

  const COLUMNS = ['parent_id', 'parent_id', 'undeclared'];
  const onField = { invalid: { fields: [{ field: 'parent_id', messages: ['This value is already taken.'] }] } };
  const asMessage = { refused: { message: 'This value is already taken.' } };
  for (const [what, more, refusal, expected] of [
    ['stands at each declared column once', {}, {}, onField],
    ['stands there as well where the database names the same table', {}, { table: 'notes' }, onField],
    ['is a message where the database names another table', {}, { table: 'others' }, asMessage],
    ['is a message where the rpc has no fields', { rpc: 'Link' }, {}, asMessage],
    ['is a message where there is no model', { model: undefined }, {}, asMessage],
    ['is a message where no column is declared', {}, { columns: ['undeclared'] }, asMessage],
  ] as const) {
    it(what, async () => {
      const refused = refusedAs('unique', { columns: COLUMNS, ...refusal });
      expect(await databaseOutcome(refused, about(more))).to.deep.equal(expected);
    });
  }

  it('is a fault: every other error, and a value that a hook made up', async () => {
    expect(await databaseOutcome(new Error('a bug'), about())).to.equal(undefined);
    const ofHook = Object.assign(new Error('too long'), { code: '22001' });
    expect(await databaseOutcome(ofHook, about())).to.equal(undefined);
  });

  it('keeps the error of the driver as its cause, and hands on every other error as it is', async () => {
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

describe('admin: how a write ends besides well, on the wire (admin_record.proto)', () => {
  it('as what was thrown says', () => {
    expect(outcomeOf(new RecordNotFound(), 'Link')).to.deep.equal({ notFound: {} });
    expect(outcomeOf(new RecordChanged({ id: '7' }), 'UpdateRecord')).to.deep.equal({ conflict: { id: '7' } });
    expect(outcomeOf(new Refused('no'), 'Link')).to.deep.equal({ refused: { message: 'no' } });
    expect(outcomeOf(new Error('a bug'), 'UpdateRecord')).to.equal(undefined);
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

  it('an rpc without fields says in one text what is invalid', () => {
    const invalid = new Invalid({ title: ['a', 'b'], body: ['c'] });
    expect(outcomeOf(invalid, 'DeleteRecords')).to.deep.equal({ refused: { message: 'a b c' } });
  });
});
