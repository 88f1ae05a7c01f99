import { status } from '@grpc/grpc-js';
import type { AdminRecord, RecordWrite } from '../../admin/model/record.js';
import { isToMany } from '../../admin/model/relation.js';
import { CALL } from '../admin/ports.js';
import { firstRecords, STRANGE_IDS, survey, type Surveyed } from '../admin/survey.js';
import type { Check, Subject } from '../check.js';
import { CheckFailure, expectSame, expectThat, shown } from '../failure.js';
import { RpcStatus } from '../transport.js';

/** What cannot be written is an outcome, with the field where it is known; a fault would be told as a bug, or an outage. */
export const recordsRefused: Check = {
  name: 'records/refused-writes',
  citation: 'admin_record.proto: UpdateRecord, InvalidFields',
  on: 'admin',
  run: async (subject) => {
    for (const surveyed of await survey(subject)) {
      const [record] = await firstRecords(subject.admin, surveyed);
      if (record !== undefined) await checkRelations(subject, surveyed, record);
    }
  },
};

async function checkRelations(subject: Subject, surveyed: Surveyed, record: AdminRecord): Promise<void> {
  const { controller, target, selection } = surveyed;
  const { records } = subject.admin;
  for (const relation of controller.relations.filter(({ kind }) => kind !== 'hasMany')) {
    for (const id of STRANGE_IDS) {
      const what = `an update of ${controller.id} whose relation ${relation.name} names the ${isToMany(relation) ? 'ids' : 'id'} "${id}"`;
      const write: RecordWrite = { columns: [], relations: [{ relation, ids: [id] }] };
      const outcome = await told(what, records.update({ ...target, id: record.id }, write, { selection }, CALL));
      if (outcome.outcome === 'notFound') continue;
      expectThat(outcome.outcome === 'invalid', `invalid for ${what}`, outcome.outcome, ADVICE);
      const fields = outcome.errors.map(({ field }) => field);
      const names = relation.kind === 'belongsTo' ? [relation.name, relation.foreignKey] : [relation.name];
      expectThat(
        fields.every((field) => names.includes(field)),
        `invalid on ${names.join(' or ')}`,
        shown(fields),
        ADVICE,
      );
    }
  }
  const now = await records.get({ ...target, id: record.id }, selection, 'form', CALL);
  if ('outcome' in now) return;
  expectSame(
    `record ${record.id} of ${controller.id} after writes that were refused`,
    now,
    record,
    'Roll everything back.',
  );
}

const ADVICE = 'Look ids up by the type of the key before anything is written, and answer invalid on the relation.';

/** The outcome; a status that says that the host broke is what this is about. */
export async function told<T>(what: string, call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof RpcStatus) || error.code === (status.UNAVAILABLE as number)) throw error;
    throw new CheckFailure(
      `an outcome for ${what}`,
      `gRPC status ${status[error.code] ?? String(error.code)}`,
      'Answer what the database refuses about a value as invalid or refused: Gatehouse answers 500 to a fault.',
    );
  }
}
