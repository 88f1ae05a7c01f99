import type { ListOptionsRequest } from '../../contract/generated/gatehouse/host/v1/ListOptionsRequest.js';
import type { ListOptionsResponse__Output } from '../../contract/generated/gatehouse/host/v1/ListOptionsResponse.js';
import { adminRecordService } from '../../contract/load.js';
import { rpcOf } from '../../contract/rpc.js';
import type { OptionPage } from '../../admin/model/record.js';
import type { OptionOrigin, OptionQuery, OptionSource } from '../../admin/ports/option-source.js';
import { requiredText, violation } from '../from-proto/checks.js';
import { toAdminCaller } from '../to-proto/admin/caller.js';
import { toNamedScope } from '../to-proto/admin/query.js';
import { toFormValues } from '../to-proto/admin/write.js';
import type { AdminCalls } from './calls.js';

const optionsRpc = rpcOf(adminRecordService.ListOptions);

export function createOptionSource(calls: AdminCalls): OptionSource {
  return {
    options: (target, query, call) =>
      calls.read(
        optionsRpc,
        {
          caller: toAdminCaller(target.caller),
          ...('settings' in target ? { settings: target.settings } : { controller: target.controller }),
          ...toSource(query.source),
          terms: [...query.terms],
          ids: [...query.ids],
          page: query.page,
          formValues: toFormValues(query.formValues),
        },
        (rpc, response) => fromOptions(rpc, response, query),
        call,
      ),
  };
}

/** No default: a new origin must not compile before it can be sent. */
function toSource(origin: OptionOrigin): Pick<ListOptionsRequest, 'relation' | 'model' | 'provider'> {
  switch (origin.kind) {
    case 'relation':
      return { relation: { relation: origin.relation.name, ...labelled(origin) } };
    case 'model':
      return { model: { model: origin.model, ...labelled(origin) } };
    case 'provider':
      return { provider: origin.provider };
  }
}

function labelled({ label, scope }: Exclude<OptionOrigin, { kind: 'provider' }>) {
  return { labelColumn: label.name, ...(scope !== undefined && { scope: toNamedScope(scope) }) };
}

function fromOptions(
  rpc: string,
  { options, hasMore }: ListOptionsResponse__Output,
  { ids, page }: OptionQuery,
): OptionPage {
  if (options.length > page.size) {
    throw violation(rpc, 'options', `has ${options.length} choices, the page has ${page.size}`);
  }
  const values = new Set(options.map(({ value }) => value));
  if (values.size < options.length) throw violation(rpc, 'options', 'has a value twice');
  if (ids.length > 0 && [...values].some((value) => !ids.includes(value))) {
    throw violation(rpc, 'options', 'has a value that is none of the ids that were asked for');
  }
  return {
    options: options.map(({ value, label }) => ({ value: requiredText(rpc, 'options.value', value), label })),
    hasMore,
  };
}
