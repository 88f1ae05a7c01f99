import { expect } from 'chai';
import { isFromOwnOrigin } from './own-form.js';

describe('consent-page/own-form', () => {
  const cases: readonly (readonly [Record<string, string>, boolean])[] = [
    [{ 'sec-fetch-site': 'same-origin', origin: 'null' }, true],
    [{ 'sec-fetch-site': 'same-site', origin: 'https://notes.example' }, false],
    [{ 'sec-fetch-site': 'cross-site' }, false],
    [{ 'sec-fetch-site': 'none' }, false],
    [{ origin: 'https://notes.example' }, true],
    [{ origin: 'https://notes.example.evil.test' }, false],
    [{ origin: 'http://notes.example' }, false],
    [{ origin: 'null' }, true],
    [{ origin: '' }, false],
    [{}, false],
  ];
  for (const [headers, own] of cases) {
    it(`${JSON.stringify(headers)} → ${String(own)}`, () => {
      expect(isFromOwnOrigin(new Map(Object.entries(headers)), 'https://notes.example')).to.equal(own);
    });
  }
});
