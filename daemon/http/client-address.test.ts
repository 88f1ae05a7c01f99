import { expect } from 'chai';
import { ClientAddresses } from './client-address.js';
import { IncomingRequest } from './request.js';

function client(trusted: readonly string[], remoteAddress: string, forwarded?: string): string {
  const headers = new Map(forwarded === undefined ? [] : [['x-forwarded-for', forwarded]]);
  return new ClientAddresses(trusted).of(new IncomingRequest('GET', '/', '', headers, remoteAddress));
}

describe('client address', () => {
  it("is the socket's when no proxy is trusted, whatever the header contains", () => {
    expect(client([], '192.0.2.1', '203.0.113.7')).to.equal('192.0.2.1');
  });

  it("is the socket's when the peer is not a trusted proxy", () => {
    expect(client(['10.0.0.0/8'], '192.0.2.1', '203.0.113.7')).to.equal('192.0.2.1');
  });

  it('is unknown if the socket has no address', () => {
    expect(client(['10.0.0.0/8'], '', '203.0.113.7')).to.equal('');
  });

  it('is the one that the trusted proxy added, not one that the client wrote to its left', () => {
    expect(client(['10.0.0.0/8'], '10.1.2.3', '1.1.1.1, 203.0.113.7')).to.equal('203.0.113.7');
  });

  it('is found behind several trusted proxies', () => {
    const trusted = ['10.0.0.0/8', '2001:db8::/32', '::1'];
    expect(client(trusted, '::1', '9.9.9.9, 203.0.113.7, 2001:db8::5,10.9.9.9')).to.equal('203.0.113.7');
  });

  it('is the leftmost address when all of them are trusted', () => {
    expect(client(['10.0.0.0/8'], '10.0.0.1', '10.0.0.3, 10.0.0.2')).to.equal('10.0.0.3');
    expect(client(['10.0.0.0/8'], '10.0.0.1')).to.equal('10.0.0.1');
  });

  for (const text of [
    'unknown',
    '_hidden',
    '',
    '300.1.1.1',
    '203.0.113.7.',
    '203.0.113.7 evil',
    'x[2001:db8::1]',
    '[2001:db8::1]x',
    '[2001:db8::1]:1x',
    'x203.0.113.9:1',
    '203.0.113.9:1x',
    '[]',
  ]) {
    it(`is the proxy's when the proxy wrote ${JSON.stringify(text)}`, () => {
      expect(client(['10.0.0.0/8'], '10.0.0.1', `203.0.113.7, ${text}`)).to.equal('10.0.0.1');
    });
  }

  it('is normalized, without port and brackets', () => {
    expect(client(['10.0.0.1'], '10.0.0.1', '203.0.113.7:4711')).to.equal('203.0.113.7');
    expect(client(['10.0.0.1'], '10.0.0.1', '[2001:DB8::0:1]:4711')).to.equal('2001:db8::1');
    expect(client(['10.0.0.1'], '10.0.0.1', '[2001:db8::1]')).to.equal('2001:db8::1');
    expect(client(['10.0.0.1'], '10.0.0.1', '::ffff:203.0.113.7')).to.equal('203.0.113.7');
  });

  it('trusts an IPv4 proxy configured in its IPv6-mapped form', () => {
    expect(client(['::ffff:10.0.0.1'], '10.0.0.1', '203.0.113.7')).to.equal('203.0.113.7');
    expect(client(['0.0.0.0/0'], '10.0.0.1', '2001:db8::1')).to.equal('2001:db8::1');
  });

  it('reports once an internal peer that forwards addresses and is not trusted, and no other peer', () => {
    const told: string[] = [];
    const addresses = new ClientAddresses(['10.0.0.1'], (address) => told.push(address));
    const ask = (remoteAddress: string, forwarded = true): string =>
      addresses.of(
        new IncomingRequest('GET', '/', '', new Map(forwarded ? [['x-forwarded-for', '::1']] : []), remoteAddress),
      );
    for (const address of ['10.0.0.1', '203.0.113.7', '2001:db8::1']) ask(address);
    ask('127.0.0.1', false);
    expect(told).to.deep.equal([]);
    for (const address of ['10.0.0.2', 'fd00::1', '127.0.0.1']) ask(address);
    expect(told).to.deep.equal(['10.0.0.2']);
  });

  for (const entry of [
    '',
    'proxy.internal',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '::1/129',
    '10.0.0',
  ]) {
    it(`rejects the configuration ${JSON.stringify(entry)} and names it`, () => {
      expect(() => new ClientAddresses([entry])).to.throw(JSON.stringify(entry));
    });
  }
});
