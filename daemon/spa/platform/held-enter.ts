/**
 * An Enter that the user holds down acts once. Browsers repeat the key thirty times a second, and press a focused button, follow
 * a focused link or submit the form around a field each time: a wrong password would use up all attempts, and the Enter that
 * opened a create form would save it. In a text of several lines, the repeated key types. No part of the page needs it
 * elsewhere, so none receives it.
 */
export function ignoreHeldEnter(target: EventTarget): void {
  target.addEventListener('keydown', ignoreRepetition, { capture: true });
}

function ignoreRepetition(event: Event): void {
  if (!(event instanceof KeyboardEvent) || event.key !== 'Enter' || !event.repeat) return;
  // Code editors are in a shadow root.
  const [element] = event.composedPath();
  if (element instanceof HTMLTextAreaElement || (element instanceof HTMLElement && element.isContentEditable)) return;
  event.preventDefault();
  event.stopPropagation();
}
