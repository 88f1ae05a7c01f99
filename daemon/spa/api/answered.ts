import { ApiError } from './api-error.js';

export type Answered<Answer> =
  | { readonly answer: Answer; readonly refusal?: undefined }
  | { readonly answer?: undefined; readonly refusal: ApiError };

/**
 * What came of asking the daemon to do something. Only of the asking: what goes wrong afterwards is a defect of the page, and
 * must not be told as if the daemon had not done it. A defect while asking is told in its own words, and is on the console.
 */
export async function answered<Answer>(ask: () => Promise<Answer>): Promise<Answered<Answer>> {
  try {
    return { answer: await ask() };
  } catch (error) {
    if (error instanceof ApiError) return { refusal: error };
    reportError(error);
    return { refusal: new ApiError(0, { error: { code: 'defect', message: String(error), request_id: '' } }) };
  }
}
