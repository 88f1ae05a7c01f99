// Writes docs/admin/yaml.md from the compiler's tables. Needs a build. Usage: node scripts/yaml-docs.mjs
import { writeFileSync } from 'node:fs';
import { yamlReference } from '../dist/daemon/admin/schema/yaml-reference.js';

writeFileSync(new URL('../docs/admin/yaml.md', import.meta.url), yamlReference());
