import { wideNetworkOf } from '../../core/network-addresses.js';

/** Where a session is used, for its administrator to recognize. Any text may be empty. */
export interface Device {
  /** "Firefox" */
  readonly browser: string;
  /** "Windows" */
  readonly system: string;
  /** "203.0.113.0/24" */
  readonly network: string;
}

/** The first that matches: most browsers also name those that they descend from. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

/** "curl/8.5.0", "python-httpx/0.28": the product of a client that is no browser (RFC 9110 §10.1.5). */
const PRODUCT = /^([\w.!#$%&'*+^`|~-]{1,60})(?:\/|\s|$)/;

/** @param address of the client, as far as the daemon trusts its proxies */
export function deviceOf(userAgent: string | undefined, address: string): Device {
  // Longer than any browser's: the rest says nothing that anyone reads.
  const text = (userAgent ?? '').slice(0, 500);
  const named = (list: typeof BROWSERS) => list.find(([pattern]) => pattern.test(text))?.[1] ?? '';
  const isBrowser = text.startsWith('Mozilla/');
  return {
    browser: isBrowser ? named(BROWSERS) : (PRODUCT.exec(text)?.[1] ?? ''),
    system: named(SYSTEMS),
    network: wideNetworkOf(address),
  };
}
