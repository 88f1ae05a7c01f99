import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createPasswords } from '../admin/auth/passwords.js';
import type { SmallHost } from '../host/testing/small-host.js';
import { description, startHost } from '../host/testing/small-host.js';
import { runInProcess, type Result } from './testing/in-process.js';

const MAIN = fileURLToPath(new URL('../main.js', import.meta.url));
const ADA = { id: '1', login: 'ada', email: 'ada@example.test', tokenVersion: 1 };
const PASSWORD = 'correct horse battery staple';

/** The host's directory of administrators: the answer of each rpc. */
type Directory = Readonly<Record<string, object>>;

describe('gatehouse: operator commands (AD-170, AD-171)', () => {
  let host: SmallHost | undefined;
  let requests: (readonly [rpc: string, request: Readonly<Record<string, unknown>>])[];

  beforeEach(() => (requests = []));
  afterEach(() => {
    host?.kill();
    host = undefined;
  });

  async function serve(directory: Directory, capabilities: readonly 'CAPABILITY_ADMIN'[] = ['CAPABILITY_ADMIN']) {
    const rpcs = Object.entries(directory).map(
      ([rpc, answer]) =>
        [
          rpc,
          (request: object) => {
            requests.push([rpc, request as Readonly<Record<string, unknown>>]);
            return answer;
          },
        ] as const,
    );
    host = await startHost({
      describe: () => description({ capabilities: ['CAPABILITY_BACKEND', ...capabilities] }),
      admin: Object.fromEntries(rpcs),
    });
  }

  /** Connects to the test's host or, without one, to an address where nothing listens. */
  const settings = (): readonly string[] => {
    const address = `host.address=${host?.address ?? '127.0.0.1:1'}`;
    return ['--set', address, '--set', 'admin.password.bcrypt_cost=4'];
  };
  const gatehouse = (args: readonly string[], input: string | Buffer = ''): Promise<Result> =>
    runInProcess([...args, ...settings()], { input });

  /** The same as a real process. */
  async function spawned(args: readonly string[], input: string | Buffer = ''): Promise<Result> {
    const child = spawn(process.execPath, [MAIN, ...args, ...settings()]);
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    // A command that does not read its input may exit before we write it.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    return { code, stdout, stderr };
  }

  const refusing = (reason: string, roles: readonly string[] = []): Directory => ({
    CreateAdministrator: { refused: { reason: `CREATE_ADMINISTRATOR_REFUSAL_${reason}`, roles } },
  });

  describe('admin:create', () => {
    const CREATE = ['admin:create', '--email', 'Ada@Example.test'];

    it('creates an administrator and uses the email address in lower case as the login (AD-170)', async () => {
      await serve({ CreateAdministrator: { created: ADA } });
      expect(await spawned([...CREATE, '--password', PASSWORD])).to.deep.equal({
        code: 0,
        stdout: 'created administrator 1: login ada\n',
        stderr: '',
      });
      const [[, request] = []] = requests;
      expect(request).to.include({ email: 'Ada@Example.test', login: 'ada@example.test', superuser: false, role: '' });
    });

    it('sends a hash with the configured cost and never the password (AD-116)', async () => {
      await serve({ CreateAdministrator: { created: ADA } });
      const { stdout, stderr } = await gatehouse([...CREATE, '--password', PASSWORD]);
      const hash = String(requests[0]?.[1]['passwordHash']);
      expect(hash).to.match(/^\$2b\$04\$/);
      expect(await createPasswords(4).verify(PASSWORD, hash)).to.equal(true);
      expect(stdout + stderr + JSON.stringify(requests)).not.to.include(PASSWORD);
    });

    it('accepts a login, a role and --superuser (AD-170)', async () => {
      await serve({ CreateAdministrator: { created: ADA } });
      const options = ['--login', 'ada', '--role', 'editor', '--superuser', '--password', PASSWORD];
      expect((await gatehouse([...CREATE, ...options])).stdout).to.equal(
        'created administrator 1: login ada, role editor\n',
      );
      expect(requests[0]?.[1]).to.include({ login: 'ada', role: 'editor', superuser: true });
    });

    for (const input of [`${PASSWORD}\n`, PASSWORD, `${PASSWORD}\r\nsecond line\n`, `\uFEFF${PASSWORD}\r\n`]) {
      it(`reads the first line of standard input: ${JSON.stringify(input)}`, async () => {
        await serve({ CreateAdministrator: { created: ADA } });
        expect((await spawned(CREATE, input)).code).to.equal(0);
        expect(await createPasswords(4).verify(PASSWORD, String(requests[0]?.[1]['passwordHash']))).to.equal(true);
      });
    }

    for (const [what, args, input, said] of [
      ['no password at all', [], '', /^gatehouse: no password given: use --password/],
      ['an empty first line', [], `\n${PASSWORD}\n`, /^gatehouse: no password given/],
      ['an empty option', ['--password', ''], PASSWORD, /^gatehouse: the password must not be empty\n$/],
      ['6 characters', [], 'ü3456u\u0308\n', /^gatehouse: the password has 6 characters; at least 8 are needed\n$/],
      [
        'another encoding',
        [],
        Buffer.from(`${PASSWORD} f\u00fcr\n`, 'latin1'),
        /^gatehouse: the password is not valid UTF-8/,
      ],
      ['73 bytes', [], 'é'.repeat(36) + 'x\n', /^gatehouse: the password is 73 bytes long in UTF-8; at most 72/],
    ] as const) {
      it(`rejects ${what} without calling the host`, async () => {
        await serve({ CreateAdministrator: { created: ADA } });
        const { code, stdout, stderr } = await gatehouse([...CREATE, ...args], input);
        expect([code, stdout, requests]).to.deep.equal([1, '', []]);
        expect(stderr).to.match(said);
      });
    }

    for (const [directory, said] of [
      [refusing('LOGIN_TAKEN'), 'the login ada@example.test is already in use'],
      [refusing('EMAIL_TAKEN'), 'the email address Ada@Example.test is already in use'],
      [refusing('ROLE_UNKNOWN', ['editor', 'author']), 'role chief does not exist; available: editor, author'],
      [refusing('ROLE_UNKNOWN'), 'role chief does not exist; the host has no roles'],
    ] as const) {
      it(`exits 1 and prints: ${said}`, async () => {
        await serve(directory);
        expect(await gatehouse([...CREATE, '--role', 'chief'], PASSWORD)).to.deep.equal({
          code: 1,
          stdout: '',
          stderr: `gatehouse: ${said}\n`,
        });
      });
    }

    for (const [args, said] of [
      [['--email', 'ada'], "option '--email <address>' argument 'ada' is invalid. Not an email address."],
      [['--email', ''], "argument '' is invalid. Not an email address."],
      [['--email', 'ada@example.test\nBcc: eve@example.test'], 'Not an email address.'],
      [['--email', 'Ada <ada@example.test>'], 'Not an email address.'],
      [['--email', 'a@b.test', '--login', ''], "argument '' is invalid. Expected 1 to 255 characters"],
      [['--email', 'a@b.test', '--login', ' ada'], 'no space at either end'],
      [['--email', 'a@b.test', '--login', 'a\tb'], 'no control characters'],
      [['--email', 'a@b.test', '--login', 'a\u202eb'], 'an invisible character'],
      [['--email', 'a@b.test', '--login', 'ada\ufe0f'], 'an invisible character'],
      [['--email', 'a@b.test', '--login', 'a'.repeat(256)], 'Expected 1 to 255 characters'],
      [['--email', 'a@b.test', '--role', ''], 'omit the option'],
    ] as const) {
      it(`exits 2 without calling the host: ${JSON.stringify(args).slice(0, 60)}`, async () => {
        await serve({ CreateAdministrator: { created: ADA } });
        const { code, stdout, stderr } = await gatehouse(['admin:create', ...args, '--password', PASSWORD]);
        expect([code, stdout, requests]).to.deep.equal([2, '', []]);
        expect(stderr).to.include(said);
      });
    }

    it('requires an email address', async () => {
      const { code, stderr } = await spawned(['admin:create'], PASSWORD);
      expect(code).to.equal(2);
      expect(stderr).to.include("required option '--email <address>'");
    });
  });

  describe('admin:reset-password', () => {
    it('sets a hash of the new password, given a login or an email address (AD-171)', async () => {
      await serve({ SetPassword: { administrator: { ...ADA, tokenVersion: 2 } } });
      const { code, stdout } = await spawned(['admin:reset-password', 'ADA@example.test'], `${PASSWORD}\n`);
      expect([code, stdout]).to.deep.equal([0, 'password set for ada; all sessions of ada must sign in again\n']);
      const [[, request] = []] = requests;
      expect(request?.['identifier']).to.equal('ADA@example.test');
      expect(await createPasswords(4).verify(PASSWORD, String(request?.['passwordHash']))).to.equal(true);
    });

    it('exits 1 when no administrator has that name', async () => {
      await serve({ SetPassword: {} });
      const { code, stderr } = await gatehouse(['admin:reset-password', 'nobody'], PASSWORD);
      expect([code, stderr]).to.deep.equal([1, 'gatehouse: no administrator has the login or email address nobody\n']);
    });

    it('exits 2 for an invalid name', async () => {
      await serve({ SetPassword: {} });
      for (const identifier of ['', ' ada', 'a\x01b']) {
        expect((await gatehouse(['admin:reset-password', identifier], PASSWORD)).code).to.equal(2);
      }
      expect(requests).to.deep.equal([]);
    });

    it('requires a name', async () => {
      expect((await gatehouse(['admin:reset-password'], PASSWORD)).code).to.equal(2);
    });
  });

  describe('migrate', () => {
    it('reports the migrations that ran, or that none were needed', async () => {
      await serve({ Migrate: { applied: ['0001_users', '0002_roles'] } });
      expect((await gatehouse(['migrate'])).stdout).to.equal('applied 0001_users, 0002_roles\n');
      host?.kill();
      await serve({ Migrate: {} });
      expect((await gatehouse(['migrate'])).stdout).to.equal('tables are up to date\n');
    });
  });

  for (const args of [['admin:create', '--email', 'a@b.test'], ['admin:reset-password', 'ada'], ['migrate']]) {
    it(`${args[0] ?? ''} exits 1 when the host has no directory of administrators`, async () => {
      await serve({}, []);
      const { code, stderr } = await spawned(args, PASSWORD);
      expect([code, stderr]).to.deep.equal([
        1,
        'gatehouse: the host does not offer CAPABILITY_ADMIN: it has no administrator directory\n',
      ]);
    });

    it(`${args[0] ?? ''} exits 1 with one sentence when no host answers`, async () => {
      const { code, stderr } = await gatehouse(args, PASSWORD);
      expect(code).to.equal(1);
      expect(stderr)
        .to.match(/^gatehouse: .+\n$/)
        .and.not.to.match(/^ +at /m);
    });
  }
});
