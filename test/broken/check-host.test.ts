import { createOpaqueTokenIssuer, createSqlBackend } from '@gatehouse/host/sql';
import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { CHECKS } from '../../daemon/hostcheck/list.js';
import type { Report } from '../../daemon/hostcheck/report.js';
import { failures, formatResult, formatSummary, passed, resultFormatter } from '../../daemon/hostcheck/report.js';
import { runHostCheck } from '../../daemon/hostcheck/run.js';
import { RpcStatus } from '../../daemon/hostcheck/subject/connection.js';
import { UnaryTransport } from '../../daemon/hostcheck/subject/transports.js';
import { ENGINES, migrated, newSqlite } from '../conformance/sdk-databases.js';
import { detail, usual } from '../support/every-test.js';
import { serveHost, TOKEN as HOST_TOKEN } from '../conformance/sdk-host-link.js';
import { freePort } from '../support/free-port.js';
import { hostChecker } from './checked-host.js';
import { BROKEN_HOSTS } from './list.js';
import { startDroppingProxy } from './dropping-proxy.js';
import { startProxy } from './proxy.js';
import { serve } from './serve.js';

const PROTO = fileURLToPath(new URL('../../../proto/gatehouse/host/v1/', import.meta.url));
const TOKEN = 'a-shared-token-of-the-test';
/** At the end of the name of a check that runs over the stream, too. */
const STREAMED = / \(stream\)$/;

describe('gatehouse check-host', () => {
  const check = hostChecker();

  function failed(report: Report): string[] {
    return failures(report).map(({ name }) => name);
  }

  // The suites of test/conformance hold the SDK to the same contract on each database.
  for (const { engine, open } of usual(ENGINES)) {
    it(`passes the SDK's ready-made backend on ${engine}, with every check over unary calls and over the stream, and leaves no live rows behind, and no clients except those that it reports`, async () => {
      const test = await open('with tables');
      const report = await check(await serve(() => Promise.resolve(test), { token: TOKEN }), { token: TOKEN });
      expect(failures(report).map(formatResult)).to.deep.equal([]);
      expect(await test.countRows('gatehouse_clients')).to.equal(report.staying);
      expect(formatSummary(report)).to.contain(`Left behind: ${report.staying} clients`);
      expect(await test.countRows('gatehouse_lineages where revoked_at is null')).to.equal(0);
      const accessTokens = 'gatehouse_access_tokens left join gatehouse_lineages using (lineage_id)';
      expect(await test.countRows(`${accessTokens} where revoked_at is null`)).to.equal(0);
      const names = report.results.map(({ name }) => name);
      for (const { name, on } of CHECKS.filter(({ on }) => !on.startsWith('admin') && on !== 'refused-user')) {
        expect(names).to.include(name);
        if (on === 'transactions') expect(names).to.include(`${name} (stream)`);
      }
    });
  }

  for (const way of usual(['HTTP with JSON', 'HTTP'] as const)) {
    it(`passes the SDK's ready-made backend through ${way}, with every check that is not about gRPC (HC-15)`, async () => {
      const test = await migrated(newSqlite);
      const { database } = test;
      const backend = createSqlBackend({ database, issuer: createOpaqueTokenIssuer(database) });
      const host = await serveHost(
        {
          applicationName: 'under test',
          backend,
          signIn: { resolveUser: async () => ({ signInUrl: '/sign-in' }) },
          oauth: { issuer: 'http://localhost:8080', resource: 'http://localhost:8080/mcp' },
          logger: { info: ignore, warn: ignore, error: ignore },
        },
        way,
      );
      const report = await runHostCheck({ ...host.at, token: HOST_TOKEN });
      await host.close();
      await test.close();
      expect(failures(report).map(formatResult)).to.deep.equal([]);
      const expected = CHECKS.filter(({ on }) => ['host', 'transactions', 'unary', 'sign-in', 'token'].includes(on));
      expect(report.results.map(({ name }) => name)).to.include.members(expected.map(({ name }) => name));
    });
  }

  it('names what a server in front of a host, or none, answers over HTTP (HC-12)', async () => {
    const server = createServer((_request, response) => response.writeHead(502).end()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    for (const [url, got] of [
      [`http://127.0.0.1:${port}`, 'HTTP status 502'],
      [`http://127.0.0.1:${await freePort()}`, 'ECONNREFUSED'],
    ] as const) {
      const [described] = failures(await runHostCheck({ url }));
      expect(described?.failure?.got).to.contain(got);
      expect(described?.failure?.advice).to.contain('Check that the host is running');
    }
    server.close();
  });

  it('requires exactly one place', async () => {
    const wrong = await Promise.allSettled([
      runHostCheck({}),
      runHostCheck({ address: '127.0.0.1:1', url: 'http://127.0.0.1:1' }),
    ]);
    for (const result of wrong)
      expect(result)
        .to.have.nested.property('reason.message')
        .that.matches(/either/);
  });

  for (const { name, caughtBy, around, signIn, checked, proxy } of BROKEN_HOSTS) {
    it(`detects a host with this fault: ${name}: ${caughtBy.join(', ')}`, async () => {
      const sound = await serve(newSqlite, { ...(around && { around }), ...(signIn && { signIn }) });
      const report = await check(proxy === undefined ? sound : await startProxy(sound, proxy), {
        only: caughtBy,
        ...checked,
      });
      expect(failed(report)).to.include.members([...caughtBy]);
      for (const { failure, citation } of failures(report)) {
        expect(failure).to.include.all.keys('expected', 'got', 'advice');
        expect(citation).to.match(/\.proto: /);
      }
    });
  }

  it('has a broken host for every check (HC-9)', () => {
    const caught = new Set(BROKEN_HOSTS.flatMap(({ caughtBy }) => caughtBy.map((name) => name.replace(STREAMED, ''))));
    const names = CHECKS.filter(({ on }) => !on.startsWith('admin')).map(({ name }) => name);
    expect([...caught]).to.have.members(names);
  });

  it('passes a sound host behind a proxy without a fault', async () => {
    const report = await check(await startProxy(await serve(newSqlite), {}), {
      only: ['stream/', 'deadline', 'transaction'],
    });
    expect(failures(report).map(formatResult)).to.deep.equal([]);
  });

  it('passes a slow host that answers in any order', async () => {
    const slow = await startProxy(await serve(newSqlite), { delayMs: 40 });
    const report = await check(slow, { only: ['stream/answers', 'stream/independence', 'transaction/', 'spend'] });
    expect(failures(report).map(formatResult)).to.deep.equal([]);
  });

  it('reports a host that drops its connections, without an error of its own', async () => {
    const report = await check(await startDroppingProxy(await serve(newSqlite)), {
      timeoutMs: 2000,
      only: ['client/r', 'client/cap', 'code/', 'stream/'],
    });
    expect(passed(report)).to.equal(false);
    expect(failed(report).filter((name) => name.startsWith('check-host/'))).to.deep.equal([]);
    const bugs = failures(report).filter(({ failure }) => failure?.advice.includes('bug in check-host') === true);
    expect(bugs.map(formatResult)).to.deep.equal([]);
  });

  it('tells the cause of several failures once', async () => {
    const told: string[] = [];
    const format = resultFormatter();
    const faulty = await serve(newSqlite, {
      around: () => ({ transaction: () => Promise.reject(new Error('no table')) }),
    });
    const report = await check(faulty, { only: ['code/round-trip', 'lineage/revoke-unknown', 'client/absent'] });
    for (const result of report.results) told.push(format(result));
    const text = told.join('\n');
    expect(text.match(/to do/g)).to.have.length(1);
    expect(text).to.contain('same as   client/absent').and.to.contain('The host failed. Read its log');
    expect(formatSummary(report)).to.match(
      /6 checks failed the same way: expected gRPC status OK, got INTERNAL \(the host failed.*Read its log/,
    );
  });

  detail(
    'passes a host that finds the records of a redemption in another transaction, and then spends conditionally',
    async () => {
      const report = await check(await startProxy(await serve(newSqlite), { redeeming: {} }), {
        only: [
          '/redeems',
          '/expectations',
          'redeem-code/under',
          'redeem-refresh-token/under',
          '/atomic',
          '/revocation-races',
        ],
      });
      expect(failures(report).map(formatResult)).to.deep.equal([]);
    },
  );

  it('checks no redemption of a host that does not offer any (HC-28)', async () => {
    const host = await startProxy(await serve(newSqlite), { hidesRedeem: true });
    const report = await check(host, { only: ['describe/', 'redeem-'] });
    expect(failures(report).map(formatResult)).to.deep.equal([]);
    expect(report.results.filter(({ name }) => name.startsWith('redeem-'))).to.deep.equal([]);
    expect(report.notOffered).to.include('CAPABILITY_REDEEM');
  });

  it('fails every check, rather than skipping it, if the host does not respond', async () => {
    const report = await runHostCheck({ address: `127.0.0.1:${await freePort()}` });
    expect(passed(report)).to.equal(false);
    expect(failed(report)).to.have.length(report.results.length);
    expect(formatSummary(report)).to.match(
      /: 1 of \d+ checks failed: describe\/answers\.\n\d+ checks did not run and count as failed: no response to Describe/,
    );
  });

  it('stops calling a host that has stopped responding', async () => {
    const silent = await startProxy(await serve(newSqlite), { answersNothing: true });
    const report = await check(silent, { timeoutMs: 1000 });
    expect(report.results.filter(({ failure }) => failure !== undefined)).to.have.length(3);
    expect(formatSummary(report)).to.contain('did not run and count as failed: the host did not respond to 3 checks');
  });

  it('reports its own errors next to the checks as such, and not as faults of the host', async () => {
    const names = (report: Report): string[] => failed(report).filter((name) => name.startsWith('check-host/'));
    const options = { only: ['describe/'] };
    const { send } = UnaryTransport.prototype;
    try {
      for (const [error, told] of [
        [new TypeError('a defect'), ['check-host/identity', 'check-host/clean-up']],
        [new RpcStatus(status.INTERNAL, 'a fault of the host'), []],
      ] as const) {
        UnaryTransport.prototype.send = () => Promise.reject(error);
        expect(names(await check(await serve(newSqlite), options))).to.deep.equal(told);
      }
    } finally {
      UnaryTransport.prototype.send = send;
    }
  });

  it('cites sentences that the contract contains', () => {
    const prose = (file: string) => readFileSync(PROTO + file, 'utf8').replaceAll(/\s*\n\s*\/\/ */g, ' ');
    for (const { citation } of CHECKS) {
      const [file = '', place = ''] = citation.split(/(?<=\.proto): /);
      const text = prose(file);
      for (const [, quoted = ''] of place.matchAll(/"([^"]+)"/g)) expect(text, citation).to.contain(quoted);
      for (const [name] of place.replaceAll(/"[^"]+"/g, '').matchAll(/[A-Z]\w+/g))
        expect(text, citation).to.contain(name);
    }
  });

  it('prints the expected and actual result, the citation and what to do', () => {
    const failure = { sent: 'find_client {}', expected: 'one', got: 'two', advice: 'Do this.' };
    const text = formatResult({ name: 'group/check', citation: 'backend.proto: X', ms: 12.3, failure });
    expect(text).to.match(
      /^FAILED {2}group\/check +12 ms\n +contract +backend\.proto: X\n +last sent find_client \{\}\n +expected +one\n +got +two\n +to do +Do this\.$/,
    );
  });

  it('rejects an --only that matches no check', async () => {
    const error = await check(await serve(newSqlite), { only: ['nothing-like-it'] }).catch(String);
    expect(error).to.contain('no check of this host has a name containing "nothing-like-it"');
  });
});

function ignore(): void {
  // The host's log does not matter here.
}
