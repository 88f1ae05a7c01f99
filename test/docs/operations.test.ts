import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRegistry } from '../../daemon/observability/metrics-listener.js';
import { createHostMetrics, createHttpMetrics, createOAuthMetrics } from '../../daemon/observability/metrics.js';
import { ROOT } from '../support/installed.js';

describe('docs/operations.md', () => {
  const page = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');

  it('lists every Gatehouse metric, and no other', async () => {
    const registry = createRegistry('1.2.3');
    createHttpMetrics(registry).countConnections(() => 0);
    createOAuthMetrics(registry);
    createHostMetrics(registry);
    const ours = (await registry.getMetricsAsJSON()).filter(({ name }) => name.startsWith('gatehouse_'));
    const listed = [...page.matchAll(/^\| (`gatehouse_[^|]*)\|/gm)].flatMap(
      ([, names = '']) => names.match(/\w+/g) ?? [],
    );
    expect(listed).to.have.members(ours.map(({ name }) => name));
  });

  it('names tables that the SDK creates', () => {
    const schema = readFileSync(join(ROOT, 'sdk/typescript/src/sql/database/schema.ts'), 'utf8');
    const tables = [...page.matchAll(/`(gatehouse_\w+s)`[ ,]/g)].map(([, name = '']) => name);
    const named = tables.filter((name) => /_(?:tokens|codes)$/.test(name));
    expect(named).to.have.lengthOf(3);
    for (const table of named) expect(schema).to.contain(`  ${table}: `);
  });
});
