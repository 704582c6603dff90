import { WINS_OVER, type ReadPlan } from '../../../../shared/contracts/read-plan.ts'
import type { ScoreKind } from '../../../../shared/contracts/votes.ts'
import { msg } from '../../../../shared/messages/index.ts'
import { formatOfPlan } from '../../read-plan/plan-format.ts'
import { columnsRead, contestantOfName, detectPreset, isTable, PRESETS } from '../../read-plan/presets.ts'
import { columnSource, EACH, GIVEN_PLAN, OWN_SOURCE, withHeaderColumns } from '../../read-plan/sources.ts'
import { nonColumnChanges, changesOfPlan, unchangedColumns, type ColumnChanges } from '../column-changes.ts'
import { FileError } from '../fields.ts'
import type { OpenFile } from '../open-file.ts'
import { mappedColumns, fileFormat, fileColumns, headRows } from '../rows.ts'
import type { ReadScoreRow } from '../scores.ts'
import * as evaluations from './evaluations.ts'
import { Notes, Renames, type FileHead, type ToolFormat } from './tool-format.ts'
import { TOOL_PRESETS } from './tool-presets.ts'
import * as traces from './traces.ts'

/** The formats that need more than a plan. The first that matches a file reads it. */
const TOOL_FORMATS: readonly ToolFormat[] = [
  traces.openWebuiFeedback,
  evaluations.promptfooJson,
  evaluations.inspectLog,
  traces.langsmithRuns,
]

/** A format and the beginning of the file that has it. */
export interface Recognised {
  format: ToolFormat
  head: FileHead
}

const ALL_PRESETS = [...TOOL_PRESETS, ...PRESETS]

/** The format of a file, by the exact names of its columns; null if it is none of them. */
export function recogniseTool(file: OpenFile): Recognised | null {
  const head = fileHead(file)
  const format = TOOL_FORMATS.find(({ matches }) => matches(head))
  if (format) return { format, head }
  const found = detectPreset(file, ALL_PRESETS)
  return found && { format: formatOfPlan(withUserNames(found.plan, head), found.source), head }
}

/** With what a user says of keys of outputs and of contestants: a plan that is told says it, too. */
function withUserNames(plan: ReadPlan, { renames, given, columns: header }: FileHead): ReadPlan {
  if (!('output' in plan.columns)) return plan
  const columns = { ...plan.columns }
  if (given.has('model') && header.has('model')) columns['model'] = 'model'
  const ignore = [...plan.ignore]
  for (const [name, meant] of renames.changes)
    if (meant === null) ignore.push(name)
    else columns[meant] ??= name
  return { ...plan, columns, ignore }
}

/** The columns of a format that has a reader of its own; undefined if a plan names none of these. */
export const columnsOfTool = ({ preset }: ReadPlan): readonly string[] | undefined =>
  TOOL_FORMATS.find(({ name }) => name === preset)?.reads

/**
 * A file that is read as a plan says, whatever its columns are called.
 * @throws {FileError} if the plan names a format that is not known
 */
export function recogniseByPlan(file: OpenFile, given: ReadPlan): Recognised {
  const head = fileHead(file)
  const known = TOOL_FORMATS.find(({ name }) => name === given.preset)
  if (known) return { format: known, head }
  // a row of JSON may have more than the first
  const columns = new Set([...head.columns, ...head.rows.flatMap((row) => Object.keys(row))])
  const plan = withHeaderColumns(withPresetColumns(given, file, head), columns)
  const names: ColumnChanges =
    'output' in plan.columns ? nonColumnChanges(changesOfPlan(plan), [...columns]) : new Map()
  const missing = columnsRead(plan, columns).find(
    (column) => column !== '' && column !== EACH && !columns.has(column) && !names.has(column),
  )
  if (missing !== undefined)
    throw new FileError(
      msg('plan_column_missing', {
        file: file.name,
        column: missing,
        columns: head.header.slice(0, MAX_COLUMNS),
      }),
    )
  return {
    // that a file holds counts says not yet what they are
    format: formatOfPlan(
      plan,
      Object.keys(given.columns).length > 0 || given.preset ? GIVEN_PLAN : OWN_SOURCE,
    ),
    head: { ...head, renames: new Renames(names) },
  }
}

/** A plan with the columns of its preset if it names none of these. @throws {FileError} if the preset is not known */
function withPresetColumns(plan: ReadPlan, file: OpenFile, head: FileHead): ReadPlan {
  const { kind, preset, columns, ignore, outcomes } = plan
  if (kind === 'counts' && Object.keys(columns).length === 0) {
    const named = detectPreset(file, COUNTS)?.plan
    return named?.kind === 'counts' ? { ...named, ignore, outcomes } : planOfWinMatrix(plan, head)
  }
  if (preset === undefined || isTable(preset)) return plan
  const presets = ALL_PRESETS.filter(({ name }) => name === preset)
  if (presets.length === 0) throw new FileError(msg('plan_preset_unknown', { preset }))
  const whole = detectPreset(file, presets)?.plan
  if (whole?.preset !== preset || Object.keys(whole.columns).some((target) => target in columns)) return plan
  return {
    ...whole,
    columns: { ...whole.columns, ...columns },
    ignore: [...whole.ignore, ...ignore],
    outcomes: { ...whole.outcomes, ...outcomes },
  }
}

const MAX_COLUMNS = 12

/** Who says that a file holds counts need not have said what else is in it. */
const COUNTS = PRESETS.filter(({ plan }) => plan.kind === 'counts').map(({ mayHave: _, ...preset }) => preset)

/** A table of contestants by contestants: the first column names those of the rows. */
function planOfWinMatrix(plan: ReadPlan, { header: [first = '', ...others] }: FileHead): ReadPlan {
  const rivals = others.filter((column) => column !== '' && !plan.ignore.includes(column))
  return {
    ...plan,
    columns: {
      model_a: columnSource(first),
      ...Object.fromEntries(rivals.map((column) => [`${WINS_OVER}${column}`, columnSource(column)])),
    },
  }
}

/** The reader of the scores in a tool's file, and the name of its format; null if no tool with scores wrote it. */
export function recogniseScores(
  file: OpenFile,
  from: ScoreKind,
): { name: string; read: ReadScoreRow } | null {
  const head = fileHead(file)
  const { scores, name = '' } = TOOL_FORMATS.find((format) => format.scores && format.matches(head)) ?? {}
  return scores ? { name, read: scores(head, from) } : null
}

function fileHead(file: OpenFile): FileHead {
  const format = fileFormat(file)
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
    title: contestantOfName(file),
    renames: new Renames(file.changes && nonColumnChanges(file.changes, fileColumns(file))),
    outcomes: file.outcomes,
    notes: new Notes(),
  }
}
