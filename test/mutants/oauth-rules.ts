import { contractMessage } from '@gatehouse/proto/contract';
import type { Operation__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/Operation';
import { MessageRules } from '@gatehouse/proto/rules';
import { newSqlite } from '../conformance/sdk-databases.js';
import { startProxy } from '../broken/proxy.js';
import { serve } from '../broken/serve.js';
import type { Mutant } from './mutant.js';

/** Mutants of the field rules: each host does not check one field of one operation. */
export const RULE_MUTANTS: readonly Mutant[] = contractMessage('gatehouse.host.v1.Operation').fields.flatMap(
  ({ protoName, message = '' }) => fieldsBelow(message).map((field) => unchecked(`${protoName}.${field}`)),
);

/** Paths of all fields with rules, in nested messages too. */
function fieldsBelow(message: string): readonly string[] {
  return contractMessage(message).fields.flatMap(({ protoName, kind, message: nested, rules }): readonly string[] => {
    const own = Object.keys(rules).some((rule) => rule !== 'may_be_empty') ? [protoName] : [];
    const isOurs = kind === 'message' && nested?.startsWith('gatehouse.') === true;
    return isOurs ? [...own, ...fieldsBelow(nested).map((field) => `${protoName}.${field}`)] : own;
  });
}

const check = new MessageRules().of('gatehouse.host.v1.TransactRequest');
const HARMLESS: Operation__Output = { operation: 'findClient', findClient: { clientId: 'check-host' } };

/** A request that breaks a rule of the field is answered as if it were valid. */
function unchecked(path: string): Mutant {
  return {
    half: 'oauth',
    name: `${path} is not checked`,
    likely: ['operation/malformed'],
    serve: async () =>
      startProxy(await serve(newSqlite), {
        request(request) {
          const broken = check(request)
            ?.field.replace(/^operations\[\d+\]\./, '')
            .replace(/\[\d+\]/g, '');
          return broken === path ? { operations: [HARMLESS] } : request;
        },
      }),
  };
}
