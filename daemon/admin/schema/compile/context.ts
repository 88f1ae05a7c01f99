import type { PhraseBook } from '../../i18n/phrase-book.js';
import type { Controller, Model } from '../../model/registration.js';
import type { Definitions } from '../files/definitions.js';
import type { Problems } from '../problems.js';

/** What every part of the compiler works with. */
export interface CompileContext {
  readonly problems: Problems;
  readonly definitions: Definitions;
  readonly phrases: PhraseBook;
  /** By name: what `modelClass` says. */
  readonly models: ReadonlyMap<string, Model>;
  /** By name of the model: the controller that stands for it, whose relations are those of the model elsewhere, too. */
  readonly managers: ReadonlyMap<string, Controller>;
  /** Every permission code that a plugin registers. */
  readonly permissionCodes: ReadonlySet<string>;
  /** Where the backend is mounted: "/backend". */
  readonly prefix: string;
}
