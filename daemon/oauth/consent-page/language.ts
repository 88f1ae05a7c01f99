/** The languages that the consent page speaks, the default first. A catalogue for each: catalogues.ts. */
export const LANGUAGES = ['en', 'de'] as const;

export type Language = (typeof LANGUAGES)[number];

/** Browsers send far less; the rest of a longer header is not read. */
const MAX_HEADER = 1000;

/**
 * The language that a browser likes best (RFC 9110 §12.5.4), by primary subtag: "de-AT" is content with "de". Of equally
 * liked ones the first named; with nothing we speak, the default.
 */
export function chooseLanguage(acceptLanguage: string | undefined): Language {
  const ranges = (acceptLanguage ?? '').slice(0, MAX_HEADER).split(',').map(parseRange);
  const named = new Set(ranges.map(({ primary }) => primary));
  const spoken = ranges
    .flatMap(({ primary, quality }) =>
      LANGUAGES.filter((language) => primary === language || (primary === '*' && !named.has(language))).map(
        (language) => ({ language, quality }),
      ),
    )
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  return spoken[0]?.language ?? LANGUAGES[0];
}

/** A quality that is not one (RFC 9110 §12.4.2) counts as 0: better another language than a guess. */
function parseRange(range: string): { primary: string; quality: number } {
  const match = /^([a-z]{1,8}|\*)(?:-[a-z0-9]{1,8})*(?:\s*;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/i.exec(
    range.trim(),
  );
  return { primary: (match?.[1] ?? '').toLowerCase(), quality: match === null ? 0 : Number(match[2] ?? 1) };
}
