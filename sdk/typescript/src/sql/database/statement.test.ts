import { expect } from 'chai';
import { Statement } from './statement.js';

describe('a statement', () => {
  const statement = new Statement<{ id: string; limit: number }, unknown>((db, { id, limit }) =>
    db
      .selectFrom('gatehouse_clients')
      .select('client_name')
      .where('self_registered', '=', 1)
      .where('client_id', '=', id)
      .limit(limit),
  );

  it('is compiled once per engine, with constants and later parameters in the right places', () => {
    expect(statement.for('sqlite').sql).to.equal(
      'select "client_name" from "gatehouse_clients" where "self_registered" = ? and "client_id" = ? limit ?',
    );
    expect(statement.for('postgres').sql).to.equal(
      'select "client_name" from "gatehouse_clients" where "self_registered" = $1 and "client_id" = $2 limit $3',
    );
    for (const dialect of ['sqlite', 'postgres'] as const) {
      expect(statement.for(dialect)).to.equal(statement.for(dialect));
      expect(statement.for(dialect).bind({ limit: 5, id: 'a' })).to.deep.equal([1, 'a', 5]);
    }
  });

  it('has a name for PostgreSQL that is derived from its text and fits (63 bytes)', () => {
    const { name } = statement.for('postgres');
    expect(name).to.match(/^gatehouse_[\da-f]{16}$/);
    expect(name).not.to.equal(statement.for('sqlite').name);
  });
});
