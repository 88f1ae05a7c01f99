import type { Language } from './language.js';
import { GERMAN } from './messages-de.js';
import { ENGLISH } from './messages-en.js';
import type { Messages } from './messages.js';

export const CATALOGUES: Readonly<Record<Language, Messages>> = { en: ENGLISH, de: GERMAN };
