import { expect } from 'chai';
import fc from 'fast-check';
import { BlockList, isIP } from 'node:net';
import {
  AddressRanges,
  exposureProblem,
  exposureProblemOfUrl,
  formatAddress,
  isLoopbackHost,
  isPrivateAddress,
  networkOf,
  normalizeAddress,
  parseAddress,
  parseRange,
  wideNetworkOf,
} from './network-addresses.js';

describe('core: loopback (RFC 8252 §7.3, §8.3)', () => {
  for (const host of ['localhost', '127.0.0.1', '127.255.255.254', '[::1]']) {
    it(`${host} is this machine`, () => expect(isLoopbackHost(host)).to.equal(true));
  }

  for (const host of [
    '',
    'localhost.',
    'app.localhost',
    '127.0.0.1.evil.test',
    '128.0.0.1',
    '0.0.0.0',
    '::1',
    '[::]',
    '[::ffff:7f00:1]',
    '127.0.0.1\n',
    '127.1',
    '127.0.0.256',
    '127.0.0.01',
  ]) {
    it(`${JSON.stringify(host)} is not this machine`, () => expect(isLoopbackHost(host)).to.equal(false));
  }
});

describe('core: private address', () => {
  for (const address of ['unix:/run/host.sock', '127.0.0.1:9090', '127.8.0.255:1', '[::1]:9090', 'localhost:9090']) {
    it(`${address} stays on this machine`, () => expect(isPrivateAddress(address)).to.equal(true));
  }

  for (const address of [
    '0.0.0.0:9090',
    '[::]:9090',
    'host:9090',
    '127.0.0.1.evil.test:9090',
    '127.0.0.256:1',
    '10.0.0.1:9090',
    'localhost.evil.test:9090',
    '127.0.0.1',
    '127.0.0.1:9090x',
    'localhost:9090.evil.test',
    'evil.test\nlocalhost:9090',
    '',
  ]) {
    it(`"${address}" leaves this machine`, () => expect(isPrivateAddress(address)).to.equal(false));
  }
});

describe('core: private address exposureProblem', () => {
  const bare = { clientCertificates: false, token: false };

  it('accepts a local address without authentication', () => {
    expect(exposureProblem('host.address', 'unix:/run/host.sock', bare)).to.equal('');
    expect(exposureProblem('host.address', '127.0.0.1:9090', bare)).to.equal('');
    expect(exposureProblem('host.address', '[::1]:9090', bare)).to.equal('');
  });

  it('requires client certificates or a token for any other address (architecture: secure by default)', () => {
    expect(exposureProblem('host.address', 'host:9090', bare)).to.match(/^host\.address: "host:9090"/);
    expect(exposureProblem('host.address', 'host:9090', { clientCertificates: true, token: false })).to.equal('');
    expect(exposureProblem('host.address', 'host:9090', { clientCertificates: false, token: true })).to.equal('');
    expect(exposureProblem('host.address', '[2001:DB8::1]:9090', { clientCertificates: false, token: true })).to.equal(
      '',
    );
  });

  it('requires the same for a URL', () => {
    expect(exposureProblemOfUrl('host.url', 'http://127.0.0.1:9090/', bare)).to.equal('');
    expect(exposureProblemOfUrl('host.url', 'https://host:9090/', bare)).to.match(/^host\.url: https:\/\/host:9090\//);
    for (const guard of ['clientCertificates', 'token']) {
      expect(exposureProblemOfUrl('host.url', 'https://host:9090/', { ...bare, [guard]: true }), guard).to.equal('');
    }
  });

  it('rejects text that is not an address', () => {
    for (const address of [
      '',
      '9090',
      'http://host:9090',
      'host',
      'unix:',
      '::1:9090',
      'a b:1',
      'host:90x',
      'host:123456',
      'x unix:/a',
      'unix:/a\nb',
      '[x]:1',
      'x[::1]:1',
    ]) {
      expect(exposureProblem('host.address', address, { clientCertificates: true, token: true }), address).to.contain(
        'is neither',
      );
    }
  });
});

describe('IP addresses (RFC 5952)', () => {
  const spellings: Record<string, string> = {
    '192.0.2.1': '192.0.2.1',
    '::ffff:192.0.2.1': '192.0.2.1',
    '::FFFF:c000:0201': '192.0.2.1',
    '0:0:0:0:0:ffff:192.0.2.1': '192.0.2.1',
    '::ff00:c000:201': '::ff00:c000:201',
    '::ff:c000:201': '::ff:c000:201',
    '::1:ffff:c000:201': '::1:ffff:c000:201',
    '::': '::',
    '::1': '::1',
    '0:0:0:0:0:0:0:1': '::1',
    '2001:DB8:0:0:1:0:0:1': '2001:db8::1:0:0:1',
    '2001:db8:0:1:1:1:1:1': '2001:db8:0:1:1:1:1:1',
    '2001:0db8::0001': '2001:db8::1',
    '1::': '1::',
    '64:ff9b::192.0.2.33': '64:ff9b::c000:221',
    // Deprecated since RFC 4291 §2.5.5.1, and different from the mapped address.
    '::192.0.2.1': '::c000:201',
    '0::192.0.2.1': '::c000:201',
    '1:2:3:4:5:6:7::': '1:2:3:4:5:6:7:0',
    '0:0:1:0:0:1:0:0': '::1:0:0:1:0:0',
    'fe80::1%br_lan': 'fe80::1',
    'fe80::1%eth0': 'fe80::1',
    '1:2:3:4:5:6:7:8': '1:2:3:4:5:6:7:8',
    '1:2:3:4:5::192.0.2.33': '1:2:3:4:5:0:c000:221',
  };
  for (const [text, expected] of Object.entries(spellings)) {
    it(`${text} is normalized to ${expected}`, () => {
      expect(normalizeAddress(text)).to.equal(expected);
    });
  }

  for (const text of [
    '',
    'unknown',
    '192.0.2',
    '192.0.2.256',
    '0x7f.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '127.0.0.01',
    '::ffff:0177.0.0.1',
    '::0x7f.0.0.1',
    '::12345',
    '192.0.2.1%eth0',
    '::1::',
    '[::1]',
    '1.2.3.4:5',
    'gatehouse.example',
  ]) {
    it(`${JSON.stringify(text)} is not an address`, () => {
      expect(normalizeAddress(text)).to.equal(undefined);
    });
  }

  it('reads the bytes of a socket', () => {
    expect(formatAddress(Uint8Array.of(127, 0, 0, 1))).to.equal('127.0.0.1');
    expect(formatAddress(new Uint8Array(16))).to.equal('::');
    expect(formatAddress(new Uint8Array(0))).to.equal('');
  });
});

/** Texts that are addresses, are almost addresses, or that lenient parsers accept as addresses. */
const addressTexts = fc.oneof(
  fc.ipV4(),
  fc.ipV4Extended(),
  fc.ipV6(),
  fc
    .tuple(fc.constantFrom('::ffff:', '::', '64:ff9b::', '::FFFF:0:', '0:0:0:0:0:0:'), fc.ipV4Extended())
    .map((parts) => parts.join('')),
  fc.string({ unit: fc.constantFrom(...'0123456789abcdefFx:.%'), maxLength: 45 }),
  fc.tuple(fc.ipV6(), fc.nat(45), fc.constantFrom(':', '::', '0', '.', 'g')).map(([address, at, added]) => {
    return address.slice(0, at) + added + address.slice(at);
  }),
);

describe('core: IP addresses: differential against node:net and URL', () => {
  it('accepts exactly the addresses that node:net accepts', () => {
    fc.assert(
      fc.property(addressTexts, (text) => {
        const literal =
          text.includes('%') && isIP(text.slice(0, text.indexOf('%'))) === 6 ? text.replace(/%.*/s, '') : text;
        expect(parseAddress(text)?.kind(), text).to.equal(
          [undefined, 'ipv4', 'ipv6'][[0, 4, 6].indexOf(isIP(literal))],
        );
      }),
      { numRuns: 3000 },
    );
  });

  it('formats IPv6 as URL does, except that a mapped address becomes IPv4', () => {
    fc.assert(
      fc.property(addressTexts, (text) => {
        fc.pre(isIP(text) === 6 && !text.includes('%'));
        const expected = new URL(`http://[${text}]/`).hostname.slice(1, -1);
        const mapped = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(expected);
        const [high, low] = [mapped?.[1], mapped?.[2]].map((group) => Number.parseInt(group ?? '', 16));
        const dotted = [(high ?? 0) >> 8, (high ?? 0) & 255, (low ?? 0) >> 8, (low ?? 0) & 255].join('.');
        expect(normalizeAddress(text), text).to.equal(mapped === null ? expected : dotted);
      }),
      { numRuns: 1500 },
    );
  });

  it('formats the bytes of a socket like their text', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), fc.nat(14), (bytes, zeros) => {
        bytes.fill(0, 0, zeros);
        const groups = Array.from({ length: 8 }, (_, at) =>
          ((bytes[2 * at] ?? 0) * 256 + (bytes[2 * at + 1] ?? 0)).toString(16),
        );
        expect(formatAddress(bytes)).to.equal(normalizeAddress(groups.join(':')));
      }),
    );
  });

  it('finds an address in a range exactly when BlockList does', () => {
    const address = fc.oneof(
      fc.ipV4(),
      fc.ipV6(),
      fc.ipV4().map((v4) => `::ffff:${v4}`),
    );
    const flips = fc.tuple(fc.nat(15), fc.nat(255));
    fc.assert(
      fc.property(address, fc.nat(128), flips, (text, prefix, [at, bits]) => {
        const range = parseRange(`${text}/${String(prefix)}`);
        const network = normalizeAddress(text) ?? '';
        const family = isIP(network) === 4 ? 'ipv4' : 'ipv6';
        if (family === 'ipv4' && prefix > 32) {
          expect(range).to.equal(undefined);
          return;
        }
        const list = new BlockList();
        list.addSubnet(network, prefix, family);
        // A neighbor that differs in a few bits, to test both sides of the range's edge.
        const bytes = Uint8Array.from(parseAddress(network)?.toByteArray() ?? []);
        bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ bits;
        for (const candidate of [network, formatAddress(bytes), '192.0.2.1', '::1', '2001:db8::1']) {
          const parsed = parseAddress(candidate);
          const found = parsed !== undefined && range !== undefined && new AddressRanges([range]).include(parsed);
          expect(found, `${candidate} in ${network}/${String(prefix)}`).to.equal(
            list.check(candidate, isIP(candidate) === 4 ? 'ipv4' : 'ipv6'),
          );
        }
      }),
      { numRuns: 1500 },
    );
  });
});

describe('core: address ranges', () => {
  for (const text of [
    '192.0.2.7',
    '10.0.0.0/8',
    '192.0.2.7/32',
    '2001:db8::1/128',
    'fd00::/8',
    '::/0',
    '0.0.0.0/0',
    '::ffff:10.0.0.0/8',
    'fe80::1%eth0',
  ]) {
    it(`reads ${text}`, () => expect(parseRange(text)).to.not.equal(undefined));
  }

  for (const text of [
    '',
    '/8',
    '10/8',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/08 ',
    '10.0.0.0/-1',
    '::1/129',
    '::ffff:10.0.0.0/104',
    '010.0.0.0/8',
  ]) {
    it(`rejects ${JSON.stringify(text)}`, () => expect(parseRange(text)).to.equal(undefined));
  }

  it('names an invalid entry', () => {
    expect(() => AddressRanges.of('10.0.0.0/8', 'proxy.internal')).to.throw('"proxy.internal"');
  });
});

describe('core: network of an address', () => {
  for (const [address, network] of [
    ['192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['', ''],
    ['unknown', 'unknown'],
  ] as const) {
    it(`${JSON.stringify(address)} is counted as ${JSON.stringify(network)}`, () =>
      expect(networkOf(address)).to.equal(network));
  }
});

describe('core: wide network of an address', () => {
  for (const [address, network] of [
    ['192.0.2.7', '192.0.2.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8::/48'],
    ['::1', '::1'],
    ['::2', '::/48'],
    ['127.0.0.1', '127.0.0.0/24'],
    ['', ''],
    ['unknown', ''],
  ] as const) {
    it(`${JSON.stringify(address)} is shown as ${JSON.stringify(network)}`, () =>
      expect(wideNetworkOf(address)).to.equal(network));
  }
});
