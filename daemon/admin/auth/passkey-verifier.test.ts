import { expect } from 'chai';
import type { PasskeyCreationOptions } from '../api/passkeys.js';
import type { Passkey } from '../ports/passkeys.js';
import type { Oddities } from '../testing/authenticator.js';
import { certified, selfAttested } from '../testing/attestations.js';
import { Authenticator } from '../testing/authenticator.js';
import { challengeOf, createPasskeyVerifier, requestOptions, userHandleOf } from './passkeys.js';

const SITE = { origin: 'https://notes.example.com', rpId: 'notes.example.com' };
const CHALLENGE = challengeOf('ticket');
const { registered, asserted } = createPasskeyVerifier(SITE);

const OPTIONS: PasskeyCreationOptions = {
  challenge: CHALLENGE,
  rp: { id: SITE.rpId, name: 'Notes' },
  user: { id: userHandleOf('7'), name: 'ada', displayName: 'Ada' },
  pubKeyCredParams: [],
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'preferred' },
  attestation: 'none',
  timeout: 1,
};

/** A passkey of administrator 7, as the host keeps it. */
async function kept(device: Authenticator): Promise<Passkey> {
  const verified = await registered(device.create(OPTIONS), CHALLENGE);
  if (typeof verified === 'string') return expect.fail(verified);
  return { ...verified, name: 'Key', createdAt: 0 };
}

const MALFORMED = [null, undefined, 'text', 7, [], {}, { id: 'AAAA', rawId: 'AAAA', type: 'public-key' }];

const ELSEWHERE: readonly Oddities[] = [
  { origin: 'https://evil.example' },
  { origin: `${SITE.origin}:8443` },
  { origin: 'http://notes.example.com' },
  { rpId: 'example.com' },
  { crossOrigin: true },
];

describe('admin: a new passkey (AD-530)', () => {
  it('is what the host keeps: its id, its key, its counter and its transports', async () => {
    const device = new Authenticator(SITE.origin, 5);
    const { publicKey, ...rest } = await kept(device);
    expect(rest).to.deep.equal({
      credentialId: device.id,
      signCount: 5,
      transports: ['internal', 'hybrid'],
      backedUp: false,
      name: 'Key',
      createdAt: 0,
    });
    expect(publicKey).to.match(/^[\w-]{100,}$/);
  });

  it('may have an attestation of its own key, as some devices always send', async () => {
    const device = new Authenticator(SITE.origin);
    const verified = await registered(device.create(OPTIONS, { attestation: selfAttested }), CHALLENGE);
    expect(verified).to.have.property('credentialId', device.id);
  });

  it('has up to eight transports that the contract can carry, each once', async () => {
    const { response, ...made } = new Authenticator(SITE.origin).create(OPTIONS);
    const transportsOf = async (transports?: readonly string[]) => {
      const { clientDataJSON, attestationObject } = response;
      const credential = {
        ...made,
        response: { clientDataJSON, attestationObject, ...(transports && { transports }) },
      };
      const verified = await registered(credential, CHALLENGE);
      return typeof verified === 'string' ? verified : verified.transports;
    };
    expect(await transportsOf()).to.deep.equal([]);
    expect(
      await transportsOf(['usb', 'usb', '', 'USB', 'nfc!', '!nfc', 'a\n', 'smart-card', 'x'.repeat(33)]),
    ).to.deep.equal(['usb', 'smart-card']);
    expect(await transportsOf(['x'.repeat(32)])).to.deep.equal(['x'.repeat(32)]);
    expect(await transportsOf([...'abcdefghij'])).to.deep.equal([...'abcdefgh']);
  });

  it('is refused for another site, in a frame, or with the name of another one', async () => {
    for (const odd of ELSEWHERE) {
      const credential = new Authenticator(SITE.origin).create(OPTIONS, odd);
      expect(await registered(credential, CHALLENGE), JSON.stringify(odd)).to.equal('wrong_site');
    }
  });

  it('is refused without its user, for another challenge, with a certificate or an algorithm that no one asked for', async () => {
    for (const odd of [
      { isPresent: false },
      { challenge: 'AAAA' },
      { type: 'webauthn.get' },
      { algorithm: -65_535 },
      { attestation: certified() },
      { attestation: certified('android-key') },
    ] satisfies readonly Oddities[]) {
      const credential = new Authenticator(SITE.origin).create(OPTIONS, odd);
      expect(await registered(credential, CHALLENGE), JSON.stringify(odd)).to.equal('refused');
    }
  });

  it('is refused if it is malformed, or has the id of another one', async () => {
    const credential = new Authenticator(SITE.origin).create(OPTIONS);
    const { id } = new Authenticator(SITE.origin);
    for (const malformed of [
      ...MALFORMED,
      { ...credential, id, rawId: id },
      { ...credential, type: 'password' },
      { ...credential, response: {} },
      { ...credential, response: { ...credential.response, attestationObject: '' } },
      { ...credential, response: { ...credential.response, clientDataJSON: '!!' } },
      { ...credential, response: { ...credential.response, transports: 'usb' } },
    ]) {
      expect(await registered(malformed, CHALLENGE), JSON.stringify(malformed)).to.equal('refused');
    }
  });
});

describe('admin: the use of a passkey (AD-530 to AD-533)', () => {
  const use = (device: Authenticator, passkeys: readonly Passkey[], odd: Oddities = {}) =>
    asserted(device.assert(CHALLENGE, odd), { challenge: CHALLENGE, administratorId: '7', passkeys });

  it('is accepted with its new counter, also from a browser that names no administrator', async () => {
    const [device, other] = [new Authenticator(SITE.origin, 5), new Authenticator(SITE.origin, 5)];
    const passkeys = [await kept(other), await kept(device)];
    const accepted = { credentialId: device.id, signCount: 6, backedUp: false };
    expect(await use(device, passkeys)).to.deep.equal(accepted);
    expect(await use(device, passkeys, { userHandle: null })).to.deep.equal({ ...accepted, signCount: 7 });
  });

  it('is refused as a copy unless its counter rises, or it never had one (WebAuthn Level 3 §7.2)', async () => {
    const device = new Authenticator(SITE.origin, 5);
    const passkey = await kept(device);
    const at = async (stored: number, sent: number) => {
      device.counter = sent;
      const outcome = await use(device, [{ ...passkey, signCount: stored }], { keepsCount: true });
      return typeof outcome === 'string' ? outcome : outcome.signCount;
    };
    expect([await at(0, 0), await at(0, 1), await at(5, 6)]).to.deep.equal([0, 1, 6]);
    expect([await at(5, 5), await at(5, 4), await at(5, 0)]).to.deep.equal(['copied', 'copied', 'copied']);
  });

  it('is refused for an unknown passkey, and for one of another administrator', async () => {
    const [device, other] = [new Authenticator(SITE.origin), new Authenticator(SITE.origin)];
    const passkeys = [await kept(device)];
    await kept(other);
    expect(await use(other, passkeys)).to.equal('unknown');
    expect(await use(device, [])).to.equal('unknown');
    expect(await use(device, passkeys, { userHandle: userHandleOf('8') })).to.equal('unknown');
    // Under the id of a known one.
    const disguised = { ...other.assert(CHALLENGE), id: device.id, rawId: device.id };
    const expected = { challenge: CHALLENGE, administratorId: '7', passkeys };
    expect(await asserted(disguised, expected)).to.equal('refused');
  });

  it('is refused for another site, in a frame, or with the name of another one', async () => {
    const device = new Authenticator(SITE.origin);
    const passkeys = [await kept(device)];
    for (const odd of ELSEWHERE) expect(await use(device, passkeys, odd), JSON.stringify(odd)).to.equal('wrong_site');
  });

  it('is refused without its user, for another challenge or act, changed or malformed', async () => {
    const device = new Authenticator(SITE.origin);
    const passkeys = [await kept(device)];
    for (const odd of [{ isPresent: false }, { challenge: 'AAAA' }, { type: 'webauthn.create' }]) {
      expect(await use(device, passkeys, odd), JSON.stringify(odd)).to.equal('refused');
    }
    const sound = device.assert(CHALLENGE);
    const { response } = sound;
    const signature = Buffer.from(response.signature, 'base64url');
    signature.writeUInt8(signature.readUInt8(20) ^ 1, 20);
    for (const credential of [
      ...MALFORMED,
      { ...sound, response: { ...response, signature: signature.toString('base64url') } },
      { ...sound, response: { ...response, signature: '' } },
      { ...sound, response: { ...response, authenticatorData: response.authenticatorData.slice(0, 44) } },
      { ...sound, response: { ...response, clientDataJSON: '!!' } },
      { ...sound, rawId: 'AAAA' },
    ]) {
      const expected = { challenge: CHALLENGE, administratorId: '7', passkeys };
      expect(await asserted(credential, expected), JSON.stringify(credential)).to.equal('refused');
    }
    expect(await use(device, passkeys)).to.include({ credentialId: device.id });
  });

  it('is asked for with the challenge of the ticket, and without a demand for a fingerprint', () => {
    expect(requestOptions('ticket', SITE)).to.deep.equal({
      challenge: CHALLENGE,
      rpId: SITE.rpId,
      userVerification: 'preferred',
      timeout: 300_000,
    });
  });
});
