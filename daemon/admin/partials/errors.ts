/**
 * What can be wrong with a partial. A `TemplateSyntaxError` does not depend on any data, so it is found when the template
 * is compiled and stops startup; the others depend on the view model and turn one request into the generic 500 body.
 */

/** The template cannot be used, whatever the data: syntax, an unknown name, or output where no escaping is right. */
export class TemplateSyntaxError extends Error {
  override readonly name = 'TemplateSyntaxError';

  constructor(
    message: string,
    /** Where the template's author has to look: `stats:3`. */
    readonly location: string,
  ) {
    super(`${location}: ${message}`);
  }
}

/** The template met data that it cannot work with. What was written so far must not be shown. */
export class TemplateExecutionError extends Error {
  override readonly name: string = 'TemplateExecutionError';
}

/** A cap of `limits.ts` was reached: the output, its nodes, its depth, or the work that rendering took. */
export class PartialLimitExceeded extends TemplateExecutionError {
  override readonly name = 'PartialLimitExceeded';
}
