/** A body that is not the JSON of its message. The text contains no value, because values may be secrets. */
export class NotTheMessage extends Error {
  override readonly name = 'NotTheMessage';
}

/** A message that no JSON represents, because proto3 JSON has no form for one of its values (a time after the year 9999). */
export class NoJsonForm extends Error {
  override readonly name = 'NoJsonForm';
}
