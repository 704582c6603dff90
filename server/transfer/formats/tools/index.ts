import { extname } from 'node:path'
import { changesOfOthers, keptColumns } from '../column-changes.ts'
import { columnsOf, ownColumnsOf } from '../columns.ts'
import { FileError } from '../file-error.ts'
import { formatOf } from '../format.ts'
import type { OpenFile } from '../open-file.ts'
import { arenaHardAnswers, arenaHardJudgments, arenaHardQuestions } from './arena-hard.ts'
import { answersWithVerdict } from './answers-with-verdict.ts'
import { alpacaAnnotations, alpacaOutputs } from './alpaca-eval.ts'
import { comparIaVotes } from './compar-ia.ts'
import { inspectLog } from './inspect.ts'
import { langsmithDataset, langsmithRuns, langsmithTable } from './langsmith.ts'
import { arena55k, battlesWithConversations, ownBattles } from './lmarena.ts'
import { longTable } from './long-table.ts'
import { refuseLookAlike } from './look-alikes.ts'
import { arenaHardQuestionsOld, fastChatAnswers, mtBenchPairs } from './mt-bench.ts'
import { openWebuiFeedback } from './open-webui.ts'
import { openaiEvals } from './openai-evals.ts'
import { preferences } from './preferences.ts'
import { promptfooCsv, promptfooJson } from './promptfoo.ts'
import { Notes, Renames } from './tool-format.ts'
import type { FileHead, ToolFormat } from './tool-format.ts'
import {
  braintrust,
  braintrustDataset,
  langfuse,
  langfuseDataset,
  phoenixExperiment,
  phoenixSpans,
} from './traces.ts'
import { leftRight, winnerLoser } from './winner-loser.ts'

/** Every format of another tool. The first that matches a file reads it. */
export const TOOL_FORMATS: readonly ToolFormat[] = [
  ownBattles,
  arena55k,
  battlesWithConversations,
  alpacaAnnotations,
  alpacaOutputs,
  preferences,
  mtBenchPairs,
  fastChatAnswers,
  arenaHardJudgments,
  arenaHardAnswers,
  arenaHardQuestions,
  arenaHardQuestionsOld,
  comparIaVotes,
  openWebuiFeedback,
  openaiEvals,
  promptfooJson,
  promptfooCsv,
  inspectLog,
  langsmithRuns,
  langsmithTable,
  langsmithDataset,
  phoenixExperiment,
  phoenixSpans,
  braintrust,
  langfuse,
  langfuseDataset,
  braintrustDataset,
  longTable,
  winnerLoser,
  leftRight,
  answersWithVerdict,
]

/** A format and the beginning of the file that has it. */
export interface Recognised {
  format: ToolFormat
  head: FileHead
}

/**
 * The tool that wrote a file, by its columns; null if it is none of them.
 * @throws {FileError} for a file that resembles one of Deadheat's but means something else
 */
export function recogniseTool(file: OpenFile): Recognised | null {
  const head = headOf(file)
  const format = TOOL_FORMATS.find(({ matches }) => matches(head))
  const refusal = format && format !== answersWithVerdict ? null : refuseLookAlike(head, file.name)
  if (refusal) throw new FileError(refusal)
  return format ? { format, head } : null
}

function headOf(file: OpenFile): FileHead {
  const format = formatOf(file.head, file.name)
  const base = file.name.replace(/\.gz$/i, '')
  const extension = extname(base)
  const header = columnsOf(file)
  return {
    header,
    columns: new Set(header),
    kept: keptColumns(file.changes),
    path: format.kind === 'json' ? (format.path ?? []) : [],
    text: file.head.toString('utf8'),
    file: file.name,
    title: extension === '' ? null : base.slice(0, -extension.length),
    renames: new Renames(file.changes && changesOfOthers(file.changes, ownColumnsOf(file))),
    notes: new Notes(),
  }
}
