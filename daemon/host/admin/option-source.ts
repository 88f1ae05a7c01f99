import type { AdminNamedScope } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminNamedScope';
import type { ListOptionsRequest } from '@gatehouse/proto/generated/gatehouse/host/v1/ListOptionsRequest';
import type { ListOptionsResponse__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/ListOptionsResponse';
import type { ModelOptions } from '@gatehouse/proto/generated/gatehouse/host/v1/ModelOptions';
import type { RelationOptions } from '@gatehouse/proto/generated/gatehouse/host/v1/RelationOptions';
import { MAX_ADMIN_TEXT } from '@gatehouse/proto/limits';
import { message } from '@gatehouse/proto/message';
import { rpcOf } from '@gatehouse/proto/rpc';
import { adminRecordService } from '@gatehouse/proto/services';
import { shortText } from '@gatehouse/proto/truncation';
import type { OptionPage } from '../../admin/model/record.js';
import { toneOf } from '../../admin/model/record.js';
import type { OptionOrigin, OptionQuery, OptionSource } from '../../admin/ports/option-source.js';
import { violation } from '../from-proto/checks.js';
import { toNamedScope, toPage, toFormValues } from '../to-proto/admin.js';
import type { AdminCalls } from './calls.js';
import { readForCaller } from './read-for-caller.js';

const optionsRpc = rpcOf(adminRecordService.ListOptions);

export function createOptionSource(calls: AdminCalls): OptionSource {
  return {
    options: (target, query, call) =>
      readForCaller(
        calls,
        optionsRpc,
        target.caller,
        message<Omit<ListOptionsRequest, 'caller'>>({
          settings: 'settings' in target ? target.settings : undefined,
          controller: 'settings' in target ? undefined : target.controller,
          relation: toRelationOptions(query.source),
          model: toModelOptions(query.source),
          provider: query.source.kind === 'provider' ? query.source.provider : undefined,
          terms: [...query.terms],
          ids: [...query.ids],
          page: toPage(query.page),
          formValues: toFormValues(query.formValues),
          labels: [...(query.labels ?? [])],
        }),
        (rpc, response) => fromOptions(rpc, response, query),
        call,
      ),
  };
}

function toRelationOptions(origin: OptionOrigin): RelationOptions | undefined {
  if (origin.kind !== 'relation') return undefined;
  return { relation: origin.relation.name, labelColumn: origin.label.name, scope: scopeOf(origin) };
}

function toModelOptions(origin: OptionOrigin): ModelOptions | undefined {
  if (origin.kind !== 'model') return undefined;
  return { model: origin.model, labelColumn: origin.label.name, scope: scopeOf(origin) };
}

function scopeOf({ scope }: Exclude<OptionOrigin, { kind: 'provider' }>): AdminNamedScope | null {
  return scope === undefined ? null : toNamedScope(scope);
}

function fromOptions(
  rpc: string,
  { options, hasMore }: ListOptionsResponse__Output,
  { ids, page }: OptionQuery,
): OptionPage {
  if (options.length > page.size) {
    throw violation(rpc, 'options', `has ${options.length} choices, more than the page size ${page.size}`);
  }
  const values = new Set(options.map(({ value }) => value));
  if (ids.length > 0 && [...values].some((value) => !ids.includes(value))) {
    throw violation(rpc, 'options', 'has a value that is not one of the requested ids');
  }
  return {
    options: options.map(({ value, label, color }) => {
      const tone = toneOf(color);
      return { value, label: shortText(label, MAX_ADMIN_TEXT), ...(tone !== undefined && { color: tone }) };
    }),
    hasMore,
  };
}
