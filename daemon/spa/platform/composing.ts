/**
 * Whether a key belongs to an input method, with which people write Japanese, Chinese and Korean: Enter then accepts the
 * suggested word and Escape gives it up, and neither means the field. Safari reports the end of the composition before its
 * Enter, which only the key code 229 tells from an ordinary one.
 */
export function isComposing(event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  // oxlint-disable-next-line typescript/no-deprecated -- there is no other sign of it in Safari
  return event.isComposing || event.keyCode === 229;
}
