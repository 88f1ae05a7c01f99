import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createPasswords } from '../admin/auth/passwords.js';
import type { SmallHost } from '../host/testing/small-host.js';
import { description, startHost } from '../host/testing/small-host.js';

const MAIN = fileURLToPath(new URL('../main.js', import.meta.url));
const PASSWORD = 'correct horse battery staple';
const ADA = { id: '1', login: 'ada', email: 'ada@example.test', tokenVersion: 1 };

interface Session {
  readonly code: number | null;
  /** Everything that the terminal showed. */
  readonly screen: string;
}

describe('gatehouse: passwords at a terminal (AD-172)', () => {
  let host: SmallHost | undefined;
  let hashes: string[];

  beforeEach(async () => {
    hashes = [];
    host = await startHost({
      describe: () => description({ capabilities: ['CAPABILITY_ADMIN'] }),
      admin: {
        CreateAdministrator(request) {
          hashes.push(String((request as { readonly passwordHash?: unknown }).passwordHash));
          return { created: ADA };
        },
      },
    });
  });
  afterEach(() => host?.kill());

  /**
   * Runs admin:create in its own pseudo-terminal (script, from util-linux) and types an answer at each prompt. Prints the
   * terminal's settings at the end.
   */
  function atTerminal(...answers: readonly string[]): Promise<Session> {
    const settings = `--set host.address=${host?.address ?? '127.0.0.1:1'} --set admin.password.bcrypt_cost=4`;
    const command = `'${process.execPath}' '${MAIN}' admin:create --email ada@example.test ${settings}`;
    const child = spawn('script', ['-qec', `${command}; code=$?; stty -a; exit $code`, '/dev/null']);
    const waiting = [...answers];
    let screen = '';
    let asked = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      screen += chunk.toString();
      const prompts = screen.match(/Password: |Once more: /g)?.length ?? 0;
      for (; asked < prompts; asked++) child.stdin.write(waiting.shift() ?? '');
    });
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve({ code, screen }));
    });
  }

  it('asks twice, does not echo the input, and restores the terminal', async () => {
    const { code, screen } = await atTerminal(`${PASSWORD}\r`, `${PASSWORD}\r`);
    expect(screen).to.match(/^Password: \r\nOnce more: \r\ncreated administrator 1: login ada\r\n/);
    expect(screen)
      .to.match(/[ ;]echo /)
      .and.match(/[ ;]icanon /);
    expect(code).to.equal(0);
    expect(await createPasswords(4).verify(PASSWORD, hashes[0])).to.equal(true);
  });

  it('accepts both answers pasted together', async () => {
    const { code, screen } = await atTerminal(`${PASSWORD}\r${PASSWORD}\r`);
    expect([code, hashes.length, screen.includes('horse')]).to.deep.equal([0, 1, false]);
  });

  for (const [what, answers, code, said] of [
    ['two different passwords', [`${PASSWORD}\r`, 'another\r'], 1, 'gatehouse: the passwords do not match\r\n'],
    ['an empty password', ['\r'], 1, 'gatehouse: no password given'],
    ['the end of input', ['\x04'], 1, 'gatehouse: no password given'],
    ['Ctrl-C', ['half\x03'], 130, 'Password: \r\nspeed'],
    ['Ctrl-C at the second question', [`${PASSWORD}\r`, '\x03'], 130, 'Once more: \r\nspeed'],
  ] as const) {
    it(`${what}: exits with ${code}, creates nothing and restores the terminal`, async () => {
      const session = await atTerminal(...answers);
      expect(session.screen).to.contain(said);
      expect(session.screen).not.to.match(/horse|another\r|half|\n +at /);
      expect(session.screen).to.match(/[ ;]echo /);
      expect([session.code, hashes]).to.deep.equal([code, []]);
    });
  }
});
