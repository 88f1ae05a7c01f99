import { expect } from 'chai';
import { hexColor } from './colors.js';

describe('colors (AD-211)', () => {
  for (const [typed, color] of [
    ['#3366FF', '#3366ff'],
    ['3366ff', '#3366ff'],
    [' #36f ', '#3366ff'],
    ['#36f', '#3366ff'],
  ] as const) {
    it(`reads "${typed}" as ${color}`, () => expect(hexColor(typed)).to.equal(color));
  }

  for (const typed of ['', '#', '#12', '#12345', '#1234567', 'red', '#gggggg', 'rgb(1, 2, 3)', '#３３6']) {
    it(`rejects "${typed}" as a color`, () => expect(hexColor(typed)).to.equal(undefined));
  }
});
