/** A page that can be gone to, or a gap of pages that are left out. */
export type PageStep = number | 'gap';

/** The first, the last, and those around the current one: 1 … 4 5 6 … 20. A gap of a single page is that page. */
export function pageNumbers(current: number, last: number): readonly PageStep[] {
  const wanted = [1, current - 1, current, current + 1, last].filter((page) => page >= 1 && page <= last);
  const pages = [...new Set(wanted)].sort((a, b) => a - b);
  return pages.flatMap((page, index): PageStep[] => {
    const missing = page - (pages[index - 1] ?? 0) - 1;
    if (missing === 0) return [page];
    return missing === 1 ? [page - 1, page] : ['gap', page];
  });
}
