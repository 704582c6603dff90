/** The most contestants of one page of prompts and contestants. */
export const MOST_EXPLORED = 8

/**
 * Which prompts are listed. `won`, `lost` and `tied`: a contestant has more wins than losses, more losses than wins,
 * or as many. `bothBad`: a vote called both answers bad. `divided`: votes on the same two answers name different
 * winners. `readable`: everybody may read the texts. `failed`: an answer failed a check.
 */
export const SHOWN_PROMPTS = [
  'all',
  'readable',
  'won',
  'lost',
  'tied',
  'bothBad',
  'divided',
  'failed',
] as const
export type ShownPrompts = (typeof SHOWN_PROMPTS)[number]
