import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect } from 'chai';
import ts from 'typescript';
import { call } from './host/testing/test-host.js';

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

/** Inside the package, so that a snippet's imports are found as they would be in an application. */
const SCRATCH = fileURLToPath(new URL('.', import.meta.url));

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
  let directory: string;
  const files: string[] = [];

  function moduleOf(name: string, code: string): string {
    const file = join(SCRATCH, `readme-${name}-${process.pid}.mjs`);
    writeFileSync(file, code);
    files.push(file);
    return file;
  }

  before(() => {
    directory = mkdtempSync(join(tmpdir(), 'gatehouse-sdk-'));
  });
  after(() => {
    for (const file of files) rmSync(file);
    rmSync(directory, { recursive: true });
  });

  it('the host in 30 lines serves Gatehouse, keeps what it is told, and ends on SIGTERM', async () => {
    const code = snippet('host');
    expect(code.trimEnd().split('\n').length).to.be.at.most(30);
    const database = join(directory, 'notes.db');
    const file = moduleOf('host', replaced(code, ["'notes.db'", `'${database}'`], ['127.0.0.1:9090', '127.0.0.1:0']));
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

  it('the resource server lets a good token in and keeps a bad one out', async () => {
    const code = `export async function serve(issuer, bearerToken, response) {\n${snippet('verify')}}\n`;
    const { serve } = (await import(pathToFileURL(moduleOf('verify', code)).href)) as {
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

  it('the reads of SQLite compile in strict TypeScript', function () {
    this.timeout(60_000);
    const code = `interface Shop { products: { id: number } }\n${snippet('reads', 'ts')}\nexport { database };\n`;
    const file = join(SCRATCH, `readme-reads-${process.pid}.mts`);
    writeFileSync(file, code);
    files.push(file);
    const program = ts.createProgram([file], {
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
      // Nobody listens there: what is asked of Gatehouse fails as a fault, which no snippet could hide.
      replaced(snippet('consent'), ['127.0.0.1:9091', '127.0.0.1:1']),
      snippet('mount'),
      'export { allow, consent, gatehouse, server, showConsentPage };',
    ].join('\n');
    const page = (await import(pathToFileURL(moduleOf('consent', code)).href)) as {
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
