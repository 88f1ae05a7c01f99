import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect } from 'chai';
import ts from 'typescript';
import { call } from './host/testing/test-host.js';

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

/** The packages of this repository, which has ours among them, as an application has them after `npm install`. */
const INSTALLED = fileURLToPath(new URL('../../../node_modules', import.meta.url));

/** The block marked ```js name, or another language. It may be part of a list. */
function snippet(name: string, language = 'js'): string {
  const code = new RegExp(`^ *\`\`\`${language} ${name}\n([^]*?)^ *\`\`\``, 'm').exec(README)?.[1];
  if (code === undefined) throw new Error(`README.md has no block marked "${language} ${name}"`);
  return code;
}

function replaced(code: string, ...pairs: [string, string][]): string {
  return pairs.reduce((text, [from, to]) => {
    expect(text).to.contain(from);
    return text.replaceAll(from, to);
  }, code);
}

describe('the snippets of README.md', () => {
  /** An application's folder. Not the package itself: other tests pack it at the same time. */
  let directory: string;

  function moduleOf(name: string, code: string): string {
    const file = join(directory, name);
    writeFileSync(file, code);
    return file;
  }

  before(() => {
    directory = mkdtempSync(join(tmpdir(), 'gatehouse-sdk-'));
    symlinkSync(INSTALLED, join(directory, 'node_modules'));
  });
  after(() => {
    rmSync(directory, { recursive: true });
  });

  it('the host in 30 lines serves Gatehouse, stores its data, and ends on SIGTERM', async () => {
    const code = snippet('host');
    expect(code.trimEnd().split('\n').length).to.be.at.most(30);
    const database = join(directory, 'notes.db');
    const file = moduleOf(
      'host.mjs',
      replaced(code, ["'notes.db'", `'${database}'`], ['127.0.0.1:9090', '127.0.0.1:0']),
    );
    const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
    const address = /finds the application at (\S+)$/.exec(line)?.[1] ?? '';
    expect(await call(address, 'Describe', {})).to.include({ applicationName: 'Acme Notes' });
    const revokeLineage = { lineageId: 'lineage', at: { seconds: 1, nanos: 0 } };
    const revoked = await call(address, 'Transact', { operations: [{ revokeLineage }] });
    expect(revoked).to.have.nested.property('committed.results[0].revokeLineage.newlyRevoked', true);
    child.kill('SIGTERM');
    expect((await once(child, 'exit'))[0]).to.equal(0);
  });

  it('the resource server accepts a valid token and rejects an invalid one', async () => {
    const code = `export async function serve(issuer, bearerToken, response) {\n${snippet('verify')}}\n`;
    const { serve } = (await import(pathToFileURL(moduleOf('verify.mjs', code)).href)) as {
      serve: (issuer: object, token: string, response: object) => Promise<void>;
    };
    const good = {
      userId: 'ada',
      clientId: 'client',
      scopes: ['read'],
      resource: 'http://localhost:8080/mcp',
      expiresAt: new Date(0),
    };
    const issuer = { verify: (token: string) => Promise.resolve(token === 'good' ? good : undefined) };
    const answers: unknown[] = [];
    const response = {
      writeHead: (status: number) => ({ end: () => answers.push(status) }),
      end: (text: string) => answers.push(text),
    };
    await serve(issuer, 'good', response);
    await serve(issuer, 'bad', response);
    expect(answers[0]).to.contain('Hello ada');
    expect(answers[1]).to.equal(401);
  });

  it('the SQLite reads compile in strict TypeScript', () => {
    const code = `interface Shop { products: { id: number } }\n${snippet('reads', 'ts')}\nexport { database };\n`;
    const program = ts.createProgram([moduleOf('reads.mts', code)], {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      types: ['node'],
    });
    const problems = ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
    expect(problems).to.deep.equal([]);
  });

  it('the consent page and the mount run', async () => {
    const code = [
      "import http from 'node:http';",
      "import { createConsentClient, mountGatehouse } from '@gatehouse/host';",
      // Nothing listens there: calls to Gatehouse fail with a fault, which a snippet cannot hide.
      replaced(snippet('consent'), ['127.0.0.1:9091', '127.0.0.1:1']),
      snippet('mount'),
      'export { allow, consent, gatehouse, server, showConsentPage };',
    ].join('\n');
    const page = (await import(pathToFileURL(moduleOf('consent.mjs', code)).href)) as {
      consent: { close(): void };
      gatehouse: { close(): void };
      server: { listening: boolean };
      showConsentPage: (id: string, user: object, response: object) => Promise<unknown>;
      allow: (id: string, user: object, scopes: string[], response: object) => Promise<unknown>;
    };
    const faults = await Promise.allSettled([
      page.showConsentPage('request', { id: 'ada' }, {}),
      page.allow('request', { id: 'ada' }, ['read'], {}),
    ]);
    for (const fault of faults) {
      expect(fault).to.have.nested.property('reason.name', 'GatehouseUnavailable');
    }
    expect(page.server.listening).to.equal(false);
    page.gatehouse.close();
    page.consent.close();
  });
});
