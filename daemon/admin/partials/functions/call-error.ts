import { TemplateExecutionError } from '../errors.js';

/** A function refuses its arguments. Which function, and where, is added by its caller. */
export class CallError extends TemplateExecutionError {}
