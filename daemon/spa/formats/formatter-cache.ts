/**
 * Intl's formatters cost a thousand times what a call of them costs: one of each kind is made and kept. What they are made
 * of are locales and options of schemas, of which there are few.
 */
export function remembered<Options extends object, Formatter>(
  make: (locale: string, options: Options) => Formatter,
): (locale: string, options: Options) => Formatter {
  const made = new Map<string, Formatter>();
  return (locale, options) => {
    const key = `${locale} ${JSON.stringify(options)}`;
    const known = made.get(key) ?? make(locale, options);
    made.set(key, known);
    return known;
  };
}
