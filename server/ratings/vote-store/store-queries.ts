/** Reads the votes of one arena and their changes, and the names of contestants and prompts, for the vote store. */
/** The time limit of a read in ms. Reading ten million votes takes about a minute. */
export const LONGEST_READ_MS = 300_000
