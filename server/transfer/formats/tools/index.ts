import { extname } from 'node:path'
import { WINS_OVER, type ReadPlan } from '../../../../shared/contracts/read-plan.ts'
import type { ScoreKind } from '../../../../shared/contracts/votes.ts'
import { msg } from '../../../../shared/messages/index.ts'
import { columnsRead, formatOfPlan } from '../../read-plan/plan-format.ts'
import { isPreset, detectPreset } from '../../read-plan/presets.ts'
import { EACH } from '../../read-plan/sources.ts'
import { changesOfOthers, unchangedColumns } from '../column-changes.ts'
import { FileError } from '../fields.ts'
import type { OpenFile } from '../open-file.ts'
import { mappedColumns, fileFormat, fileColumns, headRows } from '../rows.ts'
import type { ReadScores } from '../score-votes.ts'
import * as evaluations from './evaluations.ts'
import * as lmarena from './lmarena.ts'
import { Notes, Renames, type FileHead, type ToolFormat } from './tool-format.ts'
import * as traces from './traces.ts'
import * as tables from './vote-tables.ts'

/** The formats that need more than a plan. The first that matches a file reads it. */
const TOOL_FORMATS: readonly ToolFormat[] = [
  lmarena.arena55k,
  lmarena.battlesWithConversations,
  evaluations.alpacaAnnotations,
  tables.preferences,
  lmarena.mtBenchPairs,
  lmarena.fastChatAnswers,
  lmarena.arenaHardJudgments,
  lmarena.arenaHardAnswers,
  lmarena.arenaHardQuestionsOld,
  tables.comparIaVotes,
  traces.openWebuiFeedback,
  evaluations.promptfooJson,
  evaluations.inspectLog,
  traces.langsmithRuns,
  traces.langsmithTable,
  traces.phoenixExperiment,
  traces.phoenixSpans,
  traces.braintrust,
  traces.langfuse,
]

/** A format and the beginning of the file that has it. */
export interface Recognised {
  format: ToolFormat
  head: FileHead
}

/** The format of a file, by the exact names of its columns; null if it is none of them. */
export function recogniseTool(file: OpenFile): Recognised | null {
  const head = headOf(file)
  const format = TOOL_FORMATS.find(({ matches }) => matches(head))
  if (format) return { format, head }
  const found = detectPreset(file)
  return found && { format: formatOfPlan(found.plan, found.source), head }
}

/** Whether a plan names a format that has a reader of its own, and not only columns. */
export const isOfTool = ({ preset }: ReadPlan): boolean => TOOL_FORMATS.some(({ name }) => name === preset)

/**
 * A file that is read as a plan says, whatever its columns are called.
 * @throws {FileError} if the plan names a format that is not known
 */
export function recogniseByPlan(file: OpenFile, given: ReadPlan): Recognised {
  const head = headOf(file)
  const plan =
    given.kind === 'counts' && Object.keys(given.columns).length === 0 ? ofCounts(given, head) : given
  const known = TOOL_FORMATS.find(({ name }) => name === plan.preset)
  if (known) return { format: known, head }
  if (plan.preset !== undefined && !isPreset(plan.preset))
    throw new FileError(msg('plan_preset_unknown', { preset: plan.preset }))
  const missing = columnsRead(plan, head.columns).find(
    (column) => column !== '' && column !== EACH && !head.columns.has(column),
  )
  if (missing !== undefined)
    throw new FileError(
      msg('plan_column_missing', {
        file: file.name,
        column: missing,
        columns: head.header.slice(0, MAX_COLUMNS),
      }),
    )
  return { format: formatOfPlan(plan, GIVEN), head }
}
const MAX_COLUMNS = 12
/** In place of the address of a format: the user says how a file is read. */
const GIVEN = 'a read plan'

/** A table of contestants by contestants: the first column names those of the rows. */
const ofCounts = (plan: ReadPlan, { header: [first = '', ...others] }: FileHead): ReadPlan => ({
  ...plan,
  columns: {
    model_a: first,
    ...Object.fromEntries(others.filter(Boolean).map((column) => [`${WINS_OVER}${column}`, column])),
  },
})

/** The reader of the scores in a tool's file; null if no tool with scores wrote it. */
export function recogniseScores(file: OpenFile, from: ScoreKind): ReadScores | null {
  const head = headOf(file)
  return TOOL_FORMATS.find(({ scores, matches }) => scores && matches(head))?.scores!(head, from) ?? null
}

function headOf(file: OpenFile): FileHead {
  const format = fileFormat(file)
  // Bedrock adds .out to the name of the requests
  const base = file.name.replace(/\.(?:gz|out)$/i, '')
  const extension = extname(base)
  const header = mappedColumns(file)
  return {
    header,
    columns: new Set(header),
    kept: unchangedColumns(file.changes),
    given: new Set(file.changes?.values()),
    path: format.kind === 'json' ? (format.path ?? []) : [],
    text: file.head.toString('utf8'),
    rows: headRows(file),
    file: file.name,
    title: extension === '' ? null : base.slice(0, -extension.length),
    renames: new Renames(file.changes && changesOfOthers(file.changes, fileColumns(file))),
    notes: new Notes(),
  }
}
