import { expect } from 'chai';
import typia from 'typia';
import { parseShape } from './json-shape.js';

interface Door {
  readonly name: string;
  readonly locks: readonly { readonly code: string }[];
}
const validate = typia.createValidate<Door>();

describe('core: JSON of a fixed shape', () => {
  it('reads a value of the expected shape', () => {
    expect(parseShape('a door', '{"name":"a","locks":[{"code":"1"}]}', validate)).to.deep.equal({
      name: 'a',
      locks: [{ code: '1' }],
    });
  });

  it('names the place of an unexpected value, and the expected type', () => {
    expect(() => parseShape('a door', '{"name":"a","locks":[{"code":1234}]}', validate)).to.throw(
      /^a door: \$input\.locks\[0\]\.code is not of type string$/,
    );
    expect(() => parseShape('a door', 'null', validate)).to.throw(/^a door: \$input is not of type Door$/);
  });

  it('quotes nothing of invalid JSON', () => {
    expect(() => parseShape('a door', 'code 1234', validate)).to.throw(/^a door is not JSON$/);
  });
});
