import { expect } from 'chai';
import { contractMessage, contractMessages } from './contract.js';
import type { Client } from './generated/gatehouse/host/v1/Client.js';
import type { Operation } from './generated/gatehouse/host/v1/Operation.js';
import type { UpdateRecordRequest } from './generated/gatehouse/host/v1/UpdateRecordRequest.js';
import * as limits from './limits.js';
import { MessageRules } from './rules.js';
import { adminRecordService, adminViewService, backendService } from './services.js';

const at = { seconds: 1_700_000_000, nanos: 0 };
const hash = Buffer.alloc(32, 1);

const client: Client = {
  clientId: 'client',
  redirectUris: ['https://client.example/cb'],
  tokenEndpointAuthMethod: 'TOKEN_ENDPOINT_AUTH_METHOD_NONE',
  scopes: ['read'],
  grantTypes: ['authorization_code'],
  registeredAt: at,
};

const code = {
  codeHash: hash,
  clientId: 'client',
  userId: 'ada',
  redirectUri: 'https://client.example/cb',
  codeChallenge: 'c'.repeat(43),
  scopes: ['read'],
  resource: 'https://notes.example/mcp',
  issuedAt: at,
  expiresAt: at,
};

const token = {
  tokenHash: hash,
  lineageId: 'lineage',
  clientId: 'client',
  userId: 'ada',
  scopes: ['read'],
  resource: 'https://notes.example/mcp',
  issuedAt: at,
  expiresAt: at,
  lineageStartedAt: at,
};

describe('the rules of fields (HC-11)', () => {
  const rules = new MessageRules();
  const checkTransaction = rules.of('gatehouse.host.v1.TransactRequest');

  /** The first broken rule of a transaction, as the host receives it. */
  function brokenBy(...operations: Operation[]) {
    const { requestSerialize, requestDeserialize } = backendService.Transact;
    return checkTransaction(requestDeserialize(requestSerialize({ operations })));
  }

  const createClient = (more: object): Operation => ({ createClient: { client: { ...client, ...more } } });
  const createCode = (more: object): Operation => ({ createCode: { code: { ...code, ...more } } });
  const createToken = (more: object): Operation => ({ createRefreshToken: { refreshToken: { ...token, ...more } } });

  it('accept valid operations, at the limits too', () => {
    const long = { clientId: '\u{1f5dd}'.repeat(2048), metadataJson: `"${'x'.repeat(16_382)}"` };
    expect(brokenBy(createClient(long), createCode({ grantContext: Buffer.alloc(4096) }), createToken({}))).to.equal(
      undefined,
    );
  });

  it('accept the views of every controller, with a hyphen in its id too (AD-293)', () => {
    const { requestSerialize, requestDeserialize } = adminViewService.ListViews;
    const request = { administratorId: '7', list: 'acme.web-shop.order-items_2' };
    const check = rules.of('gatehouse.host.v1.ListViewsRequest');
    expect(check(requestDeserialize(requestSerialize(request)))).to.equal(undefined);
  });

  const CLIENT = 'operations[0].create_client.client';
  const CODE = 'operations[0].create_code.code';
  const TOKEN = 'operations[0].create_refresh_token.refresh_token';
  const broken: [string, string, Operation][] = [
    ['operations[0].create_client.client', 'must be set', { createClient: {} }],
    ['operations[0].find_code.code_hash', 'must not be empty', { findCode: {} }],
    ['operations[0].find_code.code_hash', 'must have 32 bytes', { findCode: { codeHash: Buffer.alloc(31) } }],
    ['operations[0].stamp_consent.at', 'must be set', { stampConsent: { clientId: 'client' } }],
    [`${CLIENT}.client_id`, 'must not be empty', createClient({ clientId: '' })],
    [`${CLIENT}.client_id`, 'must have at most 2048 characters', createClient({ clientId: 'x'.repeat(2049) })],
    [`${CLIENT}.client_id`, 'must not contain NUL', createClient({ clientId: 'a\0b' })],
    [`${CLIENT}.client_name`, 'must not contain NUL', createClient({ clientName: 'a\0b' })],
    [`${CLIENT}.redirect_uris`, 'must not be empty', createClient({ redirectUris: [] })],
    [`${CLIENT}.redirect_uris[1]`, 'must not be empty', createClient({ redirectUris: ['https://a.example', ''] })],
    [
      `${CLIENT}.token_endpoint_auth_method`,
      'must be a known value other than unspecified',
      createClient({ tokenEndpointAuthMethod: 17 }),
    ],
    [`${CLIENT}.secret_hash`, 'must have 32 bytes', createClient({ secretHash: Buffer.alloc(31) })],
    [`${CLIENT}.scopes`, 'must not be empty', createClient({ scopes: [] })],
    [`${CLIENT}.scopes[0]`, 'must match [\\x21\\x23-\\x5b\\x5d-\\x7e]+', createClient({ scopes: ['a b'] })],
    [`${CLIENT}.registered_at`, 'must be set', createClient({ registeredAt: null })],
    [
      `${CLIENT}.registered_at`,
      'must be a time in the years 0001 to 9999',
      createClient({ registeredAt: { seconds: 1e15, nanos: 0 } }),
    ],
    [`${CLIENT}.metadata_json`, 'must have at most 16384 bytes', createClient({ metadataJson: 'ä'.repeat(8193) })],
    [`${CODE}.user_id`, 'must have at most 255 characters', createCode({ userId: 'x'.repeat(256) })],
    [`${CODE}.code_challenge`, 'must match [A-Za-z0-9_-]{43}', createCode({ codeChallenge: `${'c'.repeat(43)}\n` })],
    [`${CODE}.grant_context`, 'must have at most 4096 bytes', createCode({ grantContext: Buffer.alloc(4097) })],
    [`${CODE}.spent_at`, 'must be empty here', createCode({ spentAt: at })],
    [`${CODE}.lineage_id`, 'must be empty here', createCode({ lineageId: 'lineage' })],
    [`${TOKEN}.lineage_id`, 'must not be empty', createToken({ lineageId: '' })],
    [`${TOKEN}.lineage_revoked`, 'must be empty here', createToken({ lineageRevoked: true })],
  ];
  for (const [field, problem, operation] of broken) {
    it(`name ${field} that ${problem}`, () => {
      expect(brokenBy(operation)).to.deep.equal({ field, problem });
    });
  }

  it('name the second operation', () => {
    expect(brokenBy(createCode({}), { findCode: {} })?.field).to.equal('operations[1].find_code.code_hash');
  });

  it('limit the number of operations', () => {
    const find: Operation = { findCode: { codeHash: hash } };
    expect(brokenBy()).to.deep.equal({ field: 'operations', problem: 'must not be empty' });
    expect(brokenBy(...Array<Operation>(16).fill(find))).to.equal(undefined);
    const problem = 'must have at most 16 items';
    expect(brokenBy(...Array<Operation>(17).fill(find))).to.deep.equal({ field: 'operations', problem });
  });

  describe('of a request with cells', () => {
    const check = rules.of('gatehouse.host.v1.UpdateRecordRequest');
    const brokenUpdate = (more: UpdateRecordRequest) => {
      const { requestSerialize, requestDeserialize } = adminRecordService.UpdateRecord;
      const caller = { administratorId: '1', login: 'ada', locale: 'en' };
      const request = { caller, controller: 'acme.blog.posts', id: '1', selection: {}, ...more };
      return check(requestDeserialize(requestSerialize(request)));
    };
    const values = (...cells: object[]) => ({ values: cells.map((value, n) => ({ column: `c${n}`, value })) });

    it('accept every kind of cell that a daemon may send', () => {
      const cells = [
        { nullValue: true },
        { int64Value: '-9223372036854775808' },
        { doubleValue: NaN },
        { decimalValue: '-12.50' },
        { stringValue: '\0' },
        { dateValue: '2026-02-28' },
        { timeValue: '23:59:59.5' },
        { timestampValue: at },
        { jsonValue: 'null' },
        { bytesValue: Buffer.alloc(0) },
      ];
      expect(brokenUpdate(values(...cells))).to.equal(undefined);
      expect(brokenUpdate({ relations: [{ relation: 'tags', ids: ['1', '2', '12'] }] })).to.equal(undefined);
    });

    const cases: [string, string, UpdateRecordRequest][] = [
      ['values[0].value', 'must be set', { values: [{ column: 'c' }] }],
      ['values[0].value.value', 'must have one of its members set', values({})],
      ['values[0].value.null_value', 'must be true', values({ nullValue: false })],
      ['values[0].value.decimal_value', 'must match -?[0-9]+(\\.[0-9]+)?', values({ decimalValue: '+1' })],
      ['values[0].value.invalid_value', 'must be empty here', values({ invalidValue: {} })],
      [
        'values',
        'must not repeat a column',
        { values: [0, 1].map(() => ({ column: 'c', value: { nullValue: true } })) },
      ],
      ['relations[0].ids', 'must not repeat an item', { relations: [{ relation: 'tags', ids: ['1', '2', '1'] }] }],
      ['selection.columns[0]', 'must not be empty', { selection: { columns: [''] } }],
    ];
    for (const [field, problem, more] of cases) {
      it(`name ${field} that ${problem}`, () => {
        expect(brokenUpdate(more)).to.deep.equal({ field, problem });
      });
    }
  });

  it('apply to a number that is 0, but not to an absent optional one', () => {
    const page = rules.of('gatehouse.host.v1.AdminPage');
    expect(page({ number: 0, size: 1 })).to.deep.equal({ field: 'number', problem: 'must be at least 1' });
    expect(page({ number: 1, size: 201 })).to.deep.equal({ field: 'size', problem: 'must be between 1 and 200' });
    expect(page({ number: 1, size: 200 })).to.equal(undefined);
    const column = rules.of('gatehouse.host.v1.AdminColumn');
    const id = { name: 'id', type: 'ADMIN_COLUMN_TYPE_INTEGER', default: null };
    expect(column({ ...id, maxLength: undefined })).to.equal(undefined);
    expect(column({ ...id, maxLength: 0 })).to.deep.equal({ field: 'max_length', problem: 'must be at least 1' });
  });

  it('apply to the bytes of a text, the fewest too: the name of a stream socket fills its address (host.proto)', () => {
    const socket = rules.of('gatehouse.host.v1.StreamSocket');
    const named = (name: string) => socket({ name, key: hash, network: 'n' });
    expect(named('x'.repeat(107))).to.equal(undefined);
    const problem = { field: 'name', problem: 'must have 107 bytes' };
    for (const length of [1, 106, 108]) expect(named('x'.repeat(length)), String(length)).to.deep.equal(problem);
    // 106 characters, of which one has two bytes.
    expect(named(`ä${'x'.repeat(105)}`)?.problem).to.match(/^must match/);
    expect(named('')).to.deep.equal({ field: 'name', problem: 'must not be empty' });
  });

  it('count characters before they look at the pattern', () => {
    const opening = rules.of('gatehouse.host.v1.StreamOpening');
    const at100 = (path: string) => opening({ path, proof: hash });
    expect(at100('x'.repeat(100))).to.equal(undefined);
    for (const path of ['x'.repeat(101), '\u{1f5dd}'.repeat(101)])
      expect(at100(path)).to.deep.equal({ field: 'path', problem: 'must have at most 100 characters' });
    // So many characters, in twice as many units of UTF-16.
    expect(at100('\u{1f5dd}'.repeat(100))?.problem).to.match(/^must match/);
  });

  it('keep times within the years 0001 to 9999, to the nanosecond', () => {
    const registered = rules.of('gatehouse.host.v1.StampConsent');
    const brokenAt = (seconds: string, nanos: number) => registered({ clientId: 'c', at: { seconds, nanos } });
    for (const seconds of ['0', '-1', '99999999999', '-62135596800', '253402300799'])
      for (const nanos of [0, 999_999_999]) expect(brokenAt(seconds, nanos), seconds).to.equal(undefined);
    const problem = { field: 'at', problem: 'must be a time in the years 0001 to 9999' };
    for (const [seconds, nanos] of [
      ['0', -1],
      ['0', 1_000_000_000],
      ['253402300799', -1],
      ['253402300799', 1_000_000_000],
      ['253402300800', 0],
      ['-62135596801', 0],
    ] as const)
      expect(brokenAt(seconds, nanos), `${seconds} ${nanos}`).to.deep.equal(problem);
  });

  it('state ranges of bytes as "at most" or as one length', () => {
    const ranges = contractMessages().flatMap(({ fields }) => fields.map((field) => field.rules));
    for (const { min_bytes: least, max_bytes: most } of ranges) {
      if (least !== undefined) expect(most).to.equal(least);
    }
  });

  it('say what a number without a least value must be', () => {
    const done = rules.of('gatehouse.host.v1.RunOnRecordsResponse');
    expect(done({ done: 201 })).to.deep.equal({ field: 'done', problem: 'must be at most 200' });
    expect(done({ done: 0 })?.field).to.not.equal('done');
    expect(done({ done: 200 })?.field).to.not.equal('done');
  });

  it('apply to durations in seconds', () => {
    const options = rules.of('gatehouse.host.v1.OAuthOptions');
    const issuer = 'https://notes.example';
    const brokenFor = (seconds: string, nanos: number) => options({ issuer, refreshRetryWindow: { seconds, nanos } });
    for (const [seconds, nanos] of [
      ['0', 0],
      ['299', 999_999_999],
      ['300', 0],
    ] as const)
      expect(brokenFor(seconds, nanos), seconds).to.equal(undefined);
    for (const [seconds, nanos] of [
      ['300', 1],
      ['0', -1],
      ['-1', 0],
    ] as const)
      expect(brokenFor(seconds, nanos), seconds).to.deep.equal({
        field: 'refresh_retry_window',
        problem: 'must be between 0 and 300 seconds',
      });
  });

  it('apply at every depth of a message that contains itself', () => {
    const leaf = { code: 'a', label: 'A', permissions: [], children: [] };
    const check = rules.of('gatehouse.host.v1.AdminNavigationItem');
    expect(check({ ...leaf, children: [{ ...leaf, children: [leaf] }] })).to.equal(undefined);
    const bad = { ...leaf, children: [leaf, { ...leaf, children: [{ ...leaf, label: '' }] }] };
    expect(check(bad)).to.deep.equal({ field: 'children[1].children[0].label', problem: 'must not be empty' });
  });

  it('leave out messages that their reader checks', () => {
    const column = {
      name: 'c',
      type: 'ADMIN_COLUMN_TYPE_DECIMAL',
      default: { value: 'decimalValue', decimalValue: 'x' },
    };
    expect(rules.of('gatehouse.host.v1.AdminColumn')(column)?.field).to.equal('default.decimal_value');
    const opaque = new MessageRules(['gatehouse.host.v1.Cell']);
    expect(opaque.of('gatehouse.host.v1.AdminColumn')(column)).to.equal(undefined);
  });

  it('require the message of a oneof that names it', () => {
    const check = rules.of('gatehouse.host.v1.Operation');
    expect(check({ operation: 'findCode', findCode: null })).to.deep.equal({
      field: 'find_code',
      problem: 'must be set',
    });
  });

  it('say only of messages, texts and bools that they must be empty', () => {
    const kinds = contractMessages().flatMap(({ fields }) =>
      fields.flatMap(({ rules: { absent = [], items }, message = '' }) =>
        [absent, items?.absent ?? []].flat().map((absentName) => {
          const field = contractMessage(message).fields.find(({ protoName }) => protoName === absentName);
          return field?.repeated === false ? field.kind : `${message}.${absentName}`;
        }),
      ),
    );
    expect([...new Set(kinds)]).to.have.members(['message', 'text', 'bool']);
  });

  it('have limits that only grow (limits.ts)', () => {
    const released = {
      MAX_OPERATIONS: 16,
      MAX_METADATA_BYTES: 16_384,
      MAX_GRANT_CONTEXT_BYTES: 4096,
      MAX_ACCESS_TOKEN: 8192,
      MAX_PUBLIC_REASON: 200,
      MAX_SWEPT: 1000,
      MAX_SESSIONS: 100,
      MAX_TRANSACTIONS_PER_MESSAGE: 64,
      MAX_JSON_DEPTH: 512,
      MAX_VIEW_DEPTH: 32,
      MAX_PAGE_SIZE: 200,
      MAX_STREAM_MESSAGE_BYTES: 1_048_576,
      MAX_STREAM_ANSWER_BYTES: 3_145_728,
    } as const;
    for (const [name, atLeast] of Object.entries(released))
      expect(limits[name as keyof typeof released], name).to.be.at.least(atLeast);
    // gRPC's default limit of 4 MB.
    expect(limits.MAX_STREAM_MESSAGE_BYTES).to.be.at.most(limits.MAX_STREAM_ANSWER_BYTES);
    expect(limits.MAX_STREAM_ANSWER_BYTES).to.be.below(4 * 1024 * 1024);
  });

  it('are the limits that code knows by name', () => {
    const rule = (message: string, field: string) =>
      contractMessage(`gatehouse.host.v1.${message}`).fields.find(({ protoName }) => protoName === field)?.rules;
    expect(rule('TransactRequest', 'operations')?.max_items).to.equal(limits.MAX_OPERATIONS);
    expect(rule('Client', 'metadata_json')?.max_bytes).to.equal(limits.MAX_METADATA_BYTES);
    expect(rule('Code', 'grant_context')?.max_bytes).to.equal(limits.MAX_GRANT_CONTEXT_BYTES);
    expect(rule('MintAccessTokenResult', 'access_token')?.max_characters).to.equal(limits.MAX_ACCESS_TOKEN);
    expect(rule('Aborted', 'public_reason')?.max_characters).to.equal(limits.MAX_PUBLIC_REASON);
    expect(rule('DescribeResponse', 'application_name')?.max_characters).to.equal(limits.MAX_APPLICATION_NAME);
    expect(rule('SignedInUser', 'user_id')?.max_characters).to.equal(limits.MAX_USER_ID);
    expect(rule('SignedInUser', 'display_name')?.max_characters).to.equal(limits.MAX_DISPLAY_NAME);
    expect(rule('Administrator', 'display_name')?.max_characters).to.equal(limits.MAX_DISPLAY_NAME);
    expect(rule('Refusal', 'message')?.max_characters).to.equal(limits.MAX_ADMIN_TEXT);
    expect(rule('InvalidValue', 'raw')?.max_characters).to.equal(limits.MAX_RAW_VALUE);
    expect(rule('Cell', 'decimal_value')?.max_characters).to.equal(limits.MAX_DECIMAL_LENGTH);
    expect(rule('AdminPage', 'size')?.maximum).to.equal(limits.MAX_PAGE_SIZE);
    expect(rule('LinkRequest', 'ids')?.max_items).to.equal(limits.MAX_PAGE_SIZE);
  });

  it('are stated for every text, list, message, enum and value of bytes of the contract', () => {
    const silent = contractMessages()
      .filter(({ name }) => /^gatehouse\.(?:host|consent)\./.test(name))
      .flatMap(({ name, fields }) =>
        fields
          .filter(
            ({ kind, repeated, oneof }) => oneof === undefined && (repeated || (kind !== 'bool' && kind !== 'number')),
          )
          .filter(({ optional, rules: { required, may_be_empty: mayBeEmpty } }) =>
            optional ? required : (required ?? false) === (mayBeEmpty ?? false),
          )
          .map(({ protoName }) => `${name}.${protoName}`),
      );
    expect(silent).to.deep.equal([]);
  });
});
