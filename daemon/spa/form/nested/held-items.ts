import { useState } from 'react';
import type { FieldValue } from '../../api/views.js';
import type { Members, Nested } from '../state/nested-text.js';
import { membersOf, nestedText } from '../state/nested-text.js';

/** An item with an identity for this page: it stays when the item moves. */
export interface HeldItem {
  readonly key: number;
  readonly item: Members;
}

interface Held {
  readonly text: FieldValue;
  readonly items: readonly HeldItem[];
  readonly next: number;
}

function held(text: FieldValue, before?: Held): Held {
  const items = membersOf(text);
  const first = before?.next ?? 0;
  // After saving, the same items come back from the server.
  const isSame = before !== undefined && before.items.length === items.length;
  const keyed = items.map((item, index) => ({
    key: isSame ? (before.items[index]?.key ?? index) : first + index,
    item,
  }));
  return { text, items: keyed, next: isSame ? first : first + items.length };
}

export interface HeldItems {
  readonly items: readonly HeldItem[];
  /** @param change returns the items as they are to be; a key of undefined is a new item */
  readonly change: (items: readonly (HeldItem | { readonly key: undefined; readonly item: Members })[]) => void;
  /** The key that the next new item gets. */
  readonly nextKey: number;
}

/** The items of a repeater. The text in the form's state decides; a change from elsewhere replaces them. */
export function useHeldItems(nested: Nested, value: FieldValue, onChange: (value: FieldValue) => void): HeldItems {
  const [state, setState] = useState(() => held(value));
  const current = Object.is(state.text, value) ? state : held(value, state);
  if (current !== state) setState(current);
  return {
    items: current.items,
    nextKey: current.next,
    change(items) {
      let { next } = current;
      const keyed = items.map(({ key, item }) => ({ key: key ?? next++, item }));
      const text = nestedText(
        nested,
        keyed.map(({ item }) => item),
      );
      setState({ text, items: keyed, next });
      onChange(text);
    },
  };
}
