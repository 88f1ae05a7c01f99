import { createContext } from 'react';

/** The controller whose columns can be changed in the table; undefined: the table only shows values. */
export const InlineChanges = createContext<string | undefined>(undefined);
