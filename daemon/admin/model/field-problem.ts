/**
 * What is wrong with a value, before it is put into words: `rule` names the phrase `backend::lang.validation.<rule>`, and the
 * parameters are those of that phrase.
 */
export interface FieldProblem {
  readonly rule: ValidationRule;
  readonly parameters?: Readonly<Record<string, string | number>>;
}

export const VALIDATION_RULES = [
  'required',
  'not_nullable',
  'bool',
  'integer',
  'integer_range',
  'number',
  'number_range',
  'number_minimum',
  'number_maximum',
  'exact_number',
  'number_step',
  'decimal',
  'decimal_digits',
  'string',
  'string_characters',
  'string_length',
  'email',
  'colour',
  'date',
  'date_range',
  'date_minimum',
  'date_maximum',
  'time',
  'timestamp',
  'json',
  'json_depth',
  'bytes',
  'bytes_length',
  'list',
  'choice',
  'unknown',
  'repeated',
  'list_length',
  'id_list',
  'search_terms',
  'page_depth',
] as const;

export type ValidationRule = (typeof VALIDATION_RULES)[number];
