/**
 * Whether a key belongs to an input method, with which people write Japanese, Chinese and Korean: Enter then accepts the
 * suggested word and Escape gives it up, and neither means the field. Safari reports the end of the composition before its
 * Enter, which only the key code 229 tells from an ordinary one.
 */
export function isComposing(event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  // oxlint-disable-next-line typescript/no-deprecated -- there is no other sign of it in Safari
  return event.isComposing || event.keyCode === 229;
}

/**
 * Keeps the keys of an input method from every part of the page (AD-554), also from react-aria, which does not know Safari's. The
 * input method itself has them before. Editors and the elements of plugins follow a composition themselves: they receive
 * the keys, and nothing around them does.
 */
export function keepComposing(target: EventTarget): void {
  target.addEventListener('keydown', keep, { capture: true });
}

function keep(event: Event): void {
  if (!(event instanceof KeyboardEvent) || !isComposing(event)) return;
  const { target } = event;
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) event.stopImmediatePropagation();
  // Behind the listeners of the editor, which are on the same element or inside of it.
  else target?.addEventListener('keydown', stop, { once: true });
}

function stop(event: Event): void {
  event.stopPropagation();
}
