import { expect } from 'chai';
import { parseForm, parseQuery, type Parameters } from './parameters.js';

function parsed(text: string): Parameters {
  const result = parseQuery(text);
  if (!result.ok) throw new Error(`refused at ${JSON.stringify(result.parameter)}`);
  return result.parameters;
}

describe('parameters (RFC 6749 appendix B: application/x-www-form-urlencoded)', () => {
  it('keeps names and values in the order in which they were sent', () => {
    expect(parsed('b=2&a=1&c').entries).to.deep.equal([
      ['b', '2'],
      ['a', '1'],
      ['c', ''],
    ]);
  });

  it('decodes escapes as UTF-8 and plus as a space, in names and values', () => {
    expect(parsed('na+me%3D=caf%C3%A9+%2B%26%F0%9F%92%A1').entries).to.deep.equal([['na me=', 'café +&💡']]);
  });

  it('splits at the first "=" only, and skips empty pairs', () => {
    expect(parsed('&&a=b=c&&=d&').entries).to.deep.equal([
      ['a', 'b=c'],
      ['', 'd'],
    ]);
    expect(parsed('').entries).to.deep.equal([]);
  });

  it('keeps repeated names visible, also when they are spelled differently', () => {
    const parameters = parsed('resource=1&x=2&%72esource=3&resource=4');
    expect(parameters.repeated()).to.deep.equal(['resource']);
    expect(parameters.get('resource')).to.equal('1');
    expect(parameters.getAll('resource')).to.deep.equal(['1', '3', '4']);
    expect(parameters.get('absent')).to.equal(undefined);
    expect(parameters.getAll('absent')).to.deep.equal([]);
  });

  it('does not confuse a name with what every object has', () => {
    expect(parsed('a=1').get('__proto__')).to.equal(undefined);
    expect(parsed('__proto__=1&constructor=2').entries.map(([name]) => name)).to.deep.equal([
      '__proto__',
      'constructor',
    ]);
  });

  for (const broken of [
    '%',
    '%4',
    '%zz',
    '%u0041',
    'a%',
    '%C3',
    '%C3%28',
    '%80',
    '%ED%A0%80',
    '%F5%80%80%80',
    '%C0%AF',
  ]) {
    it(`names the parameter whose value is broken: ${broken}`, () => {
      expect(parseQuery(`a=1&state=${broken}&b=2`)).to.deep.equal({ ok: false, parameter: 'state' });
    });
  }

  it('tells an empty name when the name itself is broken', () => {
    expect(parseQuery('a=1&%zz=2')).to.deep.equal({ ok: false, parameter: '' });
  });

  it('keeps a byte order mark and a NUL as data', () => {
    expect(parsed('a=%EF%BB%BFx%00').get('a')).to.equal('\ufeffx\0');
  });

  it('reads raw UTF-8 in a body, and refuses raw bytes that are none', () => {
    const good = parseForm(Buffer.from('a=é&b=1'));
    expect(good.ok && good.parameters.get('a')).to.equal('é');
    expect(parseForm(Buffer.from('a=\xe9&b=1', 'latin1'))).to.deep.equal({ ok: false, parameter: 'a' });
  });
});
