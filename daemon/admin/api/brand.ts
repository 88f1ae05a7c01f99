/** The texts and images of `admin.brand` (docs/configuration.md). The daemon writes them into the page as JSON. */
export interface BrandBody {
  /** Plain text, in place of the phrase shell.name. */
  readonly name?: string;
  /** URLs of this origin. `dark` is only set if the dark theme has an image of its own. */
  readonly logo?: { readonly light: string; readonly dark?: string };
  /** Plain text, in place of the heading of the sign-in screen. */
  readonly signInTitle?: string;
  /** Plain text below the heading; line breaks are kept. */
  readonly signInText?: string;
}

/** The name of the `<meta>` element that holds it. */
export const BRAND_META = 'gatehouse-brand';
