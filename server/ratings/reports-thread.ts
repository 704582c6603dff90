/** Computes the reports beside boards, so that neither boards nor new votes wait for them. */
import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { boardReports } from './reports/board-reports.ts'
import type { ReportsInput } from './reports/board-reports.ts'
import { asError } from './thread.ts'

// On Linux this lowers the priority of this thread alone; elsewhere it would lower that of the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW)

parentPort!.on('message', ({ id, task }: { id: number; task: ReportsInput }) => {
  try {
    parentPort!.postMessage({ id, answer: boardReports(task) })
  } catch (error) {
    parentPort!.postMessage({ id, error: asError(error) })
  }
})
