/** Headers that a 304 lacks, because it has no body. */
export const OF_A_BODY: ReadonlySet<string> = new Set(['content-type', 'content-encoding', 'content-length'])
