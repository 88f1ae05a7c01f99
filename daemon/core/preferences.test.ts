import { expect } from 'chai';
import { acceptedRanges } from './preferences.js';

const accepted = (header: string | undefined) => acceptedRanges(header, /^[a-z]+$/);

describe('core: preferences (RFC 9110 §12.4.2, §12.5)', () => {
  it('keeps valid elements unchanged', () => {
    for (const weight of ['0', '0.', '0.5', '0.123', '1', '1.', '1.000'])
      expect(accepted(`de;q=${weight}`), weight).to.deep.equal([`de;q=${weight}`]);
    expect(accepted(' de ,en ; Q=0.5,fr')).to.deep.equal(['de', 'en ; Q=0.5', 'fr']);
  });

  it('drops an element with an invalid weight or of another kind', () => {
    for (const weight of ['', '2', '10', '00', '0.1234', '1.0000', '1.1', '-1', 'x', '0x', '0.5;a', 'x=1;q=1'])
      expect(accepted(`de;q=${weight}, en`), weight).to.deep.equal(['en']);
    for (const element of ['de;level=1', 'de;xq=1', 'DE', '1', ''])
      expect(accepted(element), element).to.deep.equal([]);
    expect(accepted(undefined)).to.deep.equal([]);
  });

  it('reads at most 1000 characters and 20 elements', () => {
    expect(accepted(`${' '.repeat(998)}dexx`)).to.deep.equal(['de']);
    expect(accepted('de,'.repeat(30))).to.have.length(20);
  });
});
