/** The background work of a process: boards, judging runs and provider calls. */
import { requestLeakSearches, searchLeaks } from './integrity/index.ts'
import { judgingTasks } from './judging/index.ts'
import type { AppContext } from './open-app.ts'
import { startWorker, type Worker } from './platform/jobs/jobs.ts'
import { ratingTasks, requestPastOfAll } from './ratings/index.ts'
import { startRunWorker, type RunDeps } from './runs/index.ts'
import { FEATURES } from './mounted.ts'
import { startPublishing } from './votes/index.ts'
import type { Task, TaskList } from 'graphile-worker'
import { reevaluateJudges, EVALUATION_TASK } from './judge-evaluation/index.ts'
import { FIND_LEAKS_TASK } from './answers/index.ts'

type StartOptions = Parameters<typeof startRunWorker>[3] & { boardsAfterMs?: number }

/**
 * Runs background jobs, together with other processes on the same database, until it is stopped: publications, boards, and
 * judging with its calls. A process that is read-only runs the first two, which show the votes that are there, and leaves all
 * other jobs in the queue.
 * @param options `boardsAfterMs`: boards are left to other processes for so long; a process that ends earlier makes none
 */
export async function startWork(
  app: Pick<AppContext, 'direct' | 'connect' | 'openSecondPool' | 'deps'>,
  { boardsAfterMs = 0, ...options }: StartOptions = {},
): Promise<Worker> {
  const { deps } = app
  const start = (tasks: TaskList, crontab = '') =>
    startWorker({ pool: app.direct.pool, connect: app.connect }, tasks, deps.services.log, { crontab })
  const startBoards = async () => {
    await requestPastOfAll(deps)
    return start(boardTasks(deps))
  }
  if (deps.settings.readOnly) {
    const workers = [await startBoards(), startPublishing(deps)]
    return {
      async stop() {
        await Promise.all(workers.map((worker) => worker.stop()))
      },
    }
  }
  for (const { beforeWork } of FEATURES) await beforeWork?.(deps)
  await requestLeakSearches(deps)
  if (boardsAfterMs === 0) await requestPastOfAll(deps)
  const worker = await start(
    { ...backgroundTasks(deps), ...(boardsAfterMs === 0 && boardTasks(deps)) },
    FEATURES.flatMap(({ crontab }) => crontab ?? []).join('\n'),
  )
  let boards: Promise<Worker | null> = Promise.resolve(null)
  const later =
    boardsAfterMs > 0 &&
    setTimeout(() => {
      boards = startBoards().catch((error: Error) => {
        deps.services.log.warn({ err: error }, 'boards are left to other processes')
        return null
      })
    }, boardsAfterMs)
  const publishing = startPublishing(app.deps)
  const runs = startRunWorker(app, app.deps, judgingTasks, options)
  return {
    async stop() {
      if (later) clearTimeout(later)
      await Promise.all([
        publishing.stop(),
        worker.stop(),
        runs.stop(),
        boards.then((openBoards) => openBoards?.stop()),
      ])
    },
  }
}

// Every background job by name, except those of runs, which have workers of their own.

const backgroundTasks = (deps: RunDeps): TaskList => ({
  [FIND_LEAKS_TASK]: (payload) => searchLeaks(deps, payload as { arenaId: number }),
  ...Object.fromEntries(
    FEATURES.filter(({ works }) => works?.(deps) ?? true).flatMap(({ tasks = {} }) =>
      Object.entries(tasks).map(([name, task]): [string, Task] => [
        name,
        async (payload) => void (await task(deps, payload as never)),
      ]),
    ),
  ),
})

/** What is computed from votes alone: boards, and how far people agree with judges. */
const boardTasks = (deps: RunDeps): TaskList => ({
  ...ratingTasks(deps),
  [EVALUATION_TASK]: (payload) => reevaluateJudges(deps, (payload as { arenaId: number }).arenaId),
})
