/** Computes the reports beside boards, so that neither boards nor new votes wait for them. */
import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { stylesOf, type AnswersOf, samplesOf } from './reports/answer-styles.ts'
import { boardReports, isTooLarge, type ReportsInput } from './reports/board-reports.ts'
import { asError } from '../platform/jobs/thread.ts'

// On Linux this lowers the priority of this thread alone; elsewhere it would lower that of the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW)

interface ReportsTask extends ReportsInput {
  answers: AnswersOf
}

parentPort!.on('message', async ({ id, task }: { id: number; task: ReportsTask }) => {
  try {
    const isLarge = isTooLarge(task)
    const styles = isLarge ? null : await stylesOf(task.answers)
    const samples = isLarge ? new Map() : await samplesOf(task.answers)
    parentPort!.postMessage({ id, answer: boardReports(task, styles, samples) })
  } catch (error) {
    parentPort!.postMessage({ id, error: asError(error) })
  }
})
