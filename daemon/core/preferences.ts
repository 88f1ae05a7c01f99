/** Above what any browser sends. The rest of a longer header is ignored. */
const MAX_CHARACTERS = 1000;
const MAX_RANGES = 20;

/**
 * The valid elements (RFC 9110 §12.5) of an Accept-Language or Accept-Encoding header, unchanged: "de;q=0.5". `negotiator`,
 * which weighs them, would read a weight of "2" as more than 1 and an empty one as 1. Gatehouse drops such elements: the
 * default is better than a guess. The header is truncated first, so that a hostile one costs no more than an honest one.
 */
export function acceptedRanges(header: string | undefined, range: RegExp): string[] {
  return (header ?? '')
    .slice(0, MAX_CHARACTERS)
    .split(',', MAX_RANGES)
    .map((element) => element.trim())
    .filter((element) => {
      const semicolon = element.indexOf(';');
      return semicolon === -1
        ? range.test(element)
        : range.test(element.slice(0, semicolon).trimEnd()) && WEIGHT.test(element.slice(semicolon + 1));
    });
}

/** RFC 9110 §12.4.2. */
const WEIGHT = /^\s*q=(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/i;
