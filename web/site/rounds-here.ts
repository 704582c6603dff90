import { alone } from '../../shared/stats/internal.ts'
import type { RunRounds } from '../../shared/stats/internal.ts'

/** What browsers run instead of rounds on several threads: the result is the same for any number. */
export const roundsInThreads = (): RunRounds => alone
