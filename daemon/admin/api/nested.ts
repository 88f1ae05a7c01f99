/** The values of nestedform and repeater in the API. */

/**
 * Member of an item: its place in the stored list, from 0. A body sends it back, so that the item keeps what the form does not
 * show; an item without it is new. Only meaningful with the `_version` of the record that it came with.
 */
export const ITEM = '_item';

/** Forms inside of each other, counted from the outermost. */
export const MAX_NESTING = 3;
