const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Elements that stay. Any other one goes and leaves its children, unless it is in the list below. */
export const KEPT_ELEMENTS = words(
  'div span p strong em b i u s small mark code pre br hr ul ol li dl dt dd h2 h3 h4 h5 h6 table thead tbody tfoot tr ' +
    'th td caption section header footer figure figcaption blockquote q abbr time data meter progress sup sub a img',
);

/** Elements that go with everything in them: code, forms, and what parsers read in ways of their own. */
export const REMOVED_ELEMENTS = words(
  'script style template iframe object embed noscript textarea title xmp svg math form input button select link meta base',
);
