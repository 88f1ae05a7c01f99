import { expect } from 'chai';
import type { Locator } from 'playwright-core';
import { eventually } from '../../../support/eventually.js';

/** Waits until the element says something else than before. */
export function otherText(target: Locator, before: string): Promise<string> {
  return eventually(async () => {
    const text = await target.innerText();
    expect(text).not.to.equal(before);
    return text;
  });
}
