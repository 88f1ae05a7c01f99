import { expect } from 'chai';
import { join } from 'node:path';
import { ROOT } from '../support/installed.js';
import type { Machine } from './machine.js';

/** Runs the demo's client, with the official MCP SDK, through its whole flow inside the machine. */
export async function runDemoFlow(machine: Machine, issuer: string): Promise<void> {
  const said = await machine.run(process.execPath, [join(ROOT, 'dist/demo/client.js')], {
    env: { DEMO_ISSUER: issuer, NODE_EXTRA_CA_CERTS: machine.authority },
  });
  expect(said).to.match(/All \d+ steps passed/);
}
