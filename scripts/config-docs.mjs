// Writes docs/configuration.md from the schema. Needs a build. Usage: node scripts/config-docs.mjs
import { mkdirSync, writeFileSync } from 'node:fs';
import { configurationReference } from '../dist/daemon/config/reference.js';

const docs = new URL('../docs/', import.meta.url);
mkdirSync(docs, { recursive: true });
writeFileSync(new URL('configuration.md', docs), configurationReference());
