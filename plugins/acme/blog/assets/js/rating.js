/**
 * A number of stars, as docs/admin/widgets.md describes elements that hold a value. In a form, it is a group of radio buttons,
 * which browsers make usable by keyboard; in a list, where nothing can be pressed, a picture with a text.
 */
const STYLE = new CSSStyleSheet();
STYLE.replaceSync(`
  :host {
    display: inline-flex;
    align-items: center;
    gap: 2px;
  }
  label {
    display: grid;
    inline-size: 28px;
    block-size: 28px;
    place-items: center;
    border-radius: 6px;
    cursor: pointer;
  }
  label:has(:focus-visible) {
    outline: 2px solid var(--c-ring);
  }
  label:has(:disabled) {
    cursor: default;
  }
  input {
    position: absolute;
    opacity: 0;
    pointer-events: none;
  }
  svg {
    inline-size: 20px;
    block-size: 20px;
    fill: none;
    stroke: var(--c-muted);
    stroke-width: 1.5;
  }
  .small svg {
    inline-size: 14px;
    block-size: 14px;
  }
  .on svg {
    fill: #e0a100;
    stroke: #b98500;
  }
  button {
    margin-inline-start: 8px;
    padding: 4px 8px;
    border: 0;
    border-radius: 6px;
    background: none;
    color: var(--c-muted);
    font: inherit;
    cursor: pointer;
  }
  button:hover {
    background: var(--c-hover);
  }
  button:focus-visible {
    outline: 2px solid var(--c-ring);
  }
`);

const WORDS = {
  ar: { of: (value, most) => `${value} من ${most}`, none: 'مسح' },
  de: { of: (value, most) => `${value} von ${most}`, none: 'Entfernen' },
  en: { of: (value, most) => `${value} of ${most}`, none: 'Clear' },
  es: { of: (value, most) => `${value} de ${most}`, none: 'Quitar' },
  fr: { of: (value, most) => `${value} sur ${most}`, none: 'Effacer' },
};

const STAR = 'M12 3l2.7 5.7 6.3.8-4.6 4.3 1.2 6.2L12 17l-5.6 3 1.2-6.2L3 9.5l6.3-.8z';

function star() {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', STAR);
  svg.append(path);
  return svg;
}

class Rating extends HTMLElement {
  #state = { value: null, label: '', locale: 'en', max: 5, disabled: false, readOnly: false, invalid: false };
  #isPlanned = false;
  #root = this.attachShadow({ mode: 'open', delegatesFocus: true });

  constructor() {
    super();
    this.#root.adoptedStyleSheets = [STYLE];
  }

  #change(change) {
    Object.assign(this.#state, change);
    if (this.#isPlanned) return;
    // The form sets several properties one after the other.
    this.#isPlanned = true;
    queueMicrotask(() => {
      this.#isPlanned = false;
      this.#draw();
    });
  }

  #draw() {
    const { value, label, locale, max, disabled, readOnly, invalid } = this.#state;
    const words = WORDS[locale.split('-')[0]] ?? WORDS.en;
    const isFixed = disabled || readOnly;
    const focused = this.#root.activeElement?.value;
    if (readOnly) {
      const shown = document.createElement('span');
      shown.className = 'small';
      shown.setAttribute('role', 'img');
      shown.setAttribute('aria-label', words.of(value ?? 0, max));
      for (let stars = 1; stars <= max; stars++) {
        const one = document.createElement('span');
        one.className = stars <= (value ?? 0) ? 'on' : '';
        one.append(star());
        shown.append(one);
      }
      this.#root.replaceChildren(shown);
      return;
    }
    const stars = Array.from({ length: max }, (_, index) => {
      const radio = document.createElement('input');
      radio.type = 'radio';
      radio.name = 'stars';
      radio.value = String(index + 1);
      radio.checked = value === index + 1;
      radio.disabled = isFixed;
      radio.setAttribute('aria-label', words.of(index + 1, max));
      if (invalid) radio.setAttribute('aria-invalid', 'true');
      radio.addEventListener('change', () => this.#choose(index + 1));
      const around = document.createElement('label');
      around.className = index < (value ?? 0) ? 'on' : '';
      around.append(radio, star());
      return around;
    });
    const none = document.createElement('button');
    none.type = 'button';
    none.textContent = words.none;
    none.hidden = isFixed || value === null;
    none.addEventListener('click', () => this.#choose(null));
    this.#root.replaceChildren(...stars, none);
    // The buttons are new: the focus stays on the same star.
    if (focused !== undefined) this.#root.querySelector(`input[value="${value ?? 1}"]`)?.focus();
    this.title = label;
  }

  #choose(value) {
    this.dispatchEvent(new CustomEvent('change', { detail: { value } }));
  }

  set value(value) {
    this.#change({ value: value === null || value === '' ? null : Number(value) });
  }

  set label(label) {
    this.#change({ label });
  }

  set locale(locale) {
    this.#change({ locale });
  }

  set max(max) {
    this.#change({ max: max ?? 5 });
  }

  set disabled(disabled) {
    this.#change({ disabled });
  }

  set readOnly(readOnly) {
    this.#change({ readOnly });
  }

  set invalid(invalid) {
    this.#change({ invalid });
  }
}

customElements.define('acme-blog-rating', Rating);
