/** All kinds of run. A domain with a kind of its own registers it here. */
import { challengeRuns } from './challenges/index.ts'
import { judgingRuns } from './judging/index.ts'
import { runKinds } from './runs/index.ts'

export const RUN_KINDS = runKinds([judgingRuns, challengeRuns])
