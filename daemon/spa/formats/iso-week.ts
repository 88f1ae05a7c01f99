interface Day {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
}

const DAY_MS = 86_400_000;

/** The week of ISO 8601 that a day is in, and the year that the week belongs to: that of its Thursday. */
export function isoWeek({ year, month, day }: Day): { readonly week: number; readonly year: number } {
  const date = new Date(Date.UTC(year, month - 1, day));
  const thursday = new Date(date.getTime() + (4 - (date.getUTCDay() || 7)) * DAY_MS);
  const first = Date.UTC(thursday.getUTCFullYear(), 0, 1);
  return { week: Math.floor((thursday.getTime() - first) / (7 * DAY_MS)) + 1, year: thursday.getUTCFullYear() };
}
