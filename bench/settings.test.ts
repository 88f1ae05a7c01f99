import { expect } from 'chai';
import { chosenScenarios } from './settings.js';

const KNOWN = ['exchange', 'refresh', 'scale-rows', 'scale-list'];

describe('the choice of scenarios', () => {
  it('runs the default ones, in their order (docs/benchmarks.md)', () => {
    expect(chosenScenarios(KNOWN, ['refresh', 'exchange'])).to.deep.equal(['exchange', 'refresh']);
  });

  it('takes names and beginnings of names (docs/benchmarks.md)', () => {
    expect(chosenScenarios(KNOWN, [], 'scale…,refresh')).to.deep.equal(['refresh', 'scale-rows', 'scale-list']);
    expect(chosenScenarios(KNOWN, [], 'scale-*')).to.deep.equal(['scale-rows', 'scale-list']);
  });

  it('names a scenario that does not exist instead of running nothing (docs/benchmarks.md)', () => {
    expect(() => chosenScenarios(KNOWN, [], 'exchange,exchanges')).to.throw(
      'exchanges is no scenario; there are exchange,',
    );
  });
});
