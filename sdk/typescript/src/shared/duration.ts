/** Milliseconds, or a number with its unit: "500ms", "30s", "10m", "24h", "30d". */
export type Duration = number | `${number}${'ms' | 's' | 'm' | 'h' | 'd'}`;

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** @throws {TypeError} naming `option`, when it is no duration */
export function milliseconds(duration: Duration, option: string): number {
  if (typeof duration === 'number' && Number.isSafeInteger(duration) && duration >= 0) return duration;
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(String(duration));
  const unit = UNITS[match?.[2] ?? ''];
  if (unit === undefined) {
    throw new TypeError(`${option} must be a duration such as "10m" or a number of milliseconds, not ${duration}`);
  }
  return Math.round(Number(match?.[1]) * unit);
}
