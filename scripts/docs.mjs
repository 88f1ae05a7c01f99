// Generates documents from tables of keys. Needs a build. Usage: node scripts/docs.mjs [--check]
// With --check it writes nothing, and fails if a document is out of date.
import { readFileSync, writeFileSync } from 'node:fs';
import { configurationReference } from './docs/configuration.mjs';
import { oauthOptionsReference } from './docs/oauth-options.mjs';
import { yamlReference } from './docs/yaml.mjs';

const DOCUMENTS = {
  'docs/configuration.md': configurationReference(),
  'docs/oauth-options.md': oauthOptionsReference(),
  'docs/admin/yaml.md': yamlReference(),
};

for (const [path, text] of Object.entries(DOCUMENTS)) {
  const url = new URL(`../${path}`, import.meta.url);
  if (!process.argv.includes('--check')) writeFileSync(url, text);
  else if (readFileSync(url, 'utf8') !== text) {
    console.error(`${path} differs from what scripts/docs.mjs generates; run make verify`);
    process.exitCode = 1;
  }
}
