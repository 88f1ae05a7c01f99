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

/** Takes whoever has just opened a form to its first field that can be filled in, and nobody away from where they are. */
export function focusFirstField(form: HTMLElement): void {
  const { activeElement } = document;
  if (activeElement !== null && activeElement !== document.body && !activeElement.contains(form)) return;
  const fields = [...form.querySelectorAll<HTMLElement>('[data-field]')];
  const controls = fields.map((field) => field.querySelector<HTMLElement>(`:is(${FOCUSABLE}):not([readonly])`));
  controls.find((control) => control !== null)?.focus({ preventScroll: true });
}
