/**
 * HTML that is safe to send. The `markup` tag makes it: the template is our text, and every inserted value is escaped unless
 * it is already markup. Insert values only into text and quoted attributes.
 */
export class Markup {
  constructor(readonly html: string) {}
}

export type MarkupValue = string | Markup | readonly Markup[] | undefined;

export function markup(literals: TemplateStringsArray, ...values: readonly MarkupValue[]): Markup {
  return new Markup(literals.reduce((html, literal, index) => html + htmlOf(values[index - 1]) + literal));
}

/**
 * Inserts values into a message's `{name}` placeholders and escapes the text around them. A placeholder without a value
 * stays unchanged.
 */
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
