/** The value of a filter's `conditions`: a text, or one for each state of a switch. */
export type Conditions = readonly string[];

const COLUMN = String.raw`(?:[A-Za-z_]\w*\.)?[\`"]?([A-Za-z_]\w*)[\`"]?`;
const PLACEHOLDER = String.raw`'?:(\w+)'?`;

const BETWEEN = new RegExp(String.raw`^${COLUMN}\s*>=\s*${PLACEHOLDER}\s+and\s+${COLUMN}\s*<=\s*${PLACEHOLDER}$`, 'i');
const AMONG = new RegExp(String.raw`^${COLUMN}\s+in\s*\(\s*:filtered\s*\)$`, 'i');
const EQUALS = new RegExp(String.raw`^${COLUMN}\s*=\s*'?:(?:value|filtered)'?$`, 'i');
const TRUTH = new RegExp(String.raw`^${COLUMN}\s*(=|<>|!=|is|is not)\s*'?(1|0|true|false)'?$`, 'i');

/**
 * The column that SQL conditions compare in the same way as a filter of this type without conditions. Undefined for any other
 * condition.
 */
export function columnOfConditions(type: string, conditions: Conditions): string | undefined {
  const [first = '', second] = conditions.map((one) => one.trim().replaceAll(/\s+/g, ' '));
  switch (type) {
    case 'daterange':
    case 'numberrange':
    case 'range': {
      const [, column, after = '', other, before = ''] = BETWEEN.exec(first) ?? [];
      const isRange = /^(?:after|min)$/.test(after) && /^(?:before|max)$/.test(before);
      return second === undefined && isRange && column === other ? column : undefined;
    }
    case 'group':
      return second === undefined ? AMONG.exec(first)?.[1] : undefined;
    case 'dropdown':
    case 'number':
      return second === undefined ? EQUALS.exec(first)?.[1] : undefined;
    case 'switch': {
      const [off, on] = [truthOf(first), truthOf(second ?? '')];
      return off?.is === false && on?.is === true && off.column === on.column ? off.column : undefined;
    }
    case 'checkbox': {
      const on = truthOf(first);
      return second === undefined && on?.is === true ? on.column : undefined;
    }
    default:
      return undefined;
  }
}

/** Which truth of a column a condition asks for. */
function truthOf(condition: string): { readonly column: string; readonly is: boolean } | undefined {
  const [, column, operator = '', value = ''] = TRUTH.exec(condition) ?? [];
  if (column === undefined) return undefined;
  const isEqual = ['=', 'is'].includes(operator.toLowerCase());
  return { column, is: isEqual === ['1', 'true'].includes(value.toLowerCase()) };
}
