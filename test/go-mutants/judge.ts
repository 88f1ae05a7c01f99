import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startChild } from '../support/child.js';
import { freePort } from '../support/free-port.js';
import { MAIN } from '../support/gatehouse.js';
import { startPostgres } from '../support/postgres.js';
import { SDK_GO, startGo } from '../support/sdk-go.js';
import { tempDir } from '../support/temp-dir.js';
import { applied, type GoMutant } from './mutant.js';

const TOKEN = 'a-shared-token-of-the-mutants';
/** The first check-host that is likely to notice: the tests with databases call the stores without the engine. */
const ENGINE = 'internal/engine/';
/** The tests with databases. They take longest, so the others run first. */
const WITH_DATABASES = 'gatehouse.dev/host/drivertest';

/** Runs the tests of a copy of the Go SDK with one change at a time. */
export class Judge {
  readonly #folder = tempDir('go-mutants');
  readonly #sdk = join(this.#folder, 'sdk');
  readonly #work = join(this.#folder, 'work/');

  constructor(readonly postgres: string) {
    cpSync(SDK_GO, this.#sdk, { recursive: true });
  }

  static async create(): Promise<Judge> {
    return new Judge(await (await startPostgres()).createDatabase());
  }

  /** The test or check that noticed the change; undefined: none did. */
  async noticedBy(mutant: GoMutant): Promise<string | undefined> {
    const path = join(this.#sdk, mutant.file);
    const content = readFileSync(path, 'utf8');
    writeFileSync(path, applied(mutant, content));
    try {
      const list = (await this.#go('list', './...')).output.trim().split('\n');
      const others = list.filter((name) => name !== WITH_DATABASES);
      const byDatabases = () => this.#test(mutant, [WITH_DATABASES], '300s');
      const byCheckHost = async () =>
        (await this.#checkHost('testhost', [])) ?? (await this.#checkHost('adminhost', ['--scratch']));
      const inOrder = mutant.file.startsWith(ENGINE) ? [byCheckHost, byDatabases] : [byDatabases, byCheckHost];
      for (const notices of [() => this.#test(mutant, others, '60s'), ...inOrder]) {
        const noticedBy = await notices();
        if (noticedBy !== undefined) return noticedBy;
      }
      return undefined;
    } finally {
      writeFileSync(path, content);
    }
  }

  /**
   * The test that fails. Go runs only those of packages that the change reaches. A server that should not have started hangs
   * until the timeout.
   */
  async #test({ name }: GoMutant, packages: readonly string[], timeout: string): Promise<string | undefined> {
    const { ok, output } = await this.#go('test', '-vet=off', '-failfast', `-timeout=${timeout}`, ...packages);
    if (output.includes('[build failed]')) throw new Error(`"${name}" does not compile:\n${output}`);
    return ok ? undefined : (/^--- FAIL: (\S+)/m.exec(output)?.[1] ?? 'go test');
  }

  async #go(...args: readonly string[]): Promise<{ readonly ok: boolean; readonly output: string }> {
    const env = { ...process.env, GATEHOUSE_TEST_POSTGRES: this.postgres };
    return ended(join(this.#sdk, 'with-debian.sh'), [this.#work, ...args], env);
  }

  /** The first check that fails. */
  async #checkHost(program: string, options: readonly string[]): Promise<string | undefined> {
    await this.#go('build', '-o', join(this.#work, program), `./drivertest/${program}`);
    const database = await (await startPostgres()).createDatabase();
    const [grpc, http] = [`127.0.0.1:${await freePort()}`, `127.0.0.1:${await freePort()}`];
    const env = {
      ...{ HOST_DATABASE: `${database}?sslmode=disable`, HOST_TOKEN: TOKEN, HOST_ISSUER: 'https://shop.example' },
      ...{ HOST_ADDRESS: grpc, HOST_HTTP: http },
    };
    const host = await startGo(program, env, http, this.#work);
    try {
      const token = join(this.#folder, 'token');
      writeFileSync(token, TOKEN);
      const args = [MAIN, 'check-host', '--address', grpc, '--token-file', token, '--deadline', '30s', ...options];
      const { ok, output } = await ended(process.execPath, args, process.env);
      return ok ? undefined : `check-host: ${/^FAILED +(\S+)/m.exec(output)?.[1] ?? 'no answer'}`;
    } finally {
      await host.end();
    }
  }
}

async function ended(command: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  const child = await startChild(command, args, { env });
  const { code } = await child.exited;
  return { ok: code === 0, output: child.output() };
}
