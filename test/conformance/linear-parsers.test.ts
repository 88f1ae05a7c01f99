import { expect } from 'chai';
import { isFromOwnOrigin } from '../../daemon/oauth/routes/consent-page.js';
import { chooseLanguage } from '../../daemon/oauth/consent-page/language.js';
import { chooseLocale } from '../../daemon/i18n/locale.js';
import { presentedToken } from '../../daemon/admin/auth/presented-token.js';
import { listParameters, soughtText } from '../../daemon/admin/api/list-query.js';
import { MAX_IMPORT_TEXT } from '../../daemon/admin/api/limits.js';
import { isRecordId } from '../../daemon/admin/api/paths.js';
import { tagText } from '../../daemon/admin/api/tags.js';
import { passwordProblem } from '../../daemon/admin/auth/passwords.js';
import { folded } from '../../daemon/admin/records/import/field-values.js';
import { plainTextOf, readRichText } from '../../daemon/admin/partials/rich-text.js';
import { jsonBody, queryEntries } from '../../daemon/admin/routes/read-request.js';
import { AdminError } from '../../daemon/admin/api/errors.js';
import { cellFromJson, cellToJson } from '../../daemon/admin/model/cell-json.js';
import type { ColumnType } from '../../daemon/admin/model/column.js';
import { losesDigits } from '../../daemon/admin/model/json-text.js';
import { localNumber } from '../../daemon/admin/records/import/local-values.js';
import { freshnessMs } from '../../daemon/client-documents/document-cache.js';
import { isBearerTokenForm, isClientIdForm, Parameters } from '../../daemon/oauth/model/parameters.js';
import { BodyReader } from '../../daemon/http/body-reader.js';
import { BodyRoom } from '../../daemon/http/body-room.js';
import { ClientAddresses } from '../../daemon/http/client-address.js';
import { isNotModified, chooseCoding, CODINGS, mediaType, cookieValues } from '../../daemon/http/headers.js';
import { checkFraming, MAX_HEAD_BYTES } from '../../daemon/http/framing.js';
import { collectHeaders, IncomingRequest, RequestContext } from '../../daemon/http/request.js';
import { readJson, STRANGERS_JSON } from '../../daemon/core/json.js';
import { parseQuery, tooManyParameters } from '../../daemon/http/parameters.js';
import { parsePathPattern, pathParameters, Router } from '../../daemon/http/router.js';
import { checkClientDocument, checkClientMetadata } from '../../daemon/oauth/checks/client-metadata.js';
import { clientCredentials } from '../../daemon/oauth/checks/client-authentication.js';
import { AUTHORIZE_CHECKS } from '../../daemon/oauth/checks/authorize.js';
import { isRegisteredRedirect, redirectUriProblem } from '../../daemon/oauth/checks/redirect-uri.js';
import { checkResource, scopesWithin } from '../../daemon/oauth/checks/request-parameters.js';
import { isClientDocumentUrl } from '../../daemon/oauth/model/client.js';
import { isRefused } from '../../daemon/oauth/model/oauth-error.js';
import { formParameters, MAX_FORM_BYTES } from '../../daemon/oauth/routes/answers.js';
import { exampleClient, exampleOptions } from '../../daemon/oauth/testing/examples.js';
import {
  FORM_TEXTS,
  HEADER_TEXTS,
  HTML_TEXTS,
  JSON_TEXTS,
  MARKED_TEXTS,
  PATH_TEXTS,
  REGISTRATION_TEXTS,
  URI_TEXTS,
  VALUE_TEXTS,
  type TextOfLength,
} from '../support/repetitive-texts.js';
import { workOf } from '../support/work.js';

/** A parser of untrusted text, anywhere in the request. */
interface Parser {
  readonly name: string;
  /** The size of the largest text that reaches it. */
  readonly length: number;
  readonly shapes: Readonly<Record<string, TextOfLength>>;
  readonly parse: (text: string) => unknown;
}

/** The number of times that a parser may read each character, whatever the text. A quadratic one needs thousands. */
const MOST_LOOKS = 1000;

const OPTIONS = exampleOptions({ loopbackPortFlexible: true, privateUseRedirectSchemes: ['com.example.app'] });
const CLIENT = exampleClient({
  redirectUris: Array.from({ length: 10 }, (_, i) => `http://127.0.0.1/${String(i)}${'/a'.repeat(1000)}`),
});
const addresses = new ClientAddresses(['10.0.0.0/8', '127.0.0.1', '2001:db8::/32']);
const router = new Router(
  ['/a/:b/:c', '/a/a/*', '/:a/:b/:c/:d', '/*', '/a/:b/c/*'].map((path) => ({
    pattern: parsePathPattern(path),
    byMethod: new Map([['GET', path]]),
    otherwise: '',
  })),
  '',
);
const PATTERN = parsePathPattern('/:a/:b/:c/*');
const LOCALES = new Set(['en', 'de']);
const foreign = () => undefined;
const FORM = 'application/x-www-form-urlencoded';

function request(parts: { headers?: Record<string, string>; query?: string; body?: string }): IncomingRequest {
  const headers = new Map(Object.entries(parts.headers ?? {}));
  const made = new IncomingRequest('POST', '/', parts.query ?? '', headers, '127.0.0.1');
  made.body = Buffer.from(parts.body ?? '');
  return made;
}

function header(name: string, parse: (value: string) => unknown): Parser {
  return { name: `header ${name}`, length: MAX_HEAD_BYTES, shapes: HEADER_TEXTS, parse };
}

function oauth(parameters: Parameters): unknown {
  return [
    clientCredentials(undefined, parameters),
    AUTHORIZE_CHECKS.parameters.run({ parameters, client: CLIENT, options: OPTIONS }),
    checkResource(parameters, OPTIONS.resource),
    scopesWithin(parameters.get('scope'), OPTIONS.scopesSupported),
  ];
}

const REGISTRATION = { ...JSON_TEXTS, ...REGISTRATION_TEXTS };

const COLUMN_TYPES: readonly ColumnType[] = [
  'bool',
  'integer',
  'bigint',
  'double',
  'decimal',
  'string',
  'date',
  'time',
  'timestamp',
  'json',
  'bytes',
];

const PARSERS: readonly Parser[] = [
  header('of any name: framing', (value) => checkFraming('GET', '/', '', ['host', 'a', 'x', value], 4)),
  header('of any name: collected', (value) => collectHeaders(lines(value, 'x'), 128)),
  header('host', (value) => checkFraming('GET', '/', '', ['host', value], 2)),
  header('cookie: collected', (value) => collectHeaders(lines(value, 'cookie'), 128)),
  header('cookie', (value) => cookieValues(value, 'a')),
  header('x-forwarded-for', (value) => addresses.of(request({ headers: { 'x-forwarded-for': value } }))),
  header('if-none-match', (value) => isNotModified(value, '"abc"')),
  header('accept-encoding', (value) => chooseCoding(value, CODINGS)),
  header('accept-language, admin backend', (value) =>
    chooseLocale({ chosen: '', acceptLanguage: value }, LOCALES, 'en'),
  ),
  header('accept-language, consent page', chooseLanguage),
  header('content-type', mediaType),
  header('x-request-id', (value) => new RequestContext(request({ headers: { 'x-request-id': value } })).requestId),
  header('traceparent', (value) => new RequestContext(request({ headers: { traceparent: value, tracestate: value } }))),
  header('authorization: Basic', (value) => clientCredentials(value, new Parameters([]))),
  header('authorization: Bearer', (value) => presentedToken(request({ headers: { authorization: value } }), foreign)),
  header('cookie: token', (value) => presentedToken(request({ headers: { cookie: value } }), foreign)),
  header('origin', (value) => isFromOwnOrigin(new Map([['origin', value]]), 'https://a.example')),
  {
    name: 'header cache-control of a client document',
    length: 8192,
    shapes: HEADER_TEXTS,
    parse: (value) => freshnessMs({ 'cache-control': value, expires: value }, 0),
  },
  {
    name: 'path: framing',
    length: MAX_HEAD_BYTES,
    shapes: PATH_TEXTS,
    parse: (path) => checkFraming('GET', path, '', ['host', 'a'], 2),
  },
  { name: 'path: router', length: MAX_HEAD_BYTES, shapes: PATH_TEXTS, parse: (path) => router.find('GET', path) },
  {
    name: 'path: parameters',
    length: MAX_HEAD_BYTES,
    shapes: PATH_TEXTS,
    parse: (path) => pathParameters(PATTERN, path),
  },
  { name: 'path: record id', length: MAX_HEAD_BYTES, shapes: PATH_TEXTS, parse: isRecordId },
  {
    name: 'query of the authorize request',
    length: MAX_HEAD_BYTES,
    shapes: FORM_TEXTS,
    parse: (query) => oauth(new Parameters(parseQuery(query) ?? [])),
  },
  { name: 'rejected query', length: MAX_HEAD_BYTES, shapes: FORM_TEXTS, parse: (query) => tooManyParameters(query) },
  {
    name: 'query of a list',
    length: MAX_HEAD_BYTES,
    shapes: {
      ...FORM_TEXTS,
      'many ids': (length) => 'ids[]=1&'.repeat(length / 8),
      'one filter': (length) => 'filter[a][]=1&'.repeat(length / 14),
      'many sorts': (length) => `sort=${'a,'.repeat(length / 2)}`,
    },
    parse(query) {
      const entries = queryEntries(request({ query }));
      return entries instanceof AdminError ? entries : listParameters(entries, { default: 20, maximum: 200 });
    },
  },
  {
    name: 'form of the token endpoint',
    length: MAX_FORM_BYTES,
    shapes: FORM_TEXTS,
    parse(body) {
      const parameters = formParameters(request({ headers: { 'content-type': FORM }, body }));
      return isRefused(parameters) ? parameters : oauth(parameters);
    },
  },
  {
    name: 'parameters, in any number',
    length: MAX_FORM_BYTES,
    shapes: { 'one name': (length) => 'a'.repeat(length / 2) },
    parse: (text) => new Parameters(Array.from(text, (name) => [name, ''] as const)).isRepeated('a'),
  },
  {
    name: 'registration',
    length: OPTIONS.registerMaxBodyBytes,
    shapes: REGISTRATION,
    parse(text) {
      const outcome = readJson(Buffer.from(text), STRANGERS_JSON);
      return typeof outcome === 'string' ? outcome : checkClientMetadata(outcome.value, OPTIONS);
    },
  },
  {
    name: 'client metadata document',
    length: 16_384,
    shapes: REGISTRATION,
    parse(text) {
      const outcome = readJson(Buffer.from(text), STRANGERS_JSON);
      if (typeof outcome === 'string') return outcome;
      return checkClientDocument(
        'https://a.example/',
        { client_id: 'https://a.example/', ...Object(outcome.value) },
        OPTIONS,
      );
    },
  },
  {
    name: 'JSON of the admin API',
    length: 65_536,
    shapes: JSON_TEXTS,
    parse: (body) => jsonBody(request({ headers: { 'content-type': 'application/json' }, body })),
  },
  ...COLUMN_TYPES.map((type): Parser => ({
    name: `value of a column: ${type} (AD-81)`,
    length: 65_536,
    shapes: { ...JSON_TEXTS, ...VALUE_TEXTS },
    parse: (text) => cellFromJson({ name: 'a', type, nullable: true, protected: false }, text),
  })),
  {
    name: 'JSON value in an answer (AD-81)',
    length: 65_536,
    shapes: JSON_TEXTS,
    parse: (value) => cellToJson('json', { kind: 'json', value }),
  },
  {
    name: 'number of an import (AD-387)',
    length: MAX_IMPORT_TEXT,
    shapes: VALUE_TEXTS,
    parse: (text) => losesDigits(localNumber(text, { decimal: '.' }) ?? ''),
  },
  {
    name: 'redirect URI',
    length: 2048,
    shapes: URI_TEXTS,
    parse: (uri) => redirectUriProblem(uri, ['com.example.app']),
  },
  {
    name: 'redirect URI of a request',
    length: MAX_HEAD_BYTES,
    shapes: URI_TEXTS,
    parse: (uri) => isRegisteredRedirect(uri, CLIENT.redirectUris, true),
  },
  {
    name: 'resource',
    length: MAX_FORM_BYTES,
    shapes: URI_TEXTS,
    parse: (uri) => checkResource(new Parameters([['resource', uri]]), OPTIONS.resource),
  },
  {
    name: 'client id',
    length: MAX_FORM_BYTES,
    shapes: URI_TEXTS,
    parse: (uri) => isClientIdForm(uri) && isClientDocumentUrl(uri),
  },
  { name: 'token', length: MAX_FORM_BYTES, shapes: HEADER_TEXTS, parse: isBearerTokenForm },
  { name: 'rich text', length: 65_536, shapes: HTML_TEXTS, parse: readRichText },
  { name: 'text of stored HTML', length: 65_536, shapes: HTML_TEXTS, parse: plainTextOf },
  { name: 'heading or word of an import (AD-480)', length: 65_536, shapes: MARKED_TEXTS, parse: folded },
  { name: 'tag (AD-480)', length: 65_536, shapes: MARKED_TEXTS, parse: (text) => tagText(text) },
  { name: 'search (AD-480)', length: 65_536, shapes: MARKED_TEXTS, parse: soughtText },
  { name: 'password (AD-480)', length: 65_536, shapes: MARKED_TEXTS, parse: passwordProblem },
  {
    name: 'body, in any form',
    length: 65_536,
    shapes: { 'pieces of one byte': (length) => 'a'.repeat(length) },
    parse(text) {
      const reader = new BodyReader(65_536, 60_000, () => undefined, new BodyRoom());
      const piece = Buffer.from('a');
      for (let at = 0; at < text.length; at += 1) reader.push(piece, false);
      reader.cancel();
    },
  },
];

/** As 64 lines of one name, which the parser joins. */
function lines(value: string, name: string): string[] {
  return Array.from({ length: 64 }, (_, i) => [name, value.slice(i * 256, (i + 1) * 256)]).flat();
}

/**
 * Any client may send these texts, before any throttle, so the length of a text has to limit the work of a parser
 * (docs/http.md, Limits on input).
 */
describe('work of parsers on untrusted input', () => {
  for (const { name, length, shapes, parse } of PARSERS) {
    it(`${name}: is linear in ${length} characters, whatever repeats in them`, () => {
      for (const [shape, text] of Object.entries(shapes)) {
        const largest = text(length);
        expect(largest.length, `${shape}: is about as long as it can be`).to.be.within(length / 4, length * 1.01);
        const looks = workOf(() => parse(largest), length);
        expect(looks, `${shape}: looks at each character`).to.be.below(MOST_LOOKS);
      }
    });
  }

  it('detects a quadratic parser', () => {
    const trimmed = (text: string) => text.replace(/\s+$/, '');
    const text = `${' '.repeat(8191)}a`;
    expect(workOf(() => trimmed(text), 8192)).to.be.above(MOST_LOOKS);
  });
});
