/** Ends calls under way whose run no longer runs, whichever process paused or cancelled it. */
import type { Kysely } from 'kysely'
import type { Database } from '../platform/schema.ts'
import { isRunning, statusesThat } from './run-machine.ts'

/** The ids of those of these runs that are running. */
async function selectStillRunning(
  db: Kysely<Database>,
  runs: readonly { arenaId: number; runId: number }[],
): Promise<number[]> {
  const rows = await db
    .selectFrom('runs')
    .select('id')
    .where(
      'arena_id',
      'in',
      runs.map(({ arenaId }) => arenaId),
    )
    .where(
      'id',
      'in',
      runs.map(({ runId }) => runId),
    )
    .where('status', 'in', statusesThat(isRunning))
    .execute()
  return rows.map(({ id }) => id)
}

interface Watched {
  arenaId: number
  runId: number
  stop: AbortController
  calls: number
}

export class RunStops {
  private readonly db: Kysely<Database>
  private readonly runs = new Map<number, Watched>()

  constructor(db: Kysely<Database>) {
    this.db = db
  }

  /**
   * A signal for one call: aborted when the run is seen not to run, or with `givingUp`.
   * `release` must be called when the call has ended.
   */
  endOf(
    { arenaId, runId }: { arenaId: number; runId: number },
    givingUp: AbortSignal,
  ): { readonly signal: AbortSignal; release(): void } {
    const run = this.runs.get(runId) ?? { arenaId, runId, stop: new AbortController(), calls: 0 }
    this.runs.set(runId, run)
    run.calls += 1
    return {
      signal: AbortSignal.any([givingUp, run.stop.signal]),
      release: () => {
        run.calls -= 1
        if (run.calls === 0 && this.runs.get(runId) === run) this.runs.delete(runId)
      },
    }
  }

  /** Reads the status of runs with such calls under way. Asks the database nothing if there are none. */
  async look(): Promise<void> {
    if (this.runs.size === 0) return
    const watched = [...this.runs.values()]
    const running = new Set(await selectStillRunning(this.db, watched))
    for (const run of watched) {
      if (running.has(run.runId)) continue
      // calls of a run that resumes meanwhile are watched anew
      if (this.runs.get(run.runId) === run) this.runs.delete(run.runId)
      run.stop.abort()
    }
  }
}
