import { expect } from 'chai';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig, reportTable } from './load.js';
import { ConfigError } from './checks.js';

const TOKEN = 'a-token-of-the-test-0123';

describe('config: files that operators write', () => {
  let directory: string;
  before(() => (directory = mkdtempSync(join(tmpdir(), 'gatehouse-config-'))));
  after(() => rmSync(directory, { recursive: true }));

  function load({ yaml = '', env = {}, set = [] }: { yaml?: string; env?: NodeJS.ProcessEnv; set?: string[] }) {
    const file = join(directory, 'gatehouse.yaml');
    writeFileSync(file, yaml);
    return loadConfig({ file, env, set });
  }

  /** The problems as `where: what`, without the temporary directory. */
  function problems(given: Parameters<typeof load>[0]): string[] {
    try {
      load(given);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      return error.problems.map(({ where, what }) => `${where}: ${what}`.replaceAll(`${directory}/`, ''));
    }
    return [];
  }

  describe('text that lacks quotation marks (docs/configuration.md)', () => {
    const secret = 'hunter2hunter2hunter2';
    const values = [
      ...'!&*|>@`%,{}[]\'"#'.split('').map((indicator) => indicator + secret),
      ...['!!', '!e!', '- ', '? ', '"\\q', '"\\u'].map((indicator) => indicator + secret),
      `"${secret}"${secret}`,
      `!<${secret}> value`,
      `${secret}: ${secret}`,
      `|\n${secret}`,
    ];
    for (const value of values) {
      it(`is refused or read as it is, and never repeated: ${JSON.stringify(value)}`, () => {
        for (const given of [
          { yaml: `consent:\n  token: ${value}\n` },
          { yaml: `consent: {\n  token: ${value}\n}\n` },
          { yaml: `consent:\n  token: ${value}\n  address: 127.0.0.1:9091\n` },
        ]) {
          const found = problems(given);
          expect(found, given.yaml).not.to.deep.equal([]);
          expect(found.join('\n')).not.to.contain('hunter2');
        }
      });
    }

    it('is not repeated where it looks like a name', () => {
      for (const given of [
        { yaml: `consent: { token: ${TOKEN},${secret} }` },
        { yaml: `consent: { token=${secret} }` },
        { yaml: `consent: { token ${secret} }` },
      ]) {
        const found = problems(given);
        expect(found).to.have.length(1);
        expect(found[0]).to.match(/: a value without its key; put text that contains a comma in quotation marks$/);
      }
      for (const given of [
        { yaml: `consent:\n  token=${secret}:\n` },
        { set: [`consent.token:${secret}`] },
        { set: [`consent.token ${secret}`] },
      ]) {
        const [found = '', ...others] = problems(given);
        expect(found).to.contain('unknown key consent.token…; did you mean consent.token?');
        expect(found).not.to.contain('hunter2');
        expect(others).to.deep.equal([]);
      }
    });
  });

  it('rejects files that are not UTF-8, and reads those of Windows', () => {
    const secretFile = join(directory, 'token');
    const yamlFile = join(directory, 'windows.yaml');
    const env = { GATEHOUSE_ADMIN__JWT__SECRET_FILE: secretFile };
    for (const bytes of [Buffer.alloc(11, 0xff), Buffer.from(`\uFEFF${TOKEN}${TOKEN}`, 'utf16le')]) {
      writeFileSync(secretFile, bytes);
      expect(problems({ env })).to.deep.equal([
        'GATEHOUSE_ADMIN__JWT__SECRET_FILE: cannot be read: token is not text in UTF-8',
      ]);
    }
    writeFileSync(secretFile, `\uFEFF${TOKEN}${TOKEN}\r\n`);
    expect(load({ env }).config.admin.jwt.secret).to.equal(TOKEN + TOKEN);
    writeFileSync(yamlFile, '\uFEFFhttp:\r\n  port: 1001\r\n');
    expect(loadConfig({ file: yamlFile, env: {}, set: [] }).config.http.port).to.equal(1001);
    writeFileSync(yamlFile, Buffer.from('admin: { brand: { name: Caf\xe9 } }', 'latin1'));
    expect(() => loadConfig({ file: yamlFile, env: {}, set: [] })).to.throw('windows.yaml is not text in UTF-8');
  });

  it('show every value on one line of the table, whatever it contains (docs/configuration.md)', () => {
    const { resolved } = load({ yaml: 'admin: { brand: { name: "a\\e[31m\\nhost.token  [secret]" } }' });
    const [row] = reportTable(resolved)
      .split('\n')
      .filter((line) => line.includes('host.token  [secret]'));
    expect(row).to.match(/^admin\.brand\.name +a\\u001b\[31m\\nhost\.token/);
  });
});
