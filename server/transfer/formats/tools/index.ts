import { extname } from 'node:path'
import { changesOfOthers, keptColumns } from '../column-changes.ts'
import { cellsOf, columnsOf, formatIn, ownColumnsOf, rowsOfHead } from '../rows.ts'
import { FileError, LONGEST_NAME, textField } from '../fields.ts'
import type { Scored } from '../../../../shared/contracts/votes.ts'
import type { OpenFile } from '../open-file.ts'
import type { ReadScores } from '../score-votes.ts'
import * as lmarena from './lmarena.ts'
import { answersWithVerdict, namesIn } from './answers-with-verdict.ts'
import * as benchmarks from './benchmarks.ts'
import * as evaluations from './evaluations.ts'
import * as tables from './vote-tables.ts'
import * as traces from './traces.ts'
import { Notes, Renames, type FileHead, type ToolFormat, hasAll, hasAny } from './tool-format.ts'
import { WINS_OVER, type ReadPlan } from '../../../../shared/contracts/read-plan.ts'
import { columnsRead, formatOfPlan } from '../../read-plan/plan-format.ts'
import { planOfPreset, PRESETS, presetOf } from '../../read-plan/presets.ts'
import { EACH } from '../../read-plan/sources.ts'
import type { FileIs } from '../../../../shared/messages/en/files.ts'
import { msg, type CodedMessage } from '../../../../shared/messages/index.ts'
import { columnWord } from '../../../../shared/messages/few.ts'
import {
  areTexts,
  isPart,
  meantTextColumns,
  meantVoteColumns,
  sidesIn,
  VERDICT,
  VOTE_COLUMNS,
} from '../near-columns.ts'
import { PROMPT_COLUMNS } from '../answers.ts'
import { outcomeWord } from '../../../../shared/stats/outcome-words.ts'

/** Every format of another tool. The first that matches a file reads it. */
const TOOL_FORMATS: readonly ToolFormat[] = [
  lmarena.ownBattles,
  lmarena.arena55k,
  lmarena.battlesWithConversations,
  evaluations.alpacaAnnotations,
  evaluations.alpacaOutputs,
  tables.preferences,
  lmarena.mtBenchPairs,
  lmarena.fastChatAnswers,
  lmarena.arenaHardJudgments,
  lmarena.arenaHardAnswers,
  lmarena.arenaHardQuestions,
  lmarena.arenaHardQuestionsOld,
  tables.comparIaVotes,
  traces.openWebuiFeedback,
  evaluations.promptfooJson,
  evaluations.promptfooCsv,
  evaluations.inspectLog,
  traces.langsmithRuns,
  traces.langsmithTable,
  evaluations.testCases,
  traces.langsmithDataset,
  traces.phoenixExperiment,
  traces.phoenixSpans,
  traces.braintrust,
  traces.langfuse,
  traces.langfuseDataset,
  traces.braintrustDataset,
  benchmarks.batch,
  benchmarks.chatLog,
  benchmarks.harnessSamples,
  benchmarks.helmState,
  benchmarks.answerLists,
  benchmarks.pytestReport,
  benchmarks.jestReport,
  tables.longTable,
  tables.winnerLoser,
  tables.leftRight,
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
  const preset = presetOf(file)
  if (preset) return byPlan(file, planOfPreset(preset, columnsOf(file)), preset.source)
  const head = headOf(file)
  const format = TOOL_FORMATS.find(({ matches }) => matches(head))
  const refusal = format && format !== answersWithVerdict ? null : refuseLookAlike(head, file)
  if (refusal) throw new FileError(refusal)
  if (format === tables.winnerLoser && ['winner', 'loser'].every((side) => holdSentences(file, side)))
    throw new FileError(msg('preferences_unnamed', { file: file.name }))
  return format ? { format, head } : null
}

/** Whether a plan names a format that has a reader of its own, and not only columns. */
export const isOfTool = ({ preset }: ReadPlan): boolean => TOOL_FORMATS.some(({ name }) => name === preset)

/**
 * A file that is read as a plan says, whatever its columns are called.
 * @throws {FileError} if the plan names a format that is not known
 */
export function byPlan(file: OpenFile, given: ReadPlan, source?: string): Recognised {
  const head = headOf(file)
  const plan =
    given.kind === 'counts' && Object.keys(given.columns).length === 0 ? ofCounts(given, head) : given
  const preset = PRESETS.find(({ name }) => name === plan.preset)
  const known = TOOL_FORMATS.find(({ name }) => name === plan.preset)
  if (known) return { format: known, head }
  if (plan.preset !== undefined && !preset)
    throw new FileError(msg('plan_preset_unknown', { preset: plan.preset }))
  const missing = columnsRead(plan).find(
    (column) => column !== '' && column !== EACH && !head.columns.has(column),
  )
  if (missing !== undefined && source === undefined)
    throw new FileError(
      msg('plan_column_missing', {
        file: file.name,
        column: missing,
        columns: head.header.slice(0, MOST_COLUMNS),
      }),
    )
  return { format: formatOfPlan(plan, source), head }
}
const MOST_COLUMNS = 12

/** A table of contestants by contestants: the first column names those of the rows. */
const ofCounts = (plan: ReadPlan, { header: [first = '', ...others] }: FileHead): ReadPlan => ({
  ...plan,
  columns: {
    model_a: first,
    ...Object.fromEntries(others.filter(Boolean).map((column) => [`${WINS_OVER}${column}`, column])),
  },
})

/** The reader of the scores in a tool's file; null if no tool with scores wrote it. */
export function recogniseScores(file: OpenFile, from: Scored): ReadScores | null {
  const head = headOf(file)
  return TOOL_FORMATS.find(({ scores, matches }) => scores && matches(head))?.scores!(head, from) ?? null
}

function headOf(file: OpenFile): FileHead {
  const format = formatIn(file)
  // Bedrock adds .out to the name of the requests
  const base = file.name.replace(/\.(?:gz|out)$/i, '')
  const extension = extname(base)
  const header = columnsOf(file)
  return {
    header,
    columns: new Set(header),
    kept: keptColumns(file.changes),
    given: new Set(file.changes?.values()),
    path: format.kind === 'json' ? (format.path ?? []) : [],
    text: file.head.toString('utf8'),
    rows: rowsOfHead(file),
    file: file.name,
    title: extension === '' ? null : base.slice(0, -extension.length),
    renames: new Renames(file.changes && changesOfOthers(file.changes, ownColumnsOf(file))),
    notes: new Notes(),
  }
}

/** Columns that other tools use for one of two sides or for an outcome. They never name a contestant. */
const SIDES =
  'winner_model_a winner_model_b winner_tie response_a response_b conversation_a conversation_b generator_1 generator_2 output_1 output_2 response_1 response_2'.split(
    ' ',
  )
/** One of two columns of texts whose authors the rows do not name, and the other one. */
const FIRST =
  /^((?:model[ _-]?)?(?:answer|response|output|completion|reply|text|generation|assistant|option|candidate|summary|translation|story)[ _-]?)([a01])$|^(left|1st|first)$/i
const SECOND: Readonly<Record<string, string>> = {
  0: '1',
  a: 'b',
  A: 'B',
  1: '2',
  left: 'right',
  '1st': '2nd',
  first: 'second',
}

/** Two columns of texts whose authors the rows do not name; empty if there are none. */
function unnamedPair(columns: readonly string[]): string[] {
  for (const column of columns) {
    const [found, what = '', side, word] = FIRST.exec(column) ?? []
    const other = `${what}${SECOND[side ?? word ?? '']}`
    if (found !== undefined && columns.includes(other)) return [column, other]
  }
  return []
}

const WINS = ['wins_a', 'wins_b', 'a_wins', 'b_wins', 'win_a', 'win_b', 'wins', 'losses']

/** Exports that do not say who wrote what, or that hold no answers or no votes. */
const UNREAD: readonly (readonly [what: FileIs, is: (head: FileHead) => boolean])[] = [
  ['prodigy', (head) => hasAll(head, '_input_hash', '_task_hash')],
  ['argilla', (head) => hasAll(head, 'fields', 'responses', 'suggestions')],
  ['argilla', ({ header }) => header.some((one) => one.endsWith('.responses'))],
  ['averages', (head) => hasAll(head, 'results', 'versions', 'configs')],
  ['Label Studio', (head) => hasAll(head, 'annotations', 'data')],
  [
    'counts',
    (head) =>
      !head.columns.has('winner') &&
      hasAny(head, ...WINS, ...(hasAll(head, 'model_a', 'model_b') ? ['win_rate', 'votes_a'] : [])),
  ],
  ['helm', (head) => hasAll(head, 'instance_id', 'stats')],
  [
    'chats',
    (head) =>
      hasAll(head, 'mapping', 'create_time') ||
      hasAny(head, 'chat_messages') ||
      hasAll(head, 'type', 'user', 'text', 'ts'),
  ],
  ['events', ({ header, text }) => header[0] === 'spec' && /"(?:completion_fns|eval_name)"/.test(text)],
]

/** Whether cells are texts of four words and more, or like sentences, as no name is. */
const holdSentences = (file: OpenFile, column: string): boolean => {
  const cells = cellsOf(file, column)
  return (
    areTexts(cells) &&
    2 *
      cells.filter((cell) => /\S(?:\s+\S+){3}|\s\S+[.!?…]$|^\p{Ll}\S*\s/u.test(String(cell).trim())).length >
      cells.length
  )
}
const holdsTexts = (file: OpenFile, column: string) => areTexts(cellsOf(file, column))

/** Whether columns of wins say yes or no of one row. */
const areFlags = (file: OpenFile): boolean =>
  rowsOfHead(file).every((row) =>
    WINS.every((column) => /^(?:|true|false|yes|no)$/i.test(String(row[column] ?? ''))),
  )

/** Two columns of names beside a verdict, and how to read them as votes or as answers. */
function sidesOfNames({ rows }: FileHead, columns: readonly string[]) {
  const verdict = columns.find((column) => VERDICT.test(column))
  const meant = meantVoteColumns(columns).filter((one) => one.meant !== 'model_a' && one.meant !== 'model_b')
  const known = new Set([...VOTE_COLUMNS, ...PROMPT_COLUMNS, verdict, ...meant.map(({ column }) => column)])
  const sides = columns.filter((column) => !known.has(column) && !isPart(column))
  const of = (column: string) => rows.map((row) => textField(row[column]) ?? '')
  if (verdict === undefined || sides.length !== 2 || namesIn(sides.map(of)).length === 0) return null
  const areLong = ({ column }: { column: string }) => of(column).some((cell) => cell.length > LONGEST_NAME)
  const renamed = meant.filter((one) => !areLong(one))
  const asked = meantTextColumns(columns).filter(({ meant }) => meant === 'prompt')
  const hasPrompt = columns.includes('prompt') || asked.length > 0
  const as = ({ column, meant }: { column: string; meant: string }) => `${columnWord(column)}=${meant}`
  const said = sides.map((column, i) => as({ column, meant: ['model_a', 'model_b'][i] }))
  const isSaid = (text: string) => sides.includes(text) && outcomeWord(text) !== sides.indexOf(text)
  return {
    columns: sides,
    votes: [...said, ...renamed.map(as)],
    ignored: meant.filter(areLong).map(({ column }) => column),
    outcomes: of(verdict).some(isSaid)
      ? sides.map((column, i) => `${column}=${['model_a', 'model_b'][i]}`)
      : [],
    answers: hasPrompt
      ? [...sides.map((column) => as({ column, meant: columnWord(column) })), ...asked.map(as)]
      : [],
  }
}

/** Why a file is none that can be imported, although its columns resemble one. Null: it resembles none. */
function refuseLookAlike(head: FileHead, opened: OpenFile): CodedMessage | null {
  const file = opened.name
  const unread = UNREAD.find(([what, is]) => is(head) && !(what === 'counts' && areFlags(opened)))
  if (unread) return msg('file_is', { file, what: unread[0] })
  if (hasAll(head, 'model', 'judgment', 'score')) return msg('single_scores', { file, from: 'scores' })
  if (hasAll(head, 'model_a', 'model_b') && head.columns.has('winner')) return null
  const columns = [...head.columns].filter((column) => !head.kept.has(column))
  const sides = head.columns.has('winner') ? sidesIn(columns) : []
  const near = sides.some(({ column }) => holdsTexts(opened, column)) ? [] : sides
  const has = (column: string) => columns.includes(column)
  const own = ['model_a', 'model_b']
  const names = sidesOfNames(head, columns)
  if (names) return msg('columns_hold_sides', { file, ...names })
  // names beside texts lack no more than the name of the verdict
  const areNamed = own.every((side) => has(side) && !holdsTexts(opened, side))
  if (areNamed && meantVoteColumns(columns).some(({ meant }) => meant === 'winner')) return null
  const pair = own.every((side) => has(side) && holdsTexts(opened, side)) ? own : unnamedPair(columns)
  const side = near[0]?.column ?? pair[0] ?? SIDES.find(has)
  if (side === undefined) return null
  return msg('side_column', {
    file,
    column: side,
    near: near.map(({ column, meant }) => `${column}=${meant}`),
    pair,
    hasPrompts: has('prompt') || meantTextColumns(columns).length > 0,
  })
}
