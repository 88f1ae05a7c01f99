import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './child.js';
import { tempDir } from './temp-dir.js';

export interface Certificate {
  readonly certificate: Buffer;
  readonly key: Buffer;
}

export interface Authority {
  readonly certificate: Buffer;
  /** A certificate for servers and clients. Default names: `localhost` and 127.0.0.1. */
  issue(names?: string): Promise<Certificate>;
  /** One for clients, which ended yesterday. */
  issueExpired(): Promise<Certificate>;
}

const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];

/** A certificate authority created for the test. */
export async function newAuthority(name: string): Promise<Authority> {
  const directory = tempDir('authority');
  const [caCert, caKey] = [join(directory, 'ca.pem'), join(directory, 'ca-key.pem')];
  await run('openssl', ['req', '-x509', ...KEY, '-subj', `/CN=${name}`, '-keyout', caKey, '-out', caCert]);
  let issued = 0;
  const authority: Authority = {
    certificate: readFileSync(caCert),
    async issue(subjects = 'DNS:localhost,IP:127.0.0.1') {
      issued += 1;
      const [cert, key] = [join(directory, `${issued}.pem`), join(directory, `${issued}-key.pem`)];
      const names = ['-addext', `subjectAltName=${subjects}`, '-addext', 'basicConstraints=CA:FALSE'];
      const signer = ['-CA', caCert, '-CAkey', caKey];
      await run('openssl', [
        'req',
        '-x509',
        ...KEY,
        ...signer,
        '-subj',
        '/CN=localhost',
        ...names,
        '-keyout',
        key,
        '-out',
        cert,
      ]);
      return { certificate: readFileSync(cert), key: readFileSync(key) };
    },
    async issueExpired() {
      const { key } = await authority.issue();
      const [keyFile, request, expired] = ['key', 'request', 'expired'].map((name) => join(directory, `${name}.pem`));
      writeFileSync(keyFile!, key);
      await run('openssl', ['req', '-new', '-key', keyFile!, '-subj', '/CN=localhost', '-out', request!]);
      const signer = ['-CA', caCert, '-CAkey', caKey, '-CAcreateserial'];
      await run('openssl', ['x509', '-req', '-in', request!, ...signer, '-days', '-1', '-out', expired!]);
      return { certificate: readFileSync(expired!), key };
    },
  };
  return authority;
}
