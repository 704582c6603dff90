/** The background work of a process: boards, judging runs, provider calls, and the chain of digests. */
import { CHAIN_CRONTAB, requestChain, CHAIN_TASK, closeDays } from './chain/index.ts'
import { NOTICES_CRONTAB, NOTICES_TASK, sendNotices } from './notices/index.ts'
import { requeueChallenges, advanceChallenge, CHALLENGE_TASK } from './challenges/index.ts'
import { requestLeakSearches, findAttacksIn, searchLeaks } from './integrity/index.ts'
import { judgingTasks } from './judging/index.ts'
import type { AppContext } from './open-app.ts'
import { startWorker, type Worker } from './platform/jobs/jobs.ts'
import { watchStatements } from './platform/postgres/long-statements.ts'
import { requestPastOfAll, countPastBoards, PAST_TASK, rateArena, type PastPayload } from './ratings/index.ts'
import { startRunWorker, type RunWorkerOptions, type RunDeps } from './runs/index.ts'
import { SCHEDULE_CRONTAB, advanceSchedules, SCHEDULE_TASK } from './schedule/index.ts'
import { startPublishing, RATE_TASK, SEARCH_TASK, type SearchPayload } from './votes/index.ts'
import type { TaskList } from 'graphile-worker'
import { reevaluateJudges, EVALUATION_TASK } from './judge-evaluation/index.ts'
import { FIND_LEAKS_TASK } from './answers/index.ts'

/**
 * Runs background jobs, together with other processes on the same database, until it is stopped: publications, boards, and
 * judging with its calls.
 */
export async function startWork(
  app: Pick<AppContext, 'direct' | 'connect' | 'openSecondPool' | 'deps'>,
  options: RunWorkerOptions = {},
): Promise<Worker> {
  await requeueChallenges(app.deps)
  await requestLeakSearches(app.deps)
  await requestChain(app.deps)
  await requestPastOfAll(app.deps)
  const worker = await startWorker(
    { pool: app.direct.pool, connect: app.connect },
    tasksOf(app.deps),
    app.deps.services.log,
    {
      crontab: [CHAIN_CRONTAB, NOTICES_CRONTAB, SCHEDULE_CRONTAB].join('\n'),
    },
  )
  const publishing = startPublishing(app.deps)
  const runs = startRunWorker(app, app.deps, judgingTasks, options)
  const endWatch = watchStatements(app.direct.db, app.deps.services.log)
  return {
    async stop() {
      endWatch()
      await Promise.all([publishing.stop(), worker.stop(), runs.stop()])
    },
  }
}

// Every background job by name, except those of runs, which have workers of their own.

const tasksOf = (deps: RunDeps): TaskList => ({
  [RATE_TASK]: (payload) => rateArena(deps, (payload as { arenaId: number }).arenaId),
  [SEARCH_TASK]: (payload) => findAttacksIn(deps, payload as SearchPayload),
  [CHAIN_TASK]: async () => void (await closeDays(deps)),
  [NOTICES_TASK]: () => sendNotices(deps),
  [SCHEDULE_TASK]: () => advanceSchedules(deps),
  [FIND_LEAKS_TASK]: (payload) => searchLeaks(deps, payload as { arenaId: number }),
  [PAST_TASK]: (payload) => countPastBoards(deps, payload as PastPayload),
  [CHALLENGE_TASK]: (payload) => advanceChallenge(deps, (payload as { arenaId: number }).arenaId),
  [EVALUATION_TASK]: (payload) => reevaluateJudges(deps, (payload as { arenaId: number }).arenaId),
})
