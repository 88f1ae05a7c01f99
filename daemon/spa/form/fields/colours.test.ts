import { expect } from 'chai';
import { hexColour } from './colours.js';

describe('colors (AD-211)', () => {
  for (const [typed, colour] of [
    ['#3366FF', '#3366ff'],
    ['3366ff', '#3366ff'],
    [' #36f ', '#3366ff'],
    ['#36f', '#3366ff'],
  ] as const) {
    it(`reads "${typed}" as ${colour}`, () => expect(hexColour(typed)).to.equal(colour));
  }

  for (const typed of ['', '#', '#12', '#12345', '#1234567', 'red', '#gggggg', 'rgb(1, 2, 3)', '#３３6']) {
    it(`rejects "${typed}" as a color`, () => expect(hexColour(typed)).to.equal(undefined));
  }
});
