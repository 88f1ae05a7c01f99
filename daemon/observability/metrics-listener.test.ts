import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect } from 'chai';
import { Registry } from 'prom-client';
import type { Logger } from '../core/runtime.js';
import type { MetricsListener, MetricsSource } from './metrics-listener.js';
import { createMetricsListener, createRegistry } from './metrics-listener.js';
import { createHostMetrics, createHttpMetrics, createOAuthMetrics } from './metrics.js';

const ignore = (): void => undefined;
const silent: Logger = { debug: ignore, info: ignore, warn: ignore, error: ignore };
const LOOPBACK = { host: '127.0.0.1', port: 0 };

/** The samples of our own metrics, as scraped. */
async function samples(registry: Registry): Promise<string[]> {
  return (await registry.metrics()).split('\n').filter((line) => line.startsWith('gatehouse_'));
}

describe('observability: metrics', () => {
  it('OAuth: token requests by grant and outcome, reuse, replays, clients against the cap, sweeps (AS-210)', async () => {
    const registry = new Registry();
    const telemetry = createOAuthMetrics(registry);
    telemetry.tokenRequest('refresh_token', 'issued');
    telemetry.tokenRequest('refresh_token', 'issued');
    telemetry.authorization('pending');
    telemetry.registration('registered');
    telemetry.revocation('revoked');
    telemetry.reuseDetected('code');
    telemetry.replayed();
    telemetry.pendingRequest('granted');
    telemetry.clients(7, 200);
    telemetry.swept('client', 3);
    expect(await samples(registry)).to.have.members([
      'gatehouse_oauth_token_requests_total{grant="refresh_token",outcome="issued"} 2',
      'gatehouse_oauth_authorizations_total{outcome="pending"} 1',
      'gatehouse_oauth_registrations_total{outcome="registered"} 1',
      'gatehouse_oauth_revocations_total{outcome="revoked"} 1',
      'gatehouse_oauth_reuse_detected_total{kind="code"} 1',
      'gatehouse_oauth_replays_total 1',
      'gatehouse_oauth_pending_requests_total{event="granted"} 1',
      'gatehouse_oauth_swept_total{kind="client"} 3',
      'gatehouse_oauth_clients 7',
      'gatehouse_oauth_client_cap 200',
    ]);
  });

  it('host: calls by rpc and outcome, their duration, and contract violations (HC-4)', async () => {
    const registry = new Registry();
    const { telemetry } = createHostMetrics(registry);
    telemetry.rpcFinished('BackendService.Transact', 'ok', 0.002);
    telemetry.rpcFinished('BackendService.Transact', 'deadline_exceeded', 5);
    telemetry.contractViolation('HostService.Describe');
    const found = await samples(registry);
    expect(found).to.include.members([
      'gatehouse_host_rpcs_total{rpc="BackendService.Transact",outcome="ok"} 1',
      'gatehouse_host_rpcs_total{rpc="BackendService.Transact",outcome="deadline_exceeded"} 1',
      'gatehouse_host_rpc_duration_seconds_bucket{le="0.0025",rpc="BackendService.Transact"} 1',
      'gatehouse_host_rpc_duration_seconds_count{rpc="BackendService.Transact"} 2',
      'gatehouse_host_contract_violations_total{rpc="HostService.Describe"} 1',
    ]);
  });

  it('HTTP: requests by route and class of status, and refusals before routing', async () => {
    const registry = new Registry();
    const metrics = createHttpMetrics(registry);
    metrics.answered('POST', 'oauth.token', 200, 3);
    metrics.answered('POST', 'oauth.token', 401, 1);
    metrics.answered('GET', 'none', 404, 0);
    metrics.faulted();
    metrics.connectionRefused();
    metrics.countConnections(() => 42);
    const found = await samples(registry);
    expect(found).to.include.members([
      'gatehouse_http_requests_total{route="oauth.token",status="2xx"} 1',
      'gatehouse_http_requests_total{route="oauth.token",status="4xx"} 1',
      'gatehouse_http_requests_total{route="none",status="4xx"} 1',
      'gatehouse_http_request_duration_seconds_count{route="oauth.token"} 2',
      'gatehouse_http_faults_total 1',
      'gatehouse_http_connections 42',
      'gatehouse_http_connections_refused_total 1',
    ]);
  });

  it('the process: CPU, memory, event loop and version', async () => {
    const text = await createRegistry('1.2.3').metrics();
    expect(text).to.contain('gatehouse_build_info{version="1.2.3"} 1');
    expect(text).to.contain('process_cpu_user_seconds_total').and.to.contain('nodejs_eventloop_lag_seconds');
  });
});

describe('observability: the metrics listener', () => {
  const open: MetricsListener[] = [];
  afterEach(async () => {
    for (const listener of open.splice(0)) await listener.stop(0);
  });

  async function listen(source: MetricsSource, address: { host: string; port: number }): Promise<MetricsListener> {
    const listener = createMetricsListener(address, source, async () => ({ status: 503, body: 'not ready' }), silent);
    await listener.start();
    open.push(listener);
    return listener;
  }

  // Port 0 turns the listener off, so a test that needs one chooses a free port.
  async function anyListener(source: MetricsSource): Promise<string> {
    for (let port = 30_100; ; port++) {
      try {
        await listen(source, { ...LOOPBACK, port });
        return `http://127.0.0.1:${port}`;
      } catch (error) {
        if (!String(error).includes('EADDRINUSE') || port > 30_200) throw error;
      }
    }
  }

  it('serves /metrics to GET and HEAD, and nothing else', async () => {
    const origin = await anyListener(createRegistry('1.2.3'));
    const answer = await fetch(`${origin}/metrics`);
    expect(answer.status).to.equal(200);
    expect(answer.headers.get('content-type')).to.contain('text/plain; version=0.0.4');
    expect(await answer.text()).to.contain('gatehouse_build_info');
    expect((await fetch(`${origin}/metrics`, { method: 'HEAD' })).status).to.equal(200);
    expect((await fetch(`${origin}/metrics?format=text`)).status).to.equal(200);
    expect((await fetch(`${origin}/`)).status).to.equal(404);
    const post = await fetch(`${origin}/metrics`, { method: 'POST' });
    expect([post.status, post.headers.get('allow')]).to.deep.equal([405, 'GET, HEAD']);
  });

  it('serves /healthz and the given /readyz, so that probes need no room on the public port', async () => {
    const origin = await anyListener(createRegistry('1.2.3'));
    const answers = await Promise.all(['healthz', 'readyz'].map((path) => fetch(`${origin}/${path}`)));
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 503]);
    expect(await Promise.all(answers.map((answer) => answer.text()))).to.deep.equal([
      '{"status":"alive"}\n',
      'not ready',
    ]);
  });

  it('returns 500 when metrics cannot be collected', async () => {
    const origin = await anyListener({
      contentType: 'text/plain',
      metrics: () => Promise.reject(new Error('no worker')),
    });
    expect((await fetch(`${origin}/metrics`)).status).to.equal(500);
  });

  it('closes connections beyond 200, and silent ones after seconds (docs/security.md, Limited resources)', async () => {
    const origin = await anyListener(createRegistry('1.2.3'));
    const connecting = (): Socket =>
      connect(Number(new URL(origin).port), '127.0.0.1')
        .on('error', ignore)
        .resume();
    const silentOnes = Array.from({ length: 200 }, connecting);
    await Promise.all(silentOnes.map((socket) => once(socket, 'connect')));
    await once(connecting(), 'close');
    expect(silentOnes.filter(({ destroyed }) => destroyed)).to.have.length(0);
    await Promise.all(silentOnes.map((socket) => once(socket, 'close')));
    expect((await fetch(`${origin}/healthz`)).status).to.equal(200);
  });

  it('does not listen at all with port 0', async () => {
    const listener = await listen(createRegistry('1.2.3'), LOOPBACK);
    expect(listener.port()).to.equal(0);
  });

  it('names the address when it cannot listen', async () => {
    const origin = await anyListener(createRegistry('1.2.3'));
    const port = Number(new URL(origin).port);
    const error = await listen(createRegistry('1.2.3'), { ...LOOPBACK, port }).then(
      ignore,
      (thrown: unknown) => thrown,
    );
    expect(String(error)).to.match(new RegExp(`metrics cannot listen on 127\\.0\\.0\\.1:${port}: .*EADDRINUSE`));
  });
});
