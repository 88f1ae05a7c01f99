/** The meanings that a choice or a message may have. The page shows each in a color and with an icon of its own. */
export const TONES = ['neutral', 'info', 'success', 'warning', 'danger'] as const;
export type Tone = (typeof TONES)[number];
