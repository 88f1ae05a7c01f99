import { expect } from 'chai';
import { mediaType } from './content-type.js';

describe('media type (RFC 9110 §8.3.1)', () => {
  const types: Record<string, string | undefined> = {
    'application/json': 'application/json',
    'Application/JSON;charset=UTF-8': 'application/json',
    'application/json ; charset="utf-8"; x': 'application/json',
    'application/json;': 'application/json',
    ' application/x-www-form-urlencoded ': 'application/x-www-form-urlencoded',
    '': undefined,
    application: undefined,
    'application/': undefined,
    '/json': undefined,
    'application/json, text/plain': undefined,
    'application/json/x': undefined,
    'application /json': undefined,
  };
  for (const [header, expected] of Object.entries(types)) {
    it(`of ${JSON.stringify(header)} is ${String(expected)}`, () => {
      expect(mediaType(header)).to.equal(expected);
    });
  }

  it('of no header is undefined', () => {
    expect(mediaType(undefined)).to.equal(undefined);
  });
});
