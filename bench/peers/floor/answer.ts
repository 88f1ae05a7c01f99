/** An answer before it is written to the socket. */
export interface Answer {
  readonly status: number;
  readonly body?: object;
  readonly location?: string;
}

export function refused(error: string, description: string, status = 400): Answer {
  return { status, body: { error, error_description: description } };
}

/** Each parameter once (RFC 6749 section 3.1); undefined if one is repeated. */
export function parametersOf(text: string): Map<string, string> | undefined {
  const parameters = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (parameters.has(name)) return undefined;
    parameters.set(name, value);
  }
  return parameters;
}
