import { expect } from 'chai';
import type { ApiAnswer } from './client.js';

/** An error envelope (AD-45) with exactly its defined members. */
export function expectRefused(answer: ApiAnswer, status: number, code: string): void {
  expect(answer.status, answer.body).to.equal(status);
  expect(answer.code, answer.body).to.equal(code);
  expect(answer.headers['content-type']).to.equal('application/json; charset=utf-8');
  expect(answer.headers['cache-control']).to.equal('no-store');
  const { success, error } = answer.json();
  expect(success).to.equal(false);
  const { message, request_id: requestId } = error as Record<string, unknown>;
  expect(message).to.be.a('string').and.not.equal('');
  expect(requestId)
    .to.be.a('string')
    .and.match(/^\S{8,}$/);
}

/** 422 on exactly these fields. */
export function expectInvalid(answer: ApiAnswer, ...fields: readonly string[]): void {
  expectRefused(answer, 422, 'validation_failed');
  expect(Object.keys(answer.fields), answer.body).to.have.members(fields);
  for (const messages of Object.values(answer.fields)) expect(messages).to.be.an('array').with.length.greaterThan(0);
}

/** A success envelope. */
export function expectOk(answer: ApiAnswer, status: 200 | 201 = 200): ApiAnswer {
  expect(answer.status, answer.body).to.equal(status);
  const json = answer.json();
  expect(json['success']).to.equal(true);
  expect(Object.keys(json)).to.include('data');
  return answer;
}
