/** One change to a guard of the Go SDK. Its tests, or check-host, must notice it. */
export interface GoMutant {
  /** The mistake of the changed SDK. */
  readonly name: string;
  /** Path below sdk/go. */
  readonly file: string;
  /** Part of the file that occurs exactly once. */
  readonly from: string;
  readonly to: string;
}

/** The file with the change. Throws if the list no longer fits the code. */
export function applied({ name, file, from, to }: GoMutant, content: string): string {
  const parts = content.split(from);
  if (parts.length !== 2) {
    throw new Error(`${file} contains ${parts.length - 1} times, not once, the code to change for "${name}": ${from}`);
  }
  return parts.join(to);
}
