import { expect } from 'chai';
import type { Locator } from 'playwright-core';
import { eventually } from '../../../support/eventually.js';

/** Waits until the text of the element changes. */
export function otherText(target: Locator, before: string): Promise<string> {
  return eventually(async () => {
    const text = await target.innerText();
    expect(text).not.to.equal(before);
    return text;
  });
}
