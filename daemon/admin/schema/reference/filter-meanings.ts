import type { FILTER_TABLE } from '../keys/filter-config.js';
import type { Meanings } from './meaning.js';
import { NONE } from './meaning.js';

export const FILTER_MEANINGS: Meanings<typeof FILTER_TABLE.keys> = {
  label: { otherwise: 'the name', does: 'Label of the filter.' },
  modelClass: {
    otherwise: 'the model that the relation of this name leads to',
    does: 'Model whose records are the choices, within its list scope. Refused beside `options`; one of the two is needed.',
  },
  nameFrom: {
    otherwise: "the relation's label column, or `name`",
    does: "Column of that model for the choices' labels.",
  },
  options: {
    otherwise: NONE,
    does: 'The choices themselves, each value once, or the name of an option provider of the host.',
  },
  scope: {
    otherwise: NONE,
    does: 'Query scope that the host registers for the model: it gets what was chosen, and filters as it likes.',
  },
  valueFrom: {
    otherwise: 'the name',
    does: 'Column of the model, or relation of the controller, that is filtered by. Its type has to fit.',
  },
  default: {
    otherwise: 'nothing is filtered',
    does: 'What is chosen at first: for a range two values, for the others one (a group may have several), each among the choices.',
  },
  permissions: { otherwise: 'everybody', does: 'Any of the codes is needed; without, the filter does not exist.' },
  dependsOn: {
    otherwise: NONE,
    does: 'Other filters whose change makes the choices be asked for again. A provider is told what is chosen there.',
  },
  min: { otherwise: NONE, does: 'Least number. Not above `max`.' },
  max: { otherwise: NONE, does: 'Greatest number.' },
  minDate: { otherwise: NONE, does: 'First day. Not after `maxDate`.' },
  maxDate: { otherwise: NONE, does: 'Last day.' },
};
