const CONVERSION = /%(?:%|([-+0]|'.)*(\d+)?(?:\.(\d+))?([bdeEfFosuxX]))/g;

/** PHP's sprintf with one value, as October's `format` of texts and numbers has it: "%05d", "%.2f", "%s pieces". */
export function sprintf(format: string, value: string | number): string {
  return format.replace(CONVERSION, (found, _flag, width: string | undefined, precision: string | undefined, type) => {
    if (found === '%%') return '%';
    const flags = /^%((?:[-+0]|'.)*)/.exec(found)?.[1] ?? '';
    const text = converted(String(type), value, precision === undefined ? undefined : Number(precision));
    const signed = flags.includes('+') && /[dfFeE]/.test(String(type)) && !text.startsWith('-') ? `+${text}` : text;
    return padded(signed, flags, Number(width ?? 0));
  });
}

function converted(type: string, value: string | number, precision: number | undefined): string {
  switch (type) {
    case 'd':
    case 'u':
      // As text where it is one: a 64-bit integer would lose its last digits as a number.
      return typeof value === 'string' ? (/^-?\d+/.exec(value)?.[0] ?? '0') : String(Math.trunc(value));
    case 'f':
    case 'F':
      return Number(value).toFixed(Math.min(precision ?? 6, 20));
    case 'e':
    case 'E': {
      const text = Number(value).toExponential(Math.min(precision ?? 6, 20));
      return type === 'E' ? text.toUpperCase() : text;
    }
    case 'b':
      return Math.trunc(Number(value)).toString(2);
    case 'o':
      return Math.trunc(Number(value)).toString(8);
    case 'x':
      return Math.trunc(Number(value)).toString(16);
    case 'X':
      return Math.trunc(Number(value)).toString(16).toUpperCase();
    default:
      return precision === undefined ? String(value) : String(value).slice(0, precision);
  }
}

function padded(text: string, flags: string, width: number): string {
  const filler = /'(.)/.exec(flags)?.[1] ?? (flags.includes('0') ? '0' : ' ');
  if (flags.includes('-')) return text.padEnd(width, filler === '0' ? ' ' : filler);
  const sign = filler === '0' && /^[-+]/.test(text) ? text.slice(0, 1) : '';
  return sign + text.slice(sign.length).padStart(width - sign.length, filler);
}
