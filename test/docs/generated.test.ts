import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { namedKeys } from '../../daemon/config/definition.js';
import { schema } from '../../daemon/config/schema.js';

/** Top of the repository, seen from dist/test/docs. */
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

describe('generated documents', () => {
  it('are what scripts/docs.mjs generates (make verify writes them)', () => {
    execFileSync(process.execPath, ['scripts/docs.mjs', '--check'], { cwd: ROOT, stdio: 'pipe' });
  });

  it('name every key of the configuration and its variable', () => {
    const reference = readFileSync(`${ROOT}docs/configuration.md`, 'utf8');
    for (const { name, env } of namedKeys(schema)) {
      expect(reference).to.contain(`| \`${name}\` |`).and.to.contain(`| \`${env}\` |`);
    }
  });
});
