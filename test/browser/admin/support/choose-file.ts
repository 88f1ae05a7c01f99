import type { Locator, Page } from 'playwright-core';

/** A text with a name, as a file of the user's machine. */
export interface TextFile {
  readonly name: string;
  readonly text: string;
}

/**
 * Chooses a file in the chooser that opens when that button is pressed.
 *
 * Playwright makes the browser report choosers as soon as a test waits for one, but input overtakes that message on a busy machine:
 * the browser then opens a chooser that nothing can use. A round trip behind the message shows that it has arrived.
 */
export async function chooseFile(
  page: Page,
  { name, text }: TextFile,
  button: Locator,
  how: 'click' | 'key' = 'click',
): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.evaluate('0');
  await (how === 'click' ? button.click() : button.press('Enter'));
  await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
}
