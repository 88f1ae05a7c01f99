import { ADMIN_GUARDS } from './admin-guards.js';
import type { GoMutant } from './mutant.js';
import { TOKEN_GUARDS } from './token-guards.js';
import { WEB_GUARDS } from './web-guards.js';

export const GO_MUTANTS: readonly GoMutant[] = [...TOKEN_GUARDS, ...WEB_GUARDS, ...ADMIN_GUARDS];
