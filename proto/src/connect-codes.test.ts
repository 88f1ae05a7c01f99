import { Code } from '@connectrpc/connect';
import { codeFromHttpStatus, codeToHttpStatus, codeToString } from '@connectrpc/connect/protocol-connect';
import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import { codeOfHttpStatus, codeOfName, connectName, httpStatusOf } from './connect-codes.js';
import { encodingOf } from './encoding.js';
import { exchangeIdOf } from './exchange-id.js';

describe('proto/connect-codes (HC-12)', () => {
  const codes = Object.values(Code).filter((code): code is Code => typeof code === 'number');

  it('writes and reads every error as the library of Connect does', () => {
    expect(codes).to.have.length(16);
    for (const code of codes) {
      expect(connectName(code)).to.equal(codeToString(code));
      expect(codeOfName(codeToString(code))).to.equal(code);
      expect(httpStatusOf(code), codeToString(code)).to.equal(codeToHttpStatus(code));
    }
  });

  it('reads no other names, and writes no other codes', () => {
    for (const name of ['ok', 'cancelled', 'CANCELED', '', 'toString', 7, null, undefined])
      expect(codeOfName(name), String(name)).to.equal(undefined);
    for (const code of [status.OK, 17, -1])
      expect([connectName(code), httpStatusOf(code)]).to.deep.equal(['unknown', 500]);
  });

  it('reads the status of a server in front of the application as the library of Connect does', () => {
    for (let httpStatus = 201; httpStatus < 600; httpStatus += 1)
      expect(codeOfHttpStatus(httpStatus), String(httpStatus)).to.equal(codeFromHttpStatus(httpStatus));
  });
});

describe('proto/encoding (HC-15)', () => {
  it('reads media types in any case, with and without parameters', () => {
    for (const type of [
      'application/json',
      'Application/JSON',
      ' application/json ; charset=utf-8',
      'application/json;a;b',
    ])
      expect(encodingOf(type), type).to.equal('json');
    expect(encodingOf('application/proto')).to.equal('proto');
    for (const type of [
      undefined,
      '',
      'json',
      'text/json',
      'application/json+x',
      'application/grpc',
      '; application/json',
    ])
      expect(encodingOf(type), type).to.equal(undefined);
  });
});

describe('proto/exchange-id (docs/security-shared-connections.md)', () => {
  it('is one header of 1 to 64 letters, digits, "_" and "-"', () => {
    for (const id of ['a', 'Z_9-', 'x'.repeat(64)]) expect(exchangeIdOf(id)).to.equal(id);
    for (const other of [undefined, '', 'a b', 'a\n', ' a', 'ä', 'x'.repeat(65), ['a']])
      expect(exchangeIdOf(other), String(other)).to.equal(undefined);
  });
});
