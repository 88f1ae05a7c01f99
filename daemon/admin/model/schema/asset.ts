/** A file that a controller declares, as it is served. */
export interface Asset {
  /** "acme/blog/js/meter.js": what follows `<prefix>/assets/`. */
  readonly path: string;
  readonly url: string;
  readonly contentType: string;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  /** Strong, with its quotes. */
  readonly etag: string;
  readonly bytes: Buffer;
}
