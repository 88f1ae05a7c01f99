import type { BrandBody } from '../../admin/api/brand.js';
import { BRAND_META } from '../../admin/api/brand.js';

/** The brand that the daemon wrote into the page; empty if the operator configured none. */
export function brandOfPage(): BrandBody {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${BRAND_META}"]`)?.content;
  return content === undefined ? {} : (JSON.parse(content) as BrandBody);
}
