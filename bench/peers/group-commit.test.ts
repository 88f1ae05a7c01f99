import { expect } from 'chai';
import { GroupCommit } from './group-commit.js';

/** Remembers the statements; fails at one of them. */
class Connection {
  readonly statements: string[] = [];

  constructor(private readonly failing?: string) {}

  exec(sql: string): void {
    this.statements.push(sql);
    if (sql === this.failing) throw new Error('the disk is full');
  }
}

describe('shared commits of floors and peers', () => {
  it('writes everything of one turn in one transaction, and answers no request before its commit (docs/benchmarks.md)', async () => {
    const connection = new Connection();
    const group = new GroupCommit(connection);
    const answer = async (name: string): Promise<void> => {
      group.open();
      connection.exec(`write ${name}`);
      await group.durable();
      connection.exec(`answer ${name}`);
    };
    await Promise.all([answer('a'), answer('b')]);
    expect(connection.statements).to.deep.equal([
      'begin immediate',
      'write a',
      'write b',
      'commit',
      'answer a',
      'answer b',
    ]);
  });

  it('lets a read wait for the writes that it may have seen, and for nothing else (docs/benchmarks.md)', async () => {
    const connection = new Connection();
    const group = new GroupCommit(connection);
    await group.durable();
    expect(connection.statements).to.deep.equal([]);
    group.open();
    await group.durable();
    expect(connection.statements).to.deep.equal(['begin immediate', 'commit']);
  });

  it('fails all members of a group whose commit fails, and starts the next one afresh (docs/benchmarks.md)', async () => {
    const connection = new Connection('commit');
    const group = new GroupCommit(connection);
    group.open();
    const outcomes = await Promise.allSettled([group.durable(), group.durable()]);
    expect(outcomes.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected']);
    group.open();
    expect(connection.statements).to.deep.equal(['begin immediate', 'commit', 'rollback', 'begin immediate']);
  });
});
