import { expect } from 'chai';
import { recordInPath } from './record-in-path.js';

describe('admin/routes/controller/record-in-path (api.md, Endpoints)', () => {
  for (const [segment, id] of [
    ['~.', '.'],
    ['~..', '..'],
    ['~~.', '~.'],
    ['~~~..', '~~..'],
    ['~...', '~...'],
    ['~', '~'],
    ['~7', '~7'],
    ['7', '7'],
    ['.a', '.a'],
  ] as const) {
    it(`${segment} names ${id}`, () => expect(recordInPath(new Map([['id', segment]]))).to.equal(id));
  }
});
