import { expect } from 'chai';
import { deviceOf } from './device.js';

const AGENTS: readonly (readonly [string, string, string])[] = [
  ['Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0', 'Firefox', 'Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
    'Chrome',
    'Windows',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0',
    'Edge',
    'Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'Safari',
    'macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0 Mobile/15E148 Safari/604.1',
    'Chrome',
    'iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36',
    'Samsung Internet',
    'Android',
  ],
  ['curl/8.14.1', 'curl', ''],
  ['python-httpx/0.28.1', 'python-httpx', ''],
  ['node', 'node', ''],
  ['Mozilla/5.0', '', ''],
  ['<script>alert(1)</script>', '', ''],
  [`${'x'.repeat(70)}/1`, '', ''],
];

describe('admin: the device of a session (AD-251)', () => {
  for (const [agent, browser, system] of AGENTS) {
    it(`recognizes ${agent.slice(0, 60)}`, () => {
      expect(deviceOf(agent, '')).to.deep.equal({ browser, system, network: '' });
    });
  }

  it('keeps only the network of the address', () => {
    const networks = ['203.0.113.77', '2001:db8:1:2:3:4:5:6', '127.0.0.1', '::1', 'unknown', ''].map(
      (address) => deviceOf(undefined, address).network,
    );
    expect(networks).to.deep.equal(['203.0.113.0/24', '2001:db8:1::/48', '127.0.0.0/24', '::/48', '', '']);
  });
});
