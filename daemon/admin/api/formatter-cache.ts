/**
 * Creating an Intl formatter costs about a thousand times as much as calling it, so this keeps one for each locale and
 * options. Options come from schemas, so there are only a few.
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
