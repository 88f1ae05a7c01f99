import { cpSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run } from '../support/child.js';
import { ROOT } from '../support/installed.js';
import { tempDir } from '../support/temp-dir.js';
import type { Containers } from './containers.js';

/** Named as in the Dockerfile: the official image, of which this is a stand-in with the Node.js of this machine. */
export const NODE_IMAGE = 'localhost/node:20-bookworm-slim';
/** The same with the settings of npm that this machine needs, for the stages that download. */
export const BUILD_IMAGE = 'localhost/node-with-npm-settings';
export const REDIS_IMAGE = 'localhost/redis:7-bookworm';

/** Where npm keeps its downloads in the build image. */
export const NPM_CACHE = '/var/cache/npm';

const KEPT = join(ROOT, 'test/output/image/bookworm.tar');

/** A new directory with a Debian of only its essential packages and apt. Downloaded once; `make clean` keeps it. */
export async function bareDebian(): Promise<string> {
  if (!existsSync(KEPT)) {
    const made = tempDir('debootstrap');
    await run('nice', ['debootstrap', '--variant=minbase', 'bookworm', made]);
    rmSync(join(made, 'var/cache/apt/archives'), { recursive: true });
    rmSync(join(made, 'var/lib/apt/lists'), { recursive: true });
    mkdirSync(dirname(KEPT), { recursive: true });
    await run('tar', ['--create', '--numeric-owner', '--file', `${KEPT}.part`, '--directory', made, '.']);
    renameSync(`${KEPT}.part`, KEPT);
    rmSync(made, { recursive: true });
  }
  const root = tempDir('debian');
  await run('tar', ['--extract', '--numeric-owner', '--file', KEPT, '--directory', root]);
  return root;
}

/** The images that deploy/ takes from a registry. */
export async function buildBases(containers: Containers): Promise<void> {
  const context = tempDir('bases');
  renameSync(await bareDebian(), join(context, 'debian'));
  cpSync(process.execPath, join(context, 'node'));
  cpSync(join(await askNpm('root', '--global'), 'npm'), join(context, 'npm'), { recursive: true });
  writeFileSync(join(context, 'npmrc'), await npmSettings(context));
  const image = async (tag: string, lines: readonly string[]) => {
    const file = join(context, 'Dockerfile');
    writeFileSync(file, `${lines.join('\n')}\n`);
    await containers.build({ tag, file, context });
  };
  const inNode = '/usr/local/lib/node_modules/npm';
  await image(NODE_IMAGE, [
    'FROM scratch',
    'COPY debian /',
    'RUN groupadd --gid 1000 node && useradd --uid 1000 --gid node --create-home node',
    'COPY node /usr/local/bin/node',
    `COPY npm ${inNode}`,
    `RUN ln -s ${inNode}/bin/npm-cli.js /usr/local/bin/npm && ln -s ${inNode}/bin/npx-cli.js /usr/local/bin/npx`,
    'CMD ["node"]',
  ]);
  await image(BUILD_IMAGE, [`FROM ${NODE_IMAGE}`, 'COPY npmrc certificates.pem /usr/local/etc/']);
  await image(REDIS_IMAGE, [
    `FROM ${NODE_IMAGE}`,
    'RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends redis-server',
  ]);
}

/** Where this machine downloads packages from, and which certificates it trusts. No credentials. */
async function npmSettings(context: string): Promise<string> {
  const trusted = process.env['NODE_EXTRA_CA_CERTS'] ?? '/etc/ssl/certs/ca-certificates.crt';
  cpSync(trusted, join(context, 'certificates.pem'), { dereference: true });
  const registry = await askNpm('config', 'get', 'registry');
  return `registry=${registry}\ncafile=/usr/local/etc/certificates.pem\ncache=${NPM_CACHE}\nprefer-offline=true\n`;
}

/** The one-line answer of npm, without its warnings. */
export async function askNpm(...args: readonly string[]): Promise<string> {
  return (await run('npm', [...args, '--loglevel', 'silent'])).trim();
}
