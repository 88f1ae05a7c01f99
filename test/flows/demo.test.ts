import { expect } from 'chai';
import { Browser } from '../../demo/client/browser.js';
import { browserTests } from './demo/browser.js';
import { consentPageTests } from './demo/consent-page.js';
import { lifecycleTests } from './demo/lifecycle.js';
import { mcpEndpointTests } from './demo/mcp-endpoint.js';
import { startDemo, startDemoClient, type RunningDemo } from './demo/running-demo.js';
import { sessionTests, signInTests } from './demo/sign-in.js';

describe('The demo: application and daemon, as started by `make demo`', () => {
  let demo: RunningDemo;
  before(async () => (demo = await startDemo()));
  after(async () => {
    await demo.launcher.end();
    demo.removeFiles();
  });

  it('the demo client completes the whole flow (AS-1)', async () => {
    const client = await startDemoClient(demo.port);
    const { code } = await client.exited;
    expect(code, client.output()).to.equal(0);
    expect(client.output()).to.match(/All \d+ steps passed/);
  });

  it('serves the same bytes through the application and on its own port (AS-2)', async () => {
    const path = '/.well-known/oauth-authorization-server';
    const through = await (await fetch(demo.issuer + path)).text();
    const directly = await (await fetch(demo.daemonUrl + path)).text();
    expect(through).to.equal(directly);
    const metadata = JSON.parse(through) as Record<string, unknown>;
    expect(metadata['issuer']).to.equal(demo.issuer);
    expect(metadata['service_documentation']).to.equal(`${demo.issuer}/help`);
  });

  it('serves the advertised help page without an account', async () => {
    const page = await new Browser(demo.issuer).open(`${demo.issuer}/help`);
    expect(page.status).to.equal(200);
    expect(page.text).to.contain(`${demo.issuer}/mcp`);
  });

  signInTests(() => demo.issuer);
  sessionTests(() => demo.issuer);
  consentPageTests(() => demo.issuer);
  mcpEndpointTests(() => demo.issuer);
  browserTests(() => demo.issuer);

  lifecycleTests();
});
