/** The kinds of run that there are: each domain that has some registers them here. */
import { challengeRuns } from './challenges/index.ts'
import { judgingRuns } from './judging/index.ts'
import { runKinds } from './runs/index.ts'

export const RUN_KINDS = runKinds([judgingRuns, challengeRuns])
