// Prints random templates, one JSON object per line, as questions to Go: see test/corpora/gotemplate-random/README.md.
// Usage: node dist/test/conformance/partials/print-random-templates.js <seed> <count of each kind>
import { CORNERS } from './random-corners.js';
import { RANDOM_DATA } from './random-pipeline.js';
import { mutated, randomTemplate } from './random-template.js';
import { Random } from './random.js';
import { answer, readCases } from './template-case.js';
import type { Question } from './template-case.js';

const [seed = 1, count = 100] = process.argv.slice(2).map(Number);
const random = new Random(seed);
const originals = readCases(new URL('../../../../test/corpora/gotemplate/cases.json', import.meta.url));

const KINDS: Readonly<Record<string, () => Question>> = {
  language: () => ({ template: randomTemplate(random, { markup: false }), data: RANDOM_DATA }),
  markup: () => ({ template: randomTemplate(random, { markup: true }), data: RANDOM_DATA }),
  mutated: () => {
    const { template, data, phrases } = random.pick(originals);
    return {
      template: mutated(random, template).replace(/\p{Surrogate}/gu, '\ufffd'),
      data,
      ...(phrases && { phrases }),
    };
  },
};

for (const [feature, make] of Object.entries({ ...KINDS, ...CORNERS })) {
  for (let index = 0; index < count; index += 1) {
    const question = make(random);
    const found = answer(question);
    // Leaves out templates that our own rules or caps reject: Go has no equivalent.
    if (
      'message' in found &&
      /is not supported in partials|units of work|more than \d+ deep|longer than/.test(found.message)
    )
      continue;
    console.log(JSON.stringify({ id: `${feature}-${seed}-${index}`, feature, ...question }));
  }
}
