/** What an address of an arena looks like, as the pattern of an input. */
export const SLUG_PATTERN = '[a-z0-9\\-]{1,64}'
