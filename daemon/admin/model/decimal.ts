/** Digits without what does not change the value: "1.50" is "1.5", "007" is "7" and "-0.0" is "0". */
export function plainDecimal(text: string): string {
  const [, sign = '', whole = text, fraction = ''] = /^(-?)0*(\d+?)(?:\.(\d*?)0*)?$/.exec(text) ?? [];
  const plain = fraction === '' ? whole : `${whole}.${fraction}`;
  return plain === '0' ? plain : sign + plain;
}
