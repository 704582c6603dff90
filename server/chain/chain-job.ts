import { addJob } from '../platform/jobs.ts'
import type { Deps } from '../platform/deps.ts'

/** The job that closes days. */
export const CHAIN_TASK = 'close-days'

/** Ten past midnight UTC: after the votes that were being recorded at midnight. */
export const CHAIN_CRONTAB = `10 0 * * * ${CHAIN_TASK}`

/** Queues the job, for days that ended while no server ran. */
export const requestChain = ({ db }: Pick<Deps, 'db'>): Promise<void> =>
  addJob(db, { task: CHAIN_TASK, payload: {}, queue: CHAIN_TASK, key: CHAIN_TASK })
