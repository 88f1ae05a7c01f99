const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
type Unit = keyof typeof UNITS;

/** Milliseconds of "250ms", "10s", "5m", "24h", "30d" or "0"; undefined for anything else ("10", "1.5h", "-1s"). */
export function parseDuration(text: string): number | undefined {
  if (text === '0') return 0;
  const match = /^(\d{1,9})(ms|s|m|h|d)$/.exec(text);
  return match ? Number(match[1]) * UNITS[match[2] as Unit] : undefined;
}

/** The shortest text that parseDuration reads back as the same number: 90000 is "90s", 86400000 is "24h". */
export function formatDuration(ms: number): string {
  for (const unit of ['h', 'm', 's'] as const) {
    if (ms !== 0 && ms % UNITS[unit] === 0) return `${ms / UNITS[unit]}${unit}`;
  }
  return ms === 0 ? '0s' : `${ms}ms`;
}
