import { Judge } from './judge.js';
import { GO_MUTANTS } from './list.js';

/**
 * `make go-mutants`: changes one guard of the Go SDK at a time. Its tests must notice every change, or else check-host must.
 * GO_MUTANTS selects those whose file or name contains the text.
 */
const only = process.env['GO_MUTANTS'] ?? '';
const chosen = GO_MUTANTS.filter(({ file, name }) => `${file} ${name}`.includes(only));
const judge = await Judge.create();
let survivors = 0;
for (const mutant of chosen) {
  const noticedBy = await judge.noticedBy(mutant);
  if (noticedBy === undefined) survivors += 1;
  console.log(
    `${noticedBy === undefined ? 'SURVIVED' : 'noticed '}  ${mutant.file}  ${mutant.name}: ${noticedBy ?? 'by nothing'}`,
  );
}
console.log(`${chosen.length - survivors} of ${chosen.length} noticed`);
process.exit(survivors === 0 ? 0 : 1);
