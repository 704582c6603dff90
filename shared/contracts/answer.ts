/** What an answer comes to, in a header of its response: whether the check passes, all judges are calibrated, A may replace B. */
export const VERDICT_HEADER = 'deadheat-verdict'
export type ExitVerdict = 'yes' | 'no' | 'not_shown'
