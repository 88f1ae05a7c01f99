/** A form arrived without the hidden field of the page that it should come from. Nothing was done. */
export class RefusedForm extends Error {
  constructor() {
    super('a form was submitted without a valid CSRF token');
  }
}
