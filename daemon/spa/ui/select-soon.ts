/**
 * Selects the text of an input that has got the focus. Waits one frame, because the click that focuses the input also sets a
 * caret. Does nothing if the user has already typed or moved on: selecting moves the focus too.
 */
export function selectSoon(input: HTMLInputElement): void {
  const { value } = input;
  requestAnimationFrame(() => {
    if (input.value === value && document.activeElement === input) input.select();
  });
}
