import { expect } from 'chai';
import { Toasts } from './toasts.js';

describe('messages in the corner (AD-552)', () => {
  const texts = (toasts: Toasts) => toasts.get().map(({ text }) => text);

  it('an error stays, however many other messages follow', () => {
    const toasts = new Toasts();
    toasts.error('failed');
    for (const text of ['1', '2', '3', '4', '5']) toasts.success(text);
    expect(texts(toasts)).to.deep.equal(['failed', '3', '4', '5']);
  });

  it('the oldest of many errors goes, and never the newest message', () => {
    const toasts = new Toasts();
    for (const text of ['1', '2', '3', '4', '5']) toasts.error(text);
    expect(texts(toasts)).to.deep.equal(['2', '3', '4', '5']);
    toasts.success('done');
    expect(texts(toasts)).to.deep.equal(['3', '4', '5', 'done']);
  });

  it('the same message again is one message, announced again', () => {
    const toasts = new Toasts();
    toasts.info('nothing');
    const [first] = toasts.get();
    toasts.info('other');
    toasts.info('nothing');
    expect(texts(toasts)).to.deep.equal(['other', 'nothing']);
    expect(toasts.get()[1]?.id).not.to.equal(first?.id);
    toasts.clear();
    expect(texts(toasts)).to.deep.equal([]);
  });
});
