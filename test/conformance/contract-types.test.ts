import { expect } from 'chai';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startChild, run } from '../support/child.js';
import { detail } from '../support/every-test.js';
import { tempDir } from '../support/temp-dir.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** The parts of each side that use the contract; .dependency-cruiser.js keeps it out of the rest. */
const SIDES = {
  daemon: ['daemon/host', 'daemon/consent', 'daemon/hostcheck'],
  sdk: ['sdk/typescript/src'],
};

/** One field of each file, both in requests and in answers: one side writes it and the other reads it. */
const RENAMED = [
  { file: 'host/v1/host.proto', message: 'DescribeResponse', field: 'application_name' },
  { file: 'host/v1/oauth_options.proto', message: 'OAuthOptions', field: 'code_ttl' },
  { file: 'host/v1/backend.proto', message: 'Client', field: 'client_name' },
  { file: 'host/v1/backend.proto', message: 'Aborted', field: 'public_reason' },
  { file: 'host/v1/sign_in.proto', message: 'ResolveUserRequest', field: 'return_to' },
  { file: 'host/v1/admin_registration.proto', message: 'AdminColumn', field: 'max_length' },
  { file: 'host/v1/admin_caller.proto', message: 'AdminCaller', field: 'superuser' },
  { file: 'host/v1/admin_cell.proto', message: 'Cell', field: 'decimal_value' },
  { file: 'host/v1/admin_query.proto', message: 'AdminListQuery', field: 'count_at_most' },
  { file: 'host/v1/admin_record.proto', message: 'RecordPage', field: 'has_more' },
  { file: 'host/v1/admin_directory.proto', message: 'Administrator', field: 'display_name' },
  { file: 'host/v1/admin_stream.proto', message: 'StreamedCall', field: 'method' },
  { file: 'consent/v1/consent.proto', message: 'IssueCodeRequest', field: 'granted_scopes' },
] as const;

/**
 * Both sides take their types from the contract alone (proto/): code that does not fit it does not compile. That the current
 * code compiles, the build has shown.
 */
describe('the types of the contract', () => {
  /** The package alone, next to the packages of the repository, in a new directory. */
  function copyOfContract(): string {
    const copy = tempDir('contract');
    for (const path of ['package.json', 'gatehouse', 'src']) {
      // In the tree of `make mutants` they are links to the sources, which must not change.
      cpSync(join(ROOT, 'proto', path), join(copy, 'proto', path), { recursive: true, dereference: true });
    }
    mkdirSync(join(copy, 'scripts'));
    cpSync(join(ROOT, 'scripts/proto-types.sh'), join(copy, 'scripts/proto-types.sh'));
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
    const options = {
      extends: join(ROOT, 'tsconfig.base.json'),
      compilerOptions: {
        ...{ noEmit: true, composite: false, declaration: false, sourceMap: false, types: ['node'] },
        paths: { '@gatehouse/proto/*': ['./proto/src/*.ts'] },
      },
      include: Object.values(SIDES).flatMap((folders) => folders.map((folder) => join(ROOT, folder, '**/*.ts'))),
      exclude: [join(ROOT, '**/*.test.ts')],
    };
    writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify(options));
    return copy;
  }

  /** The compiler's output for each side, with the types of this contract. */
  async function compiled(copy: string): Promise<Record<keyof typeof SIDES, string[]>> {
    await run(join(copy, 'scripts/proto-types.sh'), []);
    const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
    const child = await startChild(process.execPath, [compiler, '-p', '.', '--pretty', 'false'], { cwd: copy });
    await child.exited;
    const lines = child.output().split('\n');
    const about = (folders: readonly string[]) =>
      lines.filter((line) => folders.some((folder) => line.includes(`${folder}/`)));
    return { daemon: about(SIDES.daemon), sdk: about(SIDES.sdk) };
  }

  detail('break the compilation of daemon and SDK if a field is renamed in its .proto file', async () => {
    const copy = copyOfContract();
    for (const { file, message, field } of RENAMED) {
      const path = join(copy, 'proto/gatehouse', file);
      const text = readFileSync(path, 'utf8');
      const renamed = text.replace(
        new RegExp(`(^message ${message} \\{[^]*?\\b)${field}( = \\d+)`, 'm'),
        (_, before: string, after: string) => `${before}${field}_renamed${after}`,
      );
      expect(renamed, `${message}.${field}`).to.not.equal(text);
      writeFileSync(path, renamed);
    }
    const { daemon, sdk } = await compiled(copy);
    for (const { message, field } of RENAMED) {
      const name = field.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
      const names = (line: string): boolean => line.includes(`'${name}'`);
      expect(daemon.some(names), `${message}.${field} in the daemon`).to.equal(true);
      expect(sdk.some(names), `${message}.${field} in the SDK`).to.equal(true);
    }
  });
});
