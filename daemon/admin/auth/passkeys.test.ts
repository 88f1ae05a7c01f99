import { expect } from 'chai';
import { challengeOf, passkeyIdOf, passkeySiteOf, userHandleOf } from './passkeys.js';

describe('admin: the site of passkeys (AD-529)', () => {
  it('is the origin of app.url and its host name', () => {
    expect(passkeySiteOf('https://notes.example.com')).to.deep.equal({
      origin: 'https://notes.example.com',
      rpId: 'notes.example.com',
    });
    expect(passkeySiteOf('https://Notes.example.com:8443/shop/')).to.deep.equal({
      origin: 'https://notes.example.com:8443',
      rpId: 'notes.example.com',
    });
    expect(passkeySiteOf('http://localhost:8080')).to.deep.equal({
      origin: 'http://localhost:8080',
      rpId: 'localhost',
    });
  });

  it('may have digits in its name', () => {
    for (const host of ['7.example.com', '192.example.com', 'notes.web1']) {
      expect(passkeySiteOf(`https://${host}`), host).to.deep.include({ rpId: host });
    }
  });

  it('needs no HTTPS for names of this machine', () => {
    expect(passkeySiteOf('http://admin.localhost')).to.deep.include({ rpId: 'admin.localhost' });
    for (const host of ['localhost.example.com', '.localhost.example.com', 'mylocalhost', 'local.host']) {
      expect(passkeySiteOf(`http://${host}`), host).to.equal(undefined);
    }
  });

  it('does not exist without a name or without HTTPS', () => {
    for (const url of ['', 'notes', 'http://notes.example.com', 'https://192.0.2.7', 'https://[2001:db8::1]']) {
      expect(passkeySiteOf(url), url).to.equal(undefined);
    }
  });
});

describe('admin: names around passkeys (AD-528, AD-531)', () => {
  it('derive from tickets, administrators and credential ids, and show none of them', () => {
    const made = [challengeOf('ticket'), userHandleOf('7'), passkeyIdOf({ credentialId: 'abc' })];
    expect(made.map(({ length }) => length)).to.deep.equal([43, 43, 22]);
    expect(challengeOf('ticket')).to.not.equal(challengeOf('ticket2'));
    expect(userHandleOf('7')).to.not.equal(userHandleOf('8'));
    expect(passkeyIdOf({ credentialId: 'abc' })).to.not.equal(passkeyIdOf({ credentialId: 'abd' }));
    expect(new Set([challengeOf('7'), userHandleOf('7')]).size).to.equal(2);
  });
});
