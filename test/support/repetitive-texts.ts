/**
 * Texts that repeat one unit up to a length: inputs that reveal a parser that is not linear. Each name says what it
 * targets: separators with nothing between them, names that are all the same or all different, brackets that never
 * close, a run of one character before the one that a pattern expects.
 */
export type TextOfLength = (length: number) => string;

function repeated(unit: string, head = '', tail = ''): TextOfLength {
  return (length) => {
    const room = Math.max(0, length - head.length - tail.length);
    return head + unit.repeat(Math.floor(room / unit.length)) + tail;
  };
}

function numbered(unit: (index: number) => string, head = '', tail = ''): TextOfLength {
  return (length) => {
    const parts: string[] = [];
    let left = length - head.length - tail.length;
    for (let index = 0; left > 0; index += 1) {
      const part = unit(index);
      left -= part.length;
      if (left >= 0) parts.push(part);
    }
    return head + parts.join('') + tail;
  };
}

/** For a query and a form body. */
export const FORM_TEXTS: Readonly<Record<string, TextOfLength>> = {
  'one name without values': repeated('a&'),
  'one name with values': repeated('a=b&'),
  'empty pairs': repeated('&'),
  'empty names': repeated('=&'),
  'many names': numbered((index) => `${index.toString(36)}&`),
  'names that are numbers': numbered((index) => `${index}=&`),
  'escaped names': repeated('%61&'),
  'names of two bytes each': repeated('%C3%A9&'),
  'one long escaped value': repeated('%C3%A9', 'a='),
  'one long value of plus signs': repeated('+', 'a='),
  'an escape that breaks at the end': repeated('%20', 'a=', '%2'),
  'equals signs': repeated('='),
  'many resources': repeated('resource=https://a.b/c&'),
  'a scope of many words': repeated('a+', 'scope='),
  'a scope of different words': numbered((index) => `${index.toString(36)}+`, 'scope='),
};

/** For texts that are compared in one Unicode normalization form: rows of combining marks, in orders that it changes. */
export const MARKED_TEXTS: Readonly<Record<string, TextOfLength>> = {
  'marks of two classes in turn': repeated('\u0301\u0316', 'a'),
  'marks in reverse order': (length) => `a${'\u0345'.repeat(length / 2)}${'\u0301'.repeat(length / 2 - 1)}`,
  'marks that have parts': repeated('\u0344\u0316', 'a'),
  'marks of two code units': repeated('\u{1D165}\u0301', 'a'),
  'many letters with eight marks each': repeated(`a${'\u0301\u0316'.repeat(4)}`),
  'letters that have parts': repeated('\u1f82'),
};

/** For header values, whatever the header. */
export const HEADER_TEXTS: Readonly<Record<string, TextOfLength>> = {
  commas: repeated(','),
  semicolons: repeated(';'),
  spaces: repeated(' ', 'a', 'a'),
  'commas and spaces': repeated(' ,'),
  'equals signs': repeated('=;'),
  'cookies of one name': repeated('a=b;'),
  'cookies of many names': numbered((index) => `${index.toString(36)}=;`),
  'quotation marks': repeated('"'),
  'weak tags': repeated('W/"",'),
  'a tag that never ends': repeated('a', '"'),
  'weak prefixes': repeated('W/'),
  'languages with weights': repeated('de;q=0.5,'),
  'a language of many subtags': repeated('-aa', 'de'),
  'different languages': numbered((index) => `x${index.toString(36)},`),
  'wildcards with weights': repeated('*;q=0.1,'),
  'weights in one range': repeated(';q=1', 'de'),
  'spaces before a weight': repeated(' ', 'br', ';q=x'),
  'codings with weights': repeated('br;q=0.1,'),
  addresses: repeated('10.1.1.1,'),
  'addresses of IPv6': repeated('2001:db8::1,'),
  'an address with many colons': repeated(':', '[', ']'),
  'digits and dots': repeated('1.'),
  'media type with many parameters': repeated(';a=b', 'application/json'),
  'a long media type': repeated('a', 'application/'),
  'Basic of colons': (length) => `Basic ${Buffer.from(':'.repeat((length * 3) / 4)).toString('base64')}`,
  'Basic of escapes': (length) => `Basic ${Buffer.from(`a:${'%41'.repeat(length / 4)}`).toString('base64')}`,
  'Basic of plus signs': (length) => `Basic ${Buffer.from(`a:${'+'.repeat((length * 3) / 4)}`).toString('base64')}`,
  'Basic behind spaces': repeated(' ', 'Basic', 'a!'),
  'Bearer behind spaces': repeated(' ', 'Bearer', 'a!\t'),
  'Bearer of dots': repeated('.', 'Bearer '),
  'Bearer with a header of many members': (length) =>
    `Bearer ${Buffer.from(`{${numbered((index) => `"${index}":0,`)((length * 3) / 4)}"alg":"HS256"}`).toString('base64url')}.e30.`,
  'Bearer with many critical members': (length) =>
    `Bearer ${Buffer.from(`{"alg":"HS256","crit":[${repeated('"b64",')((length * 3) / 4)}"a"]}`).toString('base64url')}.e30.`,
};

/** For paths. */
export const PATH_TEXTS: Readonly<Record<string, TextOfLength>> = {
  slashes: repeated('/'),
  'segments of one character': repeated('/a'),
  'escaped segments': repeated('/%61'),
  'one long segment': repeated('a', '/'),
  'one long escaped segment': repeated('%C3%A9', '/'),
  'segments that are broken escapes': repeated('/%'),
  dots: repeated('/..'),
};

/** For URIs. */
export const URI_TEXTS: Readonly<Record<string, TextOfLength>> = {
  'a long path': repeated('/a', 'https://a.example'),
  'dot segments': repeated('/..', 'https://a.example/a'),
  'escaped dot segments': repeated('/%2e%2E', 'https://a.example'),
  'a long host': repeated('a.', 'https://', 'example/'),
  'one long label': repeated('a', 'https://', '.example/'),
  'a label in Punycode': repeated('a', 'https://xn--', '.example/'),
  'a label in Punycode of different letters': numbered((index) => index.toString(36), 'https://xn--', '-9za.example/'),
  'labels in Punycode': repeated('xn--9ca.', 'https://', 'example/'),
  'many parameters': repeated('a&', 'https://a.example/?'),
  'parameters of different names': numbered((index) => `${index.toString(36)};`, 'https://a.example/?'),
  'blanks behind a name': repeated('+', 'https://a.example/?code', 'x'),
  'many escapes': repeated('%41', 'https://a.example/'),
  'many colons': repeated(':', 'https://a'),
  'many at signs': repeated('@', 'https://a', 'b.example/'),
  'digits of a port': repeated('0', 'http://127.0.0.1:', '80/'),
  'digits of an address': repeated('0', 'http://', '.1/'),
  'a loopback path': repeated('/a', 'http://127.0.0.1:80'),
};

/** JSON texts that JSON.parse accepts, including `{}` and `[]`. */
export const JSON_TEXTS: Readonly<Record<string, TextOfLength>> = {
  numbers: repeated('1,', '[', '1]'),
  'a number with zeros inside': repeated('0', '{"a":0.1', '1}'),
  'a number of zeros behind a point': repeated('0', '{"a":0.', '1}'),
  'a number with zeros at the end': repeated('0', '{"a":0.1', '}'),
  'a number of many digits': repeated('12', '{"a":0.', '1}'),
  'empty texts': repeated('"",', '[', '""]'),
  'empty objects': repeated('{},', '[', '{}]'),
  'arrays inside each other': nested('[', ']', ''),
  'objects inside each other': nested('{"a":', '}', '0'),
  'members of different names': numbered((index) => `"${index.toString(36)}":0,`, '{', '"~":0}'),
  'members of one name': repeated('"a":0,', '{', '"a":0}'),
  'members whose names are numbers': numbered((index) => `"${index * 16_384}":0,`, '{', '"~":0}'),
  'members whose names are escaped': numbered((index) => `"\\u0061${index.toString(36)}":0,`, '{', '"~":0}'),
  'a long text of escapes': repeated('\\u0061', '{"a":"', '"}'),
  'a long text of backslashes': repeated('\\\\', '{"a":"', '"}'),
  'white space before a colon': repeated(' ', '{"a"', ':0}'),
  'texts before white space': repeated('""    ,', '[', '""]'),
};

/** For one value of a body or of an imported file: most are not JSON, and no number. */
export const VALUE_TEXTS: Readonly<Record<string, TextOfLength>> = {
  'escaped quotation marks outside of a text': repeated('\\"'),
  'quotation marks': repeated('"', '', 'a'),
  'a text that never ends': repeated('a', '"'),
  'escapes that never end': repeated('\\', '"'),
  'brackets that never close': repeated('['),
  'zeros before a letter': repeated('0', '', 'x'),
  'zeros inside a number': repeated('0', '0.1', '1'),
  'zeros behind a point': repeated('0', '0.', '1'),
  'digits and points': repeated('1.'),
  'digits in groups': repeated('123,'),
  'spaces before a letter': repeated(' ', '1', 'x'),
  'a date before spaces': repeated(' ', '2026-01-01', 'x'),
  letters: repeated('T', '2026-01-01'),
  apostrophes: repeated("'"),
};

/** For HTML of a rich text. */
export const HTML_TEXTS: Readonly<Record<string, TextOfLength>> = {
  'elements inside each other': nested('<em>', '</em>', 'a'),
  'elements that never end': repeated('<em>'),
  'elements of two kinds that never end': repeated('<p><b>'),
  'elements that were never open': repeated('</em>', '<em>'),
  'elements side by side': repeated('<b></b>'),
  'attributes of one name': repeated(' a=b', '<p', '>'),
  'attributes of different names': numbered((index) => ` a${index.toString(36)}`, '<p', '>'),
  'an attribute that never ends': repeated('a>', '<p title="'),
  'tags that never end': repeated('<'),
  'tags within a tag': repeated('<p '),
  comments: repeated('<!---->'),
  'comments that never end': repeated('<!--'),
  declarations: repeated('<!'),
  characters: repeated('&amp;'),
  'characters that never end': repeated('&'),
  'numbers of characters': repeated('&#1', '', ';'),
  'white space': repeated(' ', '<p>', '</p>'),
};

/** Lists and texts for the members of a registration. */
export const REGISTRATION_TEXTS: Readonly<Record<string, TextOfLength>> = {
  'redirect_uris of numbers': repeated('1,', '{"redirect_uris":[', '1]}'),
  'redirect_uris of empty texts': repeated('"",', '{"redirect_uris":[', '""]}'),
  'grant_types that repeat': repeated(
    '"refresh_token",',
    '{"redirect_uris":["https://a.b/"],"grant_types":[',
    '"authorization_code"]}',
  ),
  'response_types that repeat': repeated('"code",', '{"redirect_uris":["https://a.b/"],"response_types":[', '"code"]}'),
  'contacts of numbers': repeated('1,', '{"redirect_uris":["https://a.b/"],"contacts":[', '1]}'),
  'a scope of different words': numbered(
    (index) => `${index.toString(36)} `,
    '{"redirect_uris":["https://a.b/"],"scope":"',
    '"}',
  ),
  'a scope of spaces': repeated(' ', '{"redirect_uris":["https://a.b/"],"scope":"', '"}'),
  'a name of astral characters': repeated('😀', '{"redirect_uris":["https://a.b/"],"client_name":"', '"}'),
  'a long web address': repeated('/..', '{"redirect_uris":["https://a.b/"],"client_uri":"https://a.b', '"}'),
  'ten long redirect URIs': (length) => JSON.stringify({ redirect_uris: tenUris(length, '/..') }),
  'ten redirect URIs with many parameters': (length) => JSON.stringify({ redirect_uris: tenUris(length, '?a&a&a&a') }),
};

function nested(open: string, close: string, inside: string): TextOfLength {
  return (length) => {
    const depth = Math.floor((length - inside.length) / (open.length + close.length));
    return open.repeat(depth) + inside + close.repeat(depth);
  };
}

function tenUris(length: number, unit: string): string[] {
  const each = Math.min(2048, Math.floor(length / 10) - 4);
  return Array.from({ length: 10 }, (_, index) => repeated(unit, `https://a${index}.example/`)(each));
}
