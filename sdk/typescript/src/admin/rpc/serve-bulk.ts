import type { AdminBulkServiceDefinition } from '@gatehouse/proto/generated/gatehouse/host/v1/AdminBulkService';
import type { ImportRecordsRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/ImportRecordsRequest';
import type { ImportRecordsResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/ImportRecordsResponse';
import type { RefusedRecord as ProtoRefusedRecord } from '@gatehouse/proto/generated/gatehouse/host/v1/RefusedRecord';
import type { RunOnRecordsRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/RunOnRecordsRequest';
import type { RunOnRecordsResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/RunOnRecordsResponse';
import type { UnchangedRecord } from '@gatehouse/proto/generated/gatehouse/host/v1/UnchangedRecord';
import { adminBulkService } from '@gatehouse/proto/services';
import { status } from '@grpc/grpc-js';
import { DeadlineExceeded, Unavailable } from '../../ports/errors.js';
import { msUntil } from '../../shared/deadline.js';
import { describeError, RpcFault } from '../../wire/call.js';
import { InvalidField, present } from '../../wire/fields.js';
import type { RpcCall } from '../../wire/over-bytes.js';
import type { AdminOptions } from '../admin-options.js';
import { inListTransaction, inLongTransaction, inTransaction, OutcomeUnknown } from '../database/transactions.js';
import type { Controller } from '../model/controller.js';
import { importRecords, RecordsRefused } from '../records/import-records.js';
import type { Act, Target } from '../records/many-records.js';
import { actOn, namedRecords, nextMatching, walkRecords } from '../records/many-records.js';
import { beginning } from '../records/outcomes.js';
import type { Registry } from '../registry.js';
import type { AdminLogger, AdminRpcs } from './admin-rpc.js';
import { adminRpc } from './admin-rpc.js';
import { contextOf, learnTypes, recordOutcomes, recordRpcs } from './record-rpcs.js';

const RUN = 'RunOnRecords';

/** AdminBulkService over the application's registration. */
export function serveBulk(
  registry: Registry,
  options: Pick<AdminOptions, 'database' | 'directory'>,
  logger: AdminLogger,
): AdminRpcs<AdminBulkServiceDefinition> {
  const { database, directory } = options;
  const outcomeFor = recordOutcomes(registry, options, logger);

  /** The records to act on, and whether others follow them. */
  function targetsOf(request: RunOnRecordsRequest__Output, controller: Controller, limits: RpcCall) {
    const { caller, ids, matching: next, labelColumn } = request;
    return inListTransaction(
      database,
      limits,
      async (trx) => {
        const matched = { caller, matching: next?.matching ?? null };
        await learnTypes(registry, matched, trx);
        const context = contextOf(caller, trx);
        if (next) {
          const matching = present(next.matching);
          return nextMatching(registry, controller, matching, next, labelColumn, context);
        }
        const targets = await namedRecords(registry, controller, present(ids ?? null).ids, labelColumn, context);
        return { targets, hasMore: false };
      },
      caller?.administratorId,
    );
  }

  /** Each record is a transaction of its own. */
  async function run(request: RunOnRecordsRequest__Output, limits: RpcCall): Promise<RunOnRecordsResponse> {
    const { caller } = request;
    if (caller?.session) throw new InvalidField('caller.session', 'is not allowed in this call');
    const controller = registry.controller(request.controller);
    const act = actOf(request, controller);
    const { targets, hasMore } = await targetsOf(request, controller, limits);
    const matching = request.matching ? present(request.matching.matching) : undefined;
    // A call that is cut off loses its answer: the records of its second half are for the next call.
    const half = msUntil(limits.deadline) / 2;
    const unchanged: UnchangedRecord[] = [];
    let [done, message, last] = [0, '', ''];
    for (const target of targets) {
      if (last !== '' && msUntil(limits.deadline) <= half) return { done, unchanged, last, hasMore: true, message };
      try {
        const acted = await inTransaction(
          database,
          limits,
          (trx) => actOn(registry, controller, target.id, act, matching, contextOf(caller, trx)),
          caller?.administratorId,
        );
        if (acted !== undefined) {
          done += 1;
          message = beginning(acted.message);
        }
      } catch (error) {
        if (error instanceof Unavailable || error instanceof DeadlineExceeded) {
          // An answer that ends before this record would make the caller repeat it, although it may be done.
          if (last === '' || error instanceof OutcomeUnknown) throw error;
          return { done, unchanged, last, hasMore: true, message };
        }
        unchanged.push(await unchangedOf(error, target, request, controller, limits));
      }
      last = target.id;
    }
    return { done, unchanged, last, hasMore, message };
  }

  async function unchangedOf(
    error: unknown,
    { id, label }: Target,
    request: RunOnRecordsRequest__Output,
    { model }: Controller,
    limits: RpcCall,
  ): Promise<UnchangedRecord> {
    // Deletions have messages of their own about records that others refer to.
    const rpc = request.delete === true ? 'DeleteRecords' : RUN;
    const outcome = await outcomeFor(error, rpc, request, model, limits);
    if (outcome?.notFound) return { id, label, notFound: {} };
    if (outcome?.refused) return { id, label, refused: outcome.refused };
    const described = describeError(error, `gatehouse.host.v1.${RUN}Request`, request);
    const fields = { requestId: limits.requestId, rpc: RUN, controller: request.controller, record: id };
    logger.error({ ...fields, error: described }, 'an act on one of many records failed and was rolled back');
    return { id, label, failed: true };
  }

  /** All records in one transaction, which also remembers the import. */
  async function importAll(request: ImportRecordsRequest__Output, limits: RpcCall): Promise<ImportRecordsResponse> {
    const { caller, importId, records } = request;
    const { imports } = directory;
    if (imports === undefined) throw new RpcFault(status.UNIMPLEMENTED, 'the host does not offer imports');
    if (caller?.session) throw new InvalidField('caller.session', 'is not allowed in this call');
    const controller = registry.controller(request.controller);
    const attempt = (patience: 'first' | 'all'): Promise<number> =>
      inLongTransaction(
        database,
        limits,
        async (trx) => {
          const done = await imports.begin(importId.toString('hex'), records.length, trx);
          if (done !== undefined) return done;
          await learnTypes(registry, request, trx);
          await importRecords(registry, controller, records, limits, patience, contextOf(caller, trx));
          return records.length;
        },
        caller?.administratorId,
      );
    try {
      const created = await attempt('first').catch((first: unknown) => {
        if (!(first instanceof RecordsRefused)) throw first;
        return attempt('all').catch((every: unknown) => {
          // There was no time to meet even the first one again.
          throw every instanceof RecordsRefused && every.records.length === 0 ? first : every;
        });
      });
      return { imported: { created } };
    } catch (error) {
      if (!(error instanceof RecordsRefused)) {
        // A constraint that the database checks at the commit.
        const outcome = await outcomeFor(error, 'RunOnRecords', request, controller.model, limits);
        if (outcome?.refused) return { refused: outcome.refused };
        throw error;
      }
      const refused: ProtoRefusedRecord[] = [];
      for (const { index, error: reason } of error.records) {
        const outcome = await outcomeFor(reason, 'ImportRecords', request, controller.model, limits);
        if (outcome?.invalid) refused.push({ index, invalid: outcome.invalid });
        else if (outcome?.refused) refused.push({ index, refused: outcome.refused });
        else if (outcome?.notFound) refused.push({ index, notFound: outcome.notFound });
        else if (outcome?.conflict) refused.push({ index, changed: true });
        else throw reason;
      }
      return { refusedRecords: { records: refused, hasMore: error.hasMore } };
    }
  }

  return {
    WalkRecords: recordRpcs(registry, options, logger).list(adminBulkService.WalkRecords, async (request, context) => ({
      page: await walkRecords(registry, registry.controller(request.controller), request, context),
    })),

    RunOnRecords: adminRpc(adminBulkService.RunOnRecords, logger, run),

    ImportRecords: adminRpc(adminBulkService.ImportRecords, logger, importAll),
  };
}

function actOf({ action = '', act }: RunOnRecordsRequest__Output, { actions = {} }: Controller): Act {
  if (act === 'delete') return { kind: 'delete' };
  if (!Object.hasOwn(actions, action)) throw new InvalidField('action', 'is not an action of the controller');
  return { kind: 'action', name: action };
}
