/** The part of `negotiator` that Gatehouse uses. @types/negotiator lacks the option `preferred`. */
declare module 'negotiator' {
  class Negotiator {
    constructor(request: { headers: Readonly<Record<string, string>> });

    /** The ranges of Accept-Language with a weight above 0, heaviest first; equal ones keep their order. */
    languages(): string[];

    /** The available encodings that Accept-Encoding accepts, best first; `preferred` orders equal ones. */
    encodings(available: readonly string[], options: { preferred: readonly string[] }): string[];
  }
  export = Negotiator;
}
