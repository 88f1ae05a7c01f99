import type { Row } from './admin-values.js';
import { values, whole } from './admin-values.js';
import { sql } from './lab-calls.js';
import { saved } from './wishes.js';

/** Rows of a settings screen that the application has written, in every spelling (HC-100). */

const SPELLINGS: readonly (readonly [string, string])[] = [
  [
    'numbers',
    '{"seats": 7.0, "visits": 9007199254740993, "factor": 1e3, "tax_rate": 7.50, "closed": 1, "name": 5, "since": 5}',
  ],
  [
    'texts',
    '{"seats": "7", "visits": "-9223372036854775808", "factor": "0.5", "tax_rate": "007.50", "closed": "1", "extra": "5"}',
  ],
  [
    'more numbers',
    '{"seats": 7e0, "visits": 9223372036854775808, "factor": 1e400, "tax_rate": 1e2, "closed": 1.0, "extra": 5}',
  ],
  [
    'more texts',
    '{"seats": "7.0", "visits": " 7", "factor": "x", "tax_rate": "1e2", "closed": "true", "unit": "a\\u0000b"}',
  ],
  [
    'truths',
    '{"seats": true, "visits": false, "factor": true, "tax_rate": true, "closed": false, "name": true, "extra": true}',
  ],
  ['fractions', '{"seats": 7.5, "visits": 0.5, "factor": -0.0, "tax_rate": 0.10, "closed": 0.5}'],
  [
    'large ones',
    '{"seats": 9007199254740992, "visits": 1e18, "factor": 1e308, "tax_rate": 123456789012345678901234567890.5}',
  ],
  [
    'nulls',
    '{"seats": null, "visits": null, "factor": null, "tax_rate": null, "closed": null, "name": null, "since": null}',
  ],
  [
    'objects',
    '{"seats": {"10": 1.50, "9": [2e0, "x"]}, "name": [ 1,  2.0 ], "logo": {}, "founded": [], "unit": {"a": "}"}}',
  ],
  ['days', '{"founded": "2026-02-29", "opens_at": "24:00:00", "since": "2026-02-30T00:00:00Z", "logo": "QQ"}'],
  ['other days', '{"founded": "2026-W01-1", "opens_at": "8:30", "since": "1767323045678", "logo": "QUJD\\n"}'],
  ['more days', '{"founded": "0000-01-01", "opens_at": "08:30:00.500", "since": "@1767323045678000", "logo": "QR=="}'],
  ['zones', '{"since": "2026-01-02 03:04:05.678999+0130", "founded": "20260102", "opens_at": "08:30", "logo": ""}'],
  ['a zone more', '{"since": "2026-01-02T03:04Z", "founded": "2026-1-2", "logo": "Q"}'],
  ['strangers', '{"stranger": 1.50, "name": "a", "name": "b", "\\u006eame": "c", "1": 1}'],
  ['a list', '[1]'],
  ['no JSON', '{"name": }'],
];
export const STORED_SETTINGS: readonly Row[] = SPELLINGS.flatMap(([what, json], index): Row[] => [
  sql(`no settings before ${what}`, 'delete from backend_settings'),
  sql(
    `settings as ${what}`,
    `insert into backend_settings (code, item_values, version) values ('acme-shop', '${json}', 3)`,
  ),
  [`stored as ${what}`, 'records.GetSettings', saved('')],
  [`saved over ${what}`, 'records.UpdateSettings', saved(index % 2 === 0 ? 'b' : 'new')],
  [
    `saved with seats over ${what}`,
    'records.UpdateSettings',
    { ...saved(''), values: values({ seats: whole(7), visits: whole(0) }) },
  ],
]);
