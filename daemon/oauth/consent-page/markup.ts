/**
 * HTML that may be sent as it is. The `markup` tag makes it: what stands in the template is ours, and every value put into
 * it is escaped unless it is markup already. Values belong into text and into quoted attributes, nowhere else.
 */
export class Markup {
  constructor(readonly html: string) {}
}

export type MarkupValue = string | Markup | readonly Markup[] | undefined;

export function markup(literals: TemplateStringsArray, ...values: readonly MarkupValue[]): Markup {
  return new Markup(literals.reduce((html, literal, index) => html + htmlOf(values[index - 1]) + literal));
}

/** Puts values into a message's `{name}` places; the text around them is escaped. A place without a value stays as it is. */
export function fill(message: string, values: Readonly<Record<string, MarkupValue>>): Markup {
  const parts = message.split(/(\{[a-z]+\})/).map((part) => htmlOf(values[part.slice(1, -1)] ?? part));
  return new Markup(parts.join(''));
}

function htmlOf(value: MarkupValue): string {
  if (value === undefined) return '';
  if (value instanceof Markup) return value.html;
  return typeof value === 'string' ? escape(value) : value.map(({ html }) => html).join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
