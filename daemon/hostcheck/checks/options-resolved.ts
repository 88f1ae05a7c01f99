import type { OptionOrigin } from '../../admin/ports/option-source.js';
import { CALL } from '../admin/ports.js';
import { modelOf, PAGE_SIZE, registrationOf, STRANGE_IDS, survey } from '../admin/survey.js';
import type { Check } from '../check.js';
import { expectSame } from '../failure.js';

export const optionsResolved: Check = {
  name: 'options/resolve',
  citation: 'admin_record.proto: ListOptions',
  on: 'admin',
  run: async (subject) => {
    const { models } = registrationOf(subject.description);
    for (const { controller, target } of await survey(subject)) {
      const sources: OptionOrigin[] = [
        ...controller.relations.flatMap((relation): OptionOrigin[] => {
          const { columns } = modelOf(models, relation.relatedModel);
          const label = columns.find(({ name }) => name === relation.labelColumn);
          return label === undefined ? [] : [{ kind: 'relation', relation, label }];
        }),
        ...controller.optionProviders.map((provider): OptionOrigin => ({ kind: 'provider', provider })),
      ];
      for (const source of sources) {
        const ask = (ids: readonly string[], number = 1) =>
          subject.admin.options.options(
            target,
            { source, terms: [], ids, page: { number, size: PAGE_SIZE }, formValues: [] },
            CALL,
          );
        const name = source.kind === 'relation' ? source.relation.name : source.kind === 'provider' && source.provider;
        const about = `choices of ${controller.id}, ${String(name)}`;
        const { options } = await ask([]);
        const chosen = options.map(({ value }) => value);
        if (chosen.length > 0) {
          const advice = 'With ids, answer those of them that exist, with the same labels.';
          expectSame(`${about}, by their ids`, byValue((await ask(chosen)).options), byValue(options), advice);
        }
        const strange = STRANGE_IDS.slice(0, PAGE_SIZE);
        expectSame(`${about}, by unknown ids`, (await ask(strange)).options, [], 'Leave out what does not exist.');
        expectSame(`${about}, past the end`, (await ask([], 1_000_000)).options, [], 'Past the end is an empty page.');
      }
    }
  },
};

function byValue<T extends { readonly value: string }>(options: readonly T[]): T[] {
  return [...options].sort((a, b) => (a.value < b.value ? -1 : 1));
}
