/**
 * A button that has the application measure how long the post takes to read. The form gives the element `label`, `recordId`
 * and `values` (of the fields that it may fill); a `run` event asks for the action, whose answer the form writes back.
 */
class ReadingTime extends HTMLElement {
  #button = document.createElement('button');

  connectedCallback() {
    this.#button.type = 'button';
    this.#button.textContent = this.label ?? this.getAttribute('aria-label') ?? '';
    this.#button.addEventListener('click', this.#run);
    this.replaceChildren(this.#button);
  }

  disconnectedCallback() {
    this.#button.removeEventListener('click', this.#run);
  }

  #run = () => {
    this.dispatchEvent(new CustomEvent('run', { bubbles: true }));
  };
}

customElements.define('acme-blog-reading-time', ReadingTime);
