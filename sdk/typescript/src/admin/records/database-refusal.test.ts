import { expect } from 'chai';
import { Unavailable } from '../../ports/unavailable.js';
import * as column from '../model/column.js';
import { defineModel } from '../model/model.js';
import { databaseOutcome, DatabaseRefused } from './database-refusal.js';

interface Tables {
  readonly notes: { readonly id: number; readonly parent_id: number };
}

const Note = defineModel<Tables>()({
  name: 'Note',
  table: 'notes',
  primaryKey: 'id',
  columns: { id: column.integer({ protected: true }), parent_id: column.integer() },
});

describe('admin/records/database-refusal', () => {
  it('tells what the database refused, also when it cannot be asked for the columns any more, and says so', async () => {
    const away = new Unavailable('PostgreSQL went away');
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
