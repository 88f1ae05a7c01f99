import { expect } from 'chai';
import { hexColour } from './colours.js';

describe('colours (AD-211)', () => {
  for (const [typed, colour] of [
    ['#3366FF', '#3366ff'],
    ['3366ff', '#3366ff'],
    [' #36f ', '#3366ff'],
    ['#36f', '#3366ff'],
  ] as const) {
    it(`takes "${typed}" for ${colour}`, () => expect(hexColour(typed)).to.equal(colour));
  }

  for (const typed of ['', '#', '#12', '#12345', '#1234567', 'red', '#gggggg', 'rgb(1, 2, 3)', '#３３6']) {
    it(`takes "${typed}" for no colour`, () => expect(hexColour(typed)).to.equal(undefined));
  }
});
