/** After so long a pause what was typed takes effect. */
export const TYPING_PAUSE_MS = 400;
