import { expect } from 'chai';
import { codeOf, isMistake, isReadOnlyReplica, reasonOf, withoutArguments } from './errors.js';

describe('redis: errors and answers', () => {
  it('know a replica that takes no writes by its INFO', () => {
    const info = (...lines: string[]) => `# Replication\r\n${lines.join('\r\n')}\r\n`;
    expect(isReadOnlyReplica(info('role:slave', 'slave_read_only:1', 'connected_slaves:0'))).to.equal(true);
    expect(isReadOnlyReplica('role:slave\nslave_read_only:1')).to.equal(true);
    for (const other of [
      info('role:master', 'connected_slaves:1'),
      info('role:slave', 'slave_read_only:0'),
      info('role:slave', 'slave_read_only:10'),
      info('role:slaves', 'slave_read_only:1'),
      info('former_role:slave', 'slave_read_only:1'),
      info('role:slave', 'old_slave_read_only:1'),
      '',
    ])
      expect(isReadOnlyReplica(other), other).to.equal(false);
  });

  it('begin with a code, or have that of a command in a script', () => {
    for (const [message, code] of [
      ['WRONGTYPE Operation against a key holding the wrong kind of value', 'WRONGTYPE'],
      ['READONLY You cannot write against a read only replica.', 'READONLY'],
      ['OOM command not allowed script: 1, on @user_script:1.', 'OOM'],
      ['ERR Error running script (call to f_1): @user_script:1: -OOM command not allowed', 'OOM'],
      ['ERR user_script:1: no such thing', 'ERR'],
      ['ERR something -OOM else', 'ERR'],
      ['The user executing the script can not run this command or subcommand script: 1', 'NOPERM'],
      ['connect ECONNREFUSED 127.0.0.1:1', ''],
      ['ERR', ''],
      ['', ''],
    ] as const)
      expect(codeOf(new Error(message)), message).to.equal(code);
    for (const other of ['WRONGTYPE x', undefined, null]) expect(codeOf(other)).to.equal('');
  });

  it('are mistakes if a value is of another type, or a script is wrong', () => {
    for (const message of ['WRONGTYPE Operation against a key', 'ERR x script: 1, on @user_script:1.'])
      expect(isMistake(new Error(message)), message).to.equal(true);
    for (const message of [
      'ERR unknown command',
      'OOM command not allowed @user_script:1',
      'LOADING Redis',
      'user_script',
    ])
      expect(isMistake(new Error(message)), message).to.equal(false);
  });

  it('lose the command and its arguments, which may contain secrets (docs/security.md)', () => {
    const inner = Object.assign(new Error('ERR no, with args beginning with: `s3cret`'), {
      command: { args: ['s3cret'] },
    });
    const error = Object.assign(new Error('ERR unknown command, with args beginning with: `s3cret` `x` '), {
      command: { name: 'auth', args: ['s3cret'] },
      lastNodeError: inner,
    });
    // V8 writes a stack when it is first read.
    expect(error.stack).to.contain('s3cret');
    expect(withoutArguments(error)).to.equal(error);
    expect([error.message, inner.message]).to.deep.equal(['ERR unknown command', 'ERR no']);
    for (const one of [error, inner]) {
      expect(one).to.not.have.property('command');
      expect(one.stack).to.not.contain('s3cret');
    }
    const bare = Object.assign(new Error('no'), { stack: undefined });
    expect(withoutArguments(bare)).to.equal(bare);
    for (const other of ['text', undefined]) expect(withoutArguments(other)).to.equal(other);
  });

  it('explain themselves, in a cluster by the last error of a node', () => {
    expect(reasonOf(new Error('no'))).to.equal('no');
    const all = Object.assign(new Error('all nodes failed'), {
      lastNodeError: new Error('ERR no, with args beginning with: x'),
    });
    expect(reasonOf(all)).to.equal('all nodes failed ERR no');
  });
});
