/** The form that browsers hold an e-mail field against (HTML, valid e-mail address), and at most what SMTP carries. */
const EMAIL_ADDRESS =
  /^(?=.{1,254}$)[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[A-Za-z\d](?:[A-Za-z\d-]{0,61}[A-Za-z\d])?(?:\.[A-Za-z\d](?:[A-Za-z\d-]{0,61}[A-Za-z\d])?)*$/;

export function isEmailAddress(text: string): boolean {
  return EMAIL_ADDRESS.test(text);
}
