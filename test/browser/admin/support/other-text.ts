import type { Locator } from 'playwright-core';

/** Waits until the element says something else than before. (Playwright's waitForFunction needs eval, which the policy forbids.) */
export async function otherText(target: Locator, before: string): Promise<string> {
  const deadline = Date.now() + 10_000;
  while (Date.now() < deadline) {
    const text = await target.innerText();
    if (text !== before) return text;
    await target.page().waitForTimeout(50);
  }
  throw new Error(`${target.toString()} still says ${before}`);
}
