import { alone, type RunRounds } from '../../shared/stats/intervals/bootstrap.ts'

/** What browsers run instead of rounds on several threads: the result is the same for any number. */
export const roundsInThreads = (): RunRounds => alone
