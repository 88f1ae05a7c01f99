/**
 * Whether a text can be the id of a record at all. What cannot is not worth a call to the host: it is missing, like every id
 * that leads nowhere.
 */
export function isRecordId(text: string): boolean {
  return /^[^\p{Cc}\p{Cs}]{1,255}$/u.test(text);
}
