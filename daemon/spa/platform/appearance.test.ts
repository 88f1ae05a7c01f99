import { expect } from 'chai';
import { ApiError } from '../api/errors.js';
import type { App } from './app.js';
import { keepAppearance } from './appearance.js';

describe('the appearance that an account keeps (AD-247)', () => {
  let kept: unknown;
  let fails: boolean;
  const api = {
    preferences: async () => {
      if (fails) throw new ApiError(0, { error: { code: 'network', message: 'away', request_id: '' } });
      return { success: true, data: { appearance: kept }, meta: undefined };
    },
    savePreference: async (_key: string, value: unknown) => {
      kept = value;
      return { success: true, data: null, meta: undefined };
    },
  } as unknown as App['api'];

  it('keeps the choices of other tabs and browsers, also if several are made at once', async () => {
    [kept, fails] = [{ theme: 'dark', time_zone: 'Asia/Tokyo' }, false];
    await Promise.all([keepAppearance({ api }, { density: 'compact' }), keepAppearance({ api }, { theme: 'light' })]);
    expect(kept).to.deep.equal({ theme: 'light', density: 'compact', time_zone: 'Asia/Tokyo' });
  });

  it('rejects if the account cannot be read, and keeps the next choice', async () => {
    [kept, fails] = [null, true];
    const refused: unknown = await keepAppearance({ api }, { theme: 'dark' }).catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(ApiError);
    fails = false;
    await keepAppearance({ api }, { theme: 'light' });
    expect(kept).to.deep.equal({ theme: 'light' });
  });
});
