import { X509Certificate } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { newAuthority } from '../support/certificates.js';
import { tempDir } from '../support/temp-dir.js';
import { certificateWarnings } from '../../daemon/config/certificate-dates.js';
import { loadConfig } from '../../daemon/config/load.js';

const DAY_MS = 86_400_000;

/** docs/operations.md, Replacing a secret. */
describe('dates of certificates', () => {
  let cert: string;
  let validTo: number;
  let warnings: (now?: number) => readonly string[];

  before(async () => {
    const directory = tempDir('certificate-dates');
    const { certificate, key } = await (await newAuthority('Test CA')).issue();
    cert = join(directory, 'cert.pem');
    writeFileSync(cert, certificate);
    writeFileSync(join(directory, 'key.pem'), key);
    validTo = Date.parse(new X509Certificate(certificate).validTo);
    const set = [`host.tls.cert=${cert}`, `host.tls.key=${join(directory, 'key.pem')}`];
    warnings = certificateWarnings(loadConfig({ file: undefined, env: {}, set }).config);
  });

  it('cause no warning if there are none', () => {
    expect(certificateWarnings(loadConfig({ file: undefined, env: {}, set: [] }).config)()).to.deep.equal([]);
  });

  for (const [what, days, text] of [
    ['has expired', 1, 'host.tls.cert expired on'],
    ['expires within a week', -1, 'host.tls.cert expires on'],
    ['is not valid yet', -8, 'host.tls.cert is not valid before'],
  ] as const) {
    it(`cause a warning with the file and the remedy if one ${what}`, () => {
      const [warning, ...more] = warnings(validTo + days * DAY_MS);
      expect(warning).to.contain(text).and.contain(`replace it with its key, and restart (host.tls.cert is ${cert})`);
      expect(more).to.deep.equal([]);
    });
  }
});
