import { fromWireCode, toWireCode } from '../../wire/code.js';
import { hash, identifier, moment } from '../../wire/fields.js';
import type { OperationType } from './operation-type.js';

export const createCode: OperationType<'createCode'> = {
  readOnly: false,
  aborts: [],
  parse(wire, field) {
    const code = fromWireCode(wire.code, `${field}.code`);
    return async ({ codes }) => {
      await codes.create(code);
      return {};
    };
  },
};

export const findCode: OperationType<'findCode'> = {
  readOnly: true,
  aborts: [],
  parse(wire, field) {
    const codeHash = hash(wire.codeHash, `${field}.code_hash`);
    return async ({ codes }) => {
      const code = await codes.find(codeHash);
      return code ? { code: toWireCode(code) } : {};
    };
  },
};

export const spendCode: OperationType<'spendCode'> = {
  readOnly: false,
  aborts: ['code_not_found', 'code_already_spent'],
  parse(wire, field) {
    const codeHash = hash(wire.codeHash, `${field}.code_hash`);
    const lineageId = identifier(wire.lineageId, `${field}.lineage_id`);
    const at = moment(wire.at, `${field}.at`);
    return async ({ codes }) => {
      await codes.spend(codeHash, lineageId, at);
      return {};
    };
  },
};
