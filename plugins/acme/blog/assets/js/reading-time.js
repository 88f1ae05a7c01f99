/**
 * Has the application measure how long the saved post takes to read. A widget as docs/admin/widgets.md describes it: the form sets
 * `value`, `label`, `locale`, `disabled` and `busy`; the event `run` runs the action, whose answer the form writes into its
 * field, and from there into `value`.
 */
const STYLE = new CSSStyleSheet();
STYLE.replaceSync(`
  :host {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 12px;
  }
  button {
    min-block-size: 36px;
    padding: 0 14px;
    border: 1px solid var(--c-border-strong);
    border-radius: 8px;
    background: var(--c-surface);
    color: var(--c-text);
    font: inherit;
    font-weight: 500;
    cursor: pointer;
  }
  button:hover {
    background: var(--c-hover);
  }
  button:focus-visible {
    outline: 2px solid var(--c-ring);
    outline-offset: 2px;
  }
  button:is(:disabled, [aria-disabled='true']) {
    cursor: default;
    opacity: 0.6;
  }
  output {
    color: var(--c-muted);
    font-variant-numeric: tabular-nums;
  }
`);

const WORDS = {
  de: { measure: 'Messen', busy: 'Misst …', unknown: 'noch nicht gemessen' },
  en: { measure: 'Measure', busy: 'Measuring…', unknown: 'not measured yet' },
};

class ReadingTime extends HTMLElement {
  #button = document.createElement('button');
  /** A live region: what has been measured is said aloud. */
  #output = document.createElement('output');
  #state = { value: null, label: '', locale: 'en', disabled: false, busy: false };

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open', delegatesFocus: true });
    root.adoptedStyleSheets = [STYLE];
    root.append(this.#button, this.#output);
    this.#button.type = 'button';
    this.#button.addEventListener('click', () => {
      if (!this.#state.busy) this.dispatchEvent(new CustomEvent('run'));
    });
  }

  set value(value) {
    this.#change({ value });
  }

  set label(label) {
    this.#change({ label });
  }

  set locale(locale) {
    this.#change({ locale });
  }

  set disabled(disabled) {
    this.#change({ disabled });
  }

  set busy(busy) {
    this.#change({ busy });
  }

  #change(change) {
    this.#state = { ...this.#state, ...change };
    const { value, label, locale, disabled, busy } = this.#state;
    const words = WORDS[locale.split('-')[0]] ?? WORDS.en;
    this.#button.textContent = busy ? words.busy : words.measure;
    this.#button.ariaDescription = label;
    this.#button.disabled = disabled;
    // Not `disabled`, which would take the focus away from the user who has just pressed it.
    this.#button.ariaDisabled = String(busy);
    this.#output.textContent = typeof value === 'number' ? minutes(value, locale) : words.unknown;
  }
}

/** "3 minutes", in the language of the page. */
function minutes(value, locale) {
  return new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', unitDisplay: 'long' }).format(value);
}

customElements.define('acme-blog-reading-time', ReadingTime);
