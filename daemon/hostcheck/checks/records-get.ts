import { CALL } from '../admin/ports.js';
import { firstRecords, STRANGE_IDS, survey } from '../admin/survey.js';
import type { Check } from '../check.js';
import { expectSame } from '../failure.js';

export const recordsGet: Check = {
  name: 'records/get',
  citation: 'admin_record.proto: GetRecord',
  on: 'admin',
  run: async (subject) => {
    for (const surveyed of await survey(subject)) {
      const { target, selection } = surveyed;
      const get = (id: string) => subject.admin.records.get({ ...target, id }, selection, 'list', CALL);
      for (const record of await firstRecords(subject.admin, surveyed)) {
        const advice = 'A record that the list shows is found within the list scope, and is the same there.';
        expectSame(`record of ${target.controller} by its id`, await get(record.id), record, advice);
        const spelled = await get(`0${record.id}`);
        const one = 'A record has one spelling of its id: compare the text that you would answer.';
        expectSame(`record of ${target.controller} by "0" and its id`, spelled, NOT_FOUND, one);
      }
      for (const id of STRANGE_IDS) {
        const advice = 'An id that no record can have is not found, rather than a fault of the database.';
        expectSame(`record of ${target.controller} by "${id}"`, await get(id), NOT_FOUND, advice);
      }
    }
  },
};

const NOT_FOUND = { outcome: 'notFound' };
