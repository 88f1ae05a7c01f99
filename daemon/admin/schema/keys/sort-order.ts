import type { SortKey } from '../../model/schema/list-schema.js';
import { NAME } from '../read/forms.js';
import { keyed } from '../read/keyed.js';
import type { Reader } from '../read/reader.js';
import { required, scalar } from '../read/reader.js';
import { matching, oneOf } from '../read/scalars.js';

const short: Reader<SortKey> = scalar('a column, or -column for descending', (value) => {
  const match = typeof value === 'string' ? /^(-?)([A-Za-z_]\w{0,63})$/.exec(value) : null;
  return match === null ? undefined : { column: match[2] ?? '', descending: match[1] === '-' };
});

const long = keyed('column and direction', {
  column: required(matching('the name of a column', NAME)),
  direction: oneOf('asc', 'desc'),
});

/** `published_at`, `-published_at`, or {column, direction}; ascending unless said. */
export const sortOrder: Reader<SortKey> = {
  expects: `${short.expects}, or ${long.expects}`,
  read(node, problems) {
    if (node.kind === 'scalar') return short.read(node, problems);
    const read = long.read(node, problems);
    return read === undefined ? undefined : { column: read.column.value, descending: read.direction?.value === 'desc' };
  },
};
