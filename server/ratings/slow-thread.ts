/** Computes slow boards, or reports beside boards, so that the rating thread can read new votes meanwhile. */
import { constants, setPriority } from 'node:os'
import { answerTasks } from '../platform/jobs/thread.ts'
import { selectAnswerStyles, type AnswersKey } from './reports/answer-styles.ts'
import {
  boardReports,
  isTooLarge,
  type ComputedReports,
  type ReportsInput,
} from './reports/compute-reports.ts'
import { liveBoard, type BoardTask, type BoardText } from './vote-store/view-votes.ts'

// On Linux this lowers the priority of this thread alone, so that new votes come first. Elsewhere it would lower that of
// the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW)

export interface ReportsTask extends ReportsInput {
  answers: AnswersKey
}

answerTasks<BoardTask | ReportsTask, BoardText | ComputedReports>((task) =>
  'answers' in task ? runReportsTask(task) : liveBoard(task),
)

async function runReportsTask(task: ReportsTask): Promise<ComputedReports> {
  return boardReports(task, isTooLarge(task) ? null : await selectAnswerStyles(task.answers))
}
