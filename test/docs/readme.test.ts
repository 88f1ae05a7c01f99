import { expect } from 'chai';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CHECKS } from '../../daemon/hostcheck/list.js';
import { formatResult } from '../../daemon/hostcheck/report.js';
import { startChild, untilReady } from '../support/child.js';
import { freePort } from '../support/free-port.js';
import { startGatehouse } from '../support/gatehouse.js';
import { send } from '../support/http-client.js';
import { tempDir } from '../support/temp-dir.js';

/** Top of the repository, seen from dist/test/docs. */
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const DOCUMENTS = [
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'deploy/README.md'],
  ...['sdk/typescript/README.md', 'test/hosts/README.md'],
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).map((path) => `docs/${path}`),
].filter((path) => path.endsWith('.md'));

describe('README.md and the other documents', () => {
  it('the host of README.md serves Gatehouse, and clients reach both at one origin', async () => {
    const [, snippet = ''] = /^```js host\n([^]*?)^```/m.exec(read('README.md')) ?? [];
    const ports = { 8080: await freePort(), 8081: await freePort(), 9090: await freePort() };
    const code = Object.entries(ports).reduce(
      (text, [from, to]) => {
        expect(text).to.contain(from);
        return text.replaceAll(from, String(to));
      },
      snippet.replace('grants.db', join(tempDir('readme'), 'grants.db')),
    );
    // Beside this test, so that its imports are found as they would be in an application.
    const file = fileURLToPath(new URL(`readme-host-${process.pid}.mjs`, import.meta.url));
    writeFileSync(file, code);
    const application = await startChild(process.execPath, [file]);
    const [, setting = ''] = /main\.js serve --set (\S+=\S+)`/.exec(read('README.md')) ?? [];
    const gatehouse = await startGatehouse({
      hostAddress: `127.0.0.1:${ports[9090]}`,
      port: ports[8081],
      config: Object.fromEntries([setting.split('=')]) as Record<string, string>,
    });
    try {
      await gatehouse.untilReady();
      const issuer = `http://localhost:${ports[8080]}`;
      await untilReady(application, 'the host of README.md', () => fetch(issuer));
      const metadata = (await send(`${issuer}/.well-known/oauth-authorization-server`)).json();
      expect(metadata).to.include({ issuer, registration_endpoint: `${issuer}/oauth/mcp/register` });
      const registered = await fetch(metadata.registration_endpoint as string, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ redirect_uris: ['https://client.example/callback'] }),
      });
      expect(registered.status).to.equal(201);
    } finally {
      await gatehouse.stop();
      await application.end();
      rmSync(file);
    }
  });

  it('docs/hosts.md shows what check-host prints', () => {
    const [, shown = ''] = /^```text\n([^]*?)^```/m.exec(read('docs/hosts.md')) ?? [];
    const name = 'client/evict-oldest-unconsented';
    const check = CHECKS.find((each) => each.name === name);
    const [expected = '', got = '', advice = ''] = ['expected', 'got', 'to do'].map(
      (row) => new RegExp(`^ +${row} +(.*)$`, 'm').exec(shown)?.[1],
    );
    const sent = /last sent (.*)$/m.exec(shown)?.[1] ?? '';
    const failure = { sent, expected, got, advice };
    expect(shown).to.equal(`${formatResult({ name, citation: check?.citation ?? '', ms: 32, failure })}\n`);
  });

  it('README.md begins with two commands, and they exist', () => {
    const [, commands = ''] = /^```sh\n([^]*?)^```/m.exec(read('README.md')) ?? [];
    expect(commands.match(/^\S+ \S+/gm)).to.deep.equal(['make demo', 'make test']);
  });

  it('every make target that is named exists', () => {
    const targets = [...read('Makefile').matchAll(/^([a-z-]+):/gm)].map((match) => match[1]);
    for (const path of DOCUMENTS) {
      const named = [...read(path).matchAll(/`make ([a-z-]+)/g)].map((match) => match[1]);
      expect(targets, path).to.include.members(named);
    }
  });

  it('every link to a file of the repository leads somewhere', () => {
    for (const path of DOCUMENTS) {
      for (const [, target = ''] of read(path).matchAll(/\]\((?!https?:|#)([^)#]+)/g)) {
        expect(existsSync(join(ROOT, dirname(path), target)), `${path} -> ${target}`).to.equal(true);
      }
    }
  });

  for (const folder of ['docs', 'docs/decisions']) {
    it(`every document in ${folder}/ stands in its index`, () => {
      const documents = readdirSync(join(ROOT, folder)).filter((name) => name.endsWith('.md') && name !== 'README.md');
      const index = read(`${folder}/README.md`);
      expect(documents.filter((name) => !index.includes(`](${name})`))).to.deep.equal([]);
    });
  }

  it('every configuration key that is named exists', () => {
    const keys = new Set([...read('docs/configuration.md').matchAll(/^\| `([a-z_.]+)`/gm)].map((match) => match[1]));
    const sections = new Set([...keys].map((key) => key?.split('.')[0]));
    for (const path of DOCUMENTS) {
      for (const [, key = ''] of read(path).matchAll(
        /`((?:http|host|consent|redis|metrics|log|shutdown)\.[a-z_.]+)/g,
      )) {
        const known = keys.has(key) || [...keys].some((each) => each?.startsWith(`${key}.`));
        expect(known || !sections.has(key.split('.')[0]), `${path}: ${key}`).to.equal(true);
      }
    }
  });
});

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}
