import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ADMIN_ERROR_STATUS } from '../../daemon/admin/api/errors.js';
import { OAUTH_ERROR_CODES } from '../../daemon/oauth/model/oauth-error.js';

/** Top of the repository, seen from dist/test/docs. */
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

describe('the documented error codes', () => {
  it('of the authorization server match the code (AS-206)', () => {
    const documented = errorTable('docs/authorization-server.md').flatMap(([, codes]) => codes);
    expect([...new Set(documented)].sort()).to.deep.equal([...OAUTH_ERROR_CODES].sort());
  });

  it('of the admin API match the code, each with its status (AD-45)', () => {
    const documented = errorTable('docs/admin/api.md', '### Refusals').flatMap(([status, codes]) =>
      codes.map((code) => [code, Number(status)] as const),
    );
    expect(Object.fromEntries(documented)).to.deep.equal(ADMIN_ERROR_STATUS);
    expect(documented).to.have.length(Object.keys(ADMIN_ERROR_STATUS).length);
  });
});

/** The rows of the tables in the section "Errors" of a page: first column, and the codes in the second one. */
function errorTable(page: string, until = '## Metrics'): (readonly [first: string, codes: readonly string[]])[] {
  const text = readFileSync(ROOT + page, 'utf8');
  const [, section = ''] = text.split('\n## Errors\n');
  return section
    .split(`\n${until}\n`)[0]!
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| -|^\| (?:status|answer) /.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, first = '', codes = '']) => [first, [...codes.matchAll(/`([a-z_]+)`/g)].map(([, code]) => code!)]);
}
