import { createPrivateKey, sign } from 'node:crypto';
import type { Attestation } from './authenticator.js';
import { bytes, int, list, map, text } from './cbor.js';

/** Attestations of new passkeys in the packed format (WebAuthn Level 3 §8.2), and under the name of another one. */

/** Signed with the passkey's own key: it says nothing about its maker. */
export const selfAttested: Attestation = (signed, own) => ({
  fmt: 'packed',
  statement: map([
    [text('alg'), int(-7)],
    [text('sig'), bytes(sign('sha256', signed, own))],
  ]),
});

/** With a certificate of its maker, as only enterprises ask for. */
export function certified(fmt = 'packed'): Attestation {
  const maker = createPrivateKey({ key: fromBase64(MAKER), format: 'der', type: 'pkcs8' });
  return (signed) => ({
    fmt,
    statement: map([
      [text('alg'), int(-7)],
      [text('sig'), bytes(sign('sha256', signed, maker))],
      [text('x5c'), list([bytes(fromBase64(CERTIFICATE))])],
    ]),
  });
}

function fromBase64(lines: readonly string[]): Buffer {
  return Buffer.from(lines.join(''), 'base64');
}

/** A key for tests alone, and its certificate until 2120. */
const MAKER = [
  'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgKY0cj+sgoX4viyB1EuAM+mloQTBBcvOg1SLvT+AcwwuhRANCAAQ0',
  'KV2hAmo7WYUyBnywLue2zMy+SUXD+g+qjP936SYesSlm9L+xqH2n3QvXjSMZcaXQ11lbXwodVn0shYNHngEb',
];
const CERTIFICATE = [
  'MIIB5jCCAYygAwIBAgIBATAKBggqhkjOPQQDAjBjMQswCQYDVQQGEwJERTEQMA4GA1UECgwHRXhhbXBsZTEiMCAGA1UECwwZQXV0',
  'aGVudGljYXRvciBBdHRlc3RhdGlvbjEeMBwGA1UEAwwVRXhhbXBsZSBBdXRoZW50aWNhdG9yMCAXDTIwMDEwMTAwMDAwMFoYDzIx',
  'MjAwMTAxMDAwMDAwWjBjMQswCQYDVQQGEwJERTEQMA4GA1UECgwHRXhhbXBsZTEiMCAGA1UECwwZQXV0aGVudGljYXRvciBBdHRl',
  'c3RhdGlvbjEeMBwGA1UEAwwVRXhhbXBsZSBBdXRoZW50aWNhdG9yMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAENCldoQJqO1mF',
  'MgZ8sC7ntszMvklFw/oPqoz/d+kmHrEpZvS/sah9p90L140jGXGl0NdZW18KHVZ9LIWDR54BG6MvMC0wDAYDVR0TAQH/BAIwADAd',
  'BgNVHQ4EFgQUlOuvyUrXyv2aQilQpHJHBVSOsXAwCgYIKoZIzj0EAwIDSAAwRQIgYjFggiGGRI0yqkMGOAOkA+FG7dJxnvKzC+ud',
  '1JGEn6UCIQCwn3NV54QAmJ1ZIQel6PTa066eTygQp6w29/8z+z0qYQ==',
];
