/** How a body may be packed for the way (RFC 9110 §8.4.1), the smallest first; `identity` is not at all. */
export const CODINGS = ['br', 'gzip', 'identity'] as const;

export type Coding = (typeof CODINGS)[number];

/** No browser sends more; a longer header costs no more than this. */
const MAX_HEADER = 500;

/**
 * The coding that a client likes best of those there are (RFC 9110 §12.5.3); among equally liked ones the smallest. What is
 * not named and not covered by "*" is not wanted, except for `identity`, which is what is left when nothing else fits.
 */
export function chooseCoding(acceptEncoding: string | undefined, available: readonly Coding[]): Coding {
  const weights = weightsOf((acceptEncoding ?? '').slice(0, MAX_HEADER));
  let best: Coding = 'identity';
  let bestWeight = weights.get('identity') ?? 0;
  for (const coding of CODINGS) {
    if (coding === 'identity' || !available.includes(coding)) continue;
    const weight = weights.get(coding) ?? weights.get('*') ?? 0;
    if (weight > bestWeight || (weight > 0 && weight === bestWeight && best === 'identity')) {
      best = coding;
      bestWeight = weight;
    }
  }
  return best;
}

function weightsOf(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const part of header.split(',')) {
    const match = CODING_WITH_WEIGHT.exec(part.trim());
    // What cannot be read is not wanted: the file as it is can always be sent.
    if (match?.[1] !== undefined) weights.set(match[1].toLowerCase(), Number(match[2] ?? 1));
  }
  return weights;
}

const CODING_WITH_WEIGHT = /^([\w*-]+)(?:\s*;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/i;
