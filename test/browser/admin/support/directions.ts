import type { Page } from 'playwright-core';

/**
 * Runs in the page: each text on the screen with a letter of the other direction that stands neither alone in a box with its own
 * direction, nor between isolates. Such a text changes the order of what is around it.
 */
const SCAN = `(() => {
  const isInline = (element) => ['inline', 'contents'].includes(getComputedStyle(element).display);
  const isIsolated = (element) => ['isolate', 'plaintext', 'isolate-override'].includes(getComputedStyle(element).unicodeBidi);
  const hasOwn = (element) => element.matches('bdi, [dir=auto]') || getComputedStyle(element).unicodeBidi === 'plaintext';
  const other = document.documentElement.dir === 'rtl' ? /[a-z]/i : /[\\u0590-\\u06ff]/;
  const bare = (text) => text.replace(/\\u2068[^\\u2068\\u2069]*\\u2069/g, '');
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode()); ) {
    if (!VALUES.some((value) => node.data.includes(value)) || node.parentElement.closest('script, style, textarea, .cm-editor')) continue;
    let box = node.parentElement;
    while (isInline(box) && !isIsolated(box)) box = box.parentElement;
    const isAlone = VALUES.includes(box.textContent.trim()) && hasOwn(box);
    if (!isAlone && VALUES.some((value) => bare(box.textContent).includes(value)) && other.test(bare(box.textContent)))
      found.push(box.className + ': ' + box.textContent);
  }
  for (const input of document.querySelectorAll('input, textarea'))
    if (VALUES.includes(input.value) && !hasOwn(input)) found.push(input.className + ': ' + input.value);
  return [...new Set(found)];
})()`;

/** The places where one of these values of records mixes with the text around it. */
export function mixedUp(page: Page, values: readonly string[]): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(SCAN.replaceAll('VALUES', JSON.stringify(values)));
}
