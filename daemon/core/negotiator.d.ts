/** The part of `negotiator` that Gatehouse uses; @types/negotiator does not know the option `preferred`. */
declare module 'negotiator' {
  class Negotiator {
    constructor(request: { headers: Readonly<Record<string, string>> });

    /** The ranges of Accept-Language with a weight above 0, the heaviest first, equal ones in their order. */
    languages(): string[];

    /** Those available that Accept-Encoding accepts, the best first; `preferred` orders equal ones. */
    encodings(available: readonly string[], options: { preferred: readonly string[] }): string[];
  }
  export = Negotiator;
}
