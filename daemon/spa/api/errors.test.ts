import { expect } from 'chai';
import { answered, ApiError, attemptText, errorText, errorTitle, networkError, waitText } from './errors.js';

describe('failed requests (docs/decisions/single-page-application.md)', () => {
  const told: unknown[] = [];
  const before = globalThis.reportError;
  beforeEach(() => {
    told.length = 0;
    globalThis.reportError = (error) => void told.push(error);
  });
  afterEach(() => {
    globalThis.reportError = before;
  });

  it("returns the answer or the daemon's error", async () => {
    const refusal = new ApiError(403, { error: { code: 'forbidden', message: 'No.', request_id: '' } });
    expect(await answered(async () => 7)).to.deep.equal({ answer: 7 });
    expect(await answered(() => Promise.reject(refusal))).to.deep.equal({ refusal });
    expect(told).to.deep.equal([]);
  });

  it('has its own words for a lost connection, and otherwise those of the daemon (AD-447)', () => {
    const say = (key: string) => `phrase ${key}`;
    const lost = networkError(new TypeError('Failed to fetch'));
    expect([errorText(lost, say), errorTitle(lost, say)]).to.deep.equal(Array(2).fill('phrase errors.network'));
    const sayWith = (key: string, { status }: Readonly<Record<string, number>> = {}) =>
      `phrase ${key} ${String(status)}`;
    expect(errorTitle(networkError('not JSON', 413), sayWith)).to.equal('phrase errors.foreign_answer 413');
    const fields = { title: ['Too long.'] };
    const error = { code: 'validation_failed', message: 'Not valid.', request_id: '', fields } as const;
    const refused = new ApiError(422, { error });
    expect([errorText(refused, say), errorTitle(refused, say)]).to.deep.equal(['Too long.', 'Not valid.']);
    expect(errorText(new Error('A defect.'), say)).to.equal('A defect.');
  });

  it('names a wait in the unit in which people count it, and never a shorter one (AD-453)', () => {
    const say = (key: string, values: Readonly<Record<string, number>> = {}) =>
      `${key.split('_').at(-1)} ${String(Object.values(values)[0])}`;
    const waits = [1, 120, 121, 7200, 7201, 86_400].map((seconds) => waitText(seconds, say));
    expect(waits).to.deep.equal(['in 1', 'in 120', 'minutes 3', 'minutes 120', 'hours 3', 'hours 24']);
    const error = { code: 'too_many_attempts', message: 'Too many.', request_id: '' } as const;
    expect(attemptText(new ApiError(429, { error }, 121), say)).to.equal('Too many. minutes 3');
    expect(attemptText(new ApiError(429, { error }), say)).to.equal('Too many.');
  });

  it('reports an exception while sending as a defect with its own message, logs it and does not call it a network error', async () => {
    const defect = new TypeError('No such thing.');
    const { refusal } = await answered(() => {
      throw defect;
    });
    expect(refusal).to.include({ code: 'defect', message: 'TypeError: No such thing.', isPassing: false });
    expect(told).to.deep.equal([defect]);
  });
});
