const FOCUSABLE = [
  'input:not([disabled], [type="hidden"])',
  'textarea:not([disabled])',
  'select:not([disabled])',
  'button:not([disabled])',
  '[contenteditable="true"]',
  '[tabindex="0"]',
].join(', ');

/** Takes whoever is filling in the form to a field: to its first control, or to the field as a whole. */
export function focusField(form: HTMLElement, name: string): void {
  const cell = [...form.querySelectorAll<HTMLElement>('[data-field]')].find((one) => one.dataset['field'] === name);
  if (cell === undefined) return;
  const control = cell.querySelector<HTMLElement>(FOCUSABLE) ?? cell;
  cell.scrollIntoView({ block: 'nearest' });
  control.focus({ preventScroll: true });
}
