import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new certificate for that name, which is its own authority, and its key. */
export function selfSigned(name: string): { readonly certificate: Buffer; readonly key: Buffer } {
  const directory = mkdtempSync(join(tmpdir(), 'gatehouse-certificate-'));
  try {
    const [certificate, key] = [join(directory, 'certificate.pem'), join(directory, 'key.pem')];
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
    const names = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
    execFileSync('openssl', ['req', '-x509', ...curve, ...names, '-keyout', key, '-out', certificate], {
      stdio: 'ignore',
    });
    return { certificate: readFileSync(certificate), key: readFileSync(key) };
  } finally {
    rmSync(directory, { recursive: true });
  }
}
