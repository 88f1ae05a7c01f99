import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../../../support/eventually.js';

/** More than the number of focusable elements on any screen of the demo. */
const AT_MOST = 200;

/** Presses a key, by default Tab, until the element has the focus. Fails if it never gets it. */
export async function moveTo(target: Locator, key = 'Tab'): Promise<void> {
  const page = target.page();
  // The element itself, because to find it by its role takes longer than a key.
  let element = await target.elementHandle();
  for (let pressed = 0; pressed < AT_MOST; pressed += 1) {
    const state = await element.evaluate((one) => ({
      isGone: !one.isConnected,
      hasFocus: one.ownerDocument.activeElement === one,
    }));
    if (state.isGone || state.hasFocus) {
      if (await isFocused(target)) return;
      element = await target.elementHandle();
    }
    await page.keyboard.press(key);
  }
  throw new Error(`${target.toString()} was never reached with ${key}; the focus is on ${await focused(page)}`);
}

/** Moves the focus to the element and presses a key, by default Enter. */
export async function pressOn(target: Locator, key = 'Enter'): Promise<void> {
  await moveTo(target);
  await target.page().keyboard.press(key);
}

export async function expectFocus(target: Locator): Promise<void> {
  await target.waitFor();
  await eventually(async () =>
    expect(await isFocused(target), `the focus is on ${await focused(target.page())}`).to.equal(true),
  );
}

/** Keyboard users must see where the focus is (WCAG 2.2 §2.4.7). */
export async function expectFocusRing(target: Locator): Promise<void> {
  await expectFocus(target);
  const outline = await target.page().evaluate<string>('getComputedStyle(document.activeElement).outlineStyle');
  expect(outline).not.to.equal('none');
}

function isFocused(target: Locator): Promise<boolean> {
  return target.evaluate((element): boolean => element.ownerDocument.activeElement === element);
}

function focused(page: Page): Promise<string> {
  return page.evaluate<string>('document.activeElement?.outerHTML.slice(0, 200) ?? "nothing"');
}
