import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { Browser } from './client/browser.js';
import { Callback } from './client/consent.js';
import { runFlow } from './client/flow.js';
import { MemoryProvider } from './client/provider.js';
import { Steps } from './client/steps.js';

/**
 * `make demo-client`: runs the whole flow of an MCP client, with the official SDK's client over real sockets, against a
 * running `make demo`. Prints each step; exits with 1 on the first unexpected result.
 */
const port = process.env['DEMO_PORT'] ?? '8080';
const issuer = process.env['DEMO_ISSUER'] ?? `http://localhost:${port}`;

const running = await fetch(`${issuer}/healthz`).then(
  (response) => response.ok,
  () => false,
);
if (!running) {
  console.error(`No response from ${issuer}. Start the demo in another terminal first:  make demo`);
  console.error('If the demo runs on another port, set it here too:  DEMO_PORT=8090 make demo-client');
  process.exit(1);
}

const steps = new Steps();
const callback = await Callback.listen();
try {
  await runFlow({
    issuer,
    steps,
    callback,
    browser: new Browser(issuer),
    provider: new MemoryProvider(callback.url),
    client: () => new Client({ name: 'gatehouse-demo-client', version: '1.0.0' }),
  });
  console.log(`\nAll ${steps.done} steps passed. The client stays connected: see ${issuer}/apps`);
} catch (error) {
  console.error(`\nUnexpected result: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  callback.close();
}
