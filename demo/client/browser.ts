import { Surprise } from './steps.js';

/** A page that the browser shows. */
export interface ShownPage {
  readonly url: URL;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** The user's input: a text for a field, the chosen values for checkboxes of one name. */
export type Input = Readonly<Record<string, string | readonly string[]>>;

/**
 * The parts of a browser that the demo's pages need: cookies, redirects, forms. It submits the real forms with their hidden
 * fields, so a page that a person could not use fails here as well.
 */
export class Browser {
  readonly #cookies = new Map<string, string>();

  constructor(private readonly origin: string) {}

  async open(url: string | URL, init: RequestInit = {}): Promise<ShownPage> {
    let target = new URL(url);
    let request = init;
    for (let redirects = 0; redirects < 10; redirects++) {
      const response = await fetch(target, {
        ...request,
        redirect: 'manual',
        headers: this.#headersFor(target, request),
      });
      this.#keepCookies(target, response);
      const location = response.headers.get('location');
      const text = await response.text();
      if (response.status < 300 || response.status > 399 || location === null) {
        return { url: target, status: response.status, headers: response.headers, text };
      }
      target = new URL(location, target);
      request = {};
    }
    throw new Surprise(`more than 10 redirects, the last to ${target.href}`);
  }

  /** Fills in the form with this action and presses the submit button with that value (or the only button). */
  async submit(page: ShownPage, action: string, input: Input, button?: string): Promise<ShownPage> {
    const form = forms(page.text).find((candidate) => candidate.action === action);
    if (!form) throw new Surprise(`the page at ${page.url.pathname} has no form for ${action}`);
    const body = new URLSearchParams();
    for (const { name, value, type } of form.inputs) {
      const given = input[name];
      if (type === 'checkbox' ? given?.includes(value) : given === undefined) body.append(name, value);
    }
    for (const [name, value] of Object.entries(input)) if (typeof value === 'string') body.set(name, value);
    if (button !== undefined) {
      const pressed = form.buttons.find(({ value }) => value === button);
      if (!pressed) throw new Surprise(`the form for ${action} has no button ${button}`);
      body.set(pressed.name, pressed.value);
    }
    return this.open(new URL(action, page.url), {
      method: 'POST',
      body,
      headers: { origin: page.url.origin },
    });
  }

  // Cookies belong to the application; the client's own callback address must not see them.
  #headersFor(target: URL, request: RequestInit): Headers {
    const headers = new Headers(request.headers);
    if (target.origin === this.origin && this.#cookies.size > 0) {
      headers.set('cookie', [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    }
    return headers;
  }

  #keepCookies(target: URL, response: Response): void {
    if (target.origin !== this.origin) return;
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
  }
}

interface Control {
  readonly name: string;
  readonly value: string;
  readonly type: string;
}

interface Form {
  readonly action: string;
  readonly inputs: readonly Control[];
  readonly buttons: readonly Control[];
}

/** The forms of a page. Understands only the demo's own markup (attributes in double quotes, escaped by web/html.ts, Jinja or html/template). */
export function forms(markup: string): Form[] {
  return [...markup.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)].map(([, attributes = '', content = '']) => ({
    action: attribute(attributes, 'action'),
    inputs: controls(content, 'input'),
    buttons: controls(content, 'button'),
  }));
}

function controls(content: string, tag: string): Control[] {
  return [...content.matchAll(new RegExp(`<${tag}\\b([^>]*)>`, 'g'))].map(([, attributes = '']) => ({
    name: attribute(attributes, 'name'),
    value: attribute(attributes, 'value'),
    type: attribute(attributes, 'type'),
  }));
}

function attribute(attributes: string, name: string): string {
  const [, value = ''] = new RegExp(`\\s${name}="([^"]*)"`).exec(attributes) ?? [];
  return unescape(value);
}

function unescape(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#34|#39|#43);/g, (entity) => CHARACTERS[entity] ?? entity);
}

const CHARACTERS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#34;': '"',
  '&#39;': "'",
  '&#43;': '+',
};
