/** What several tables say about keys that October and Winter CMS have and this catalogue has not. */

export const COSMETIC = 'it has no counterpart here; remove it';

export const RAW_SQL =
  'raw SQL is never read from a file: name a column (valueFrom), or a query scope that the host registers (scope)';

export const RAW_JAVASCRIPT =
  'JavaScript is never read from a file: use recordUrl, a toolbar action, or a widget with an asset of its own';

export const RAW_HTML = 'markup is never read from a file: use a plain text, or a field of type partial';
