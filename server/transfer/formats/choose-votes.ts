import { PEOPLE, judgeOfSource, sourceOfJudge } from '../../../shared/contracts/source.ts'
import type { View, Warning } from '../../../shared/contracts/index.ts'
import { msg, warning } from '../../../shared/messages/index.ts'
import type { JudgeType, VoteRow } from '../../../shared/contracts/votes.ts'
import type { TextColumn, VoteTable } from '../../../shared/votes/vote-table.ts'
import { FileVotes, JUDGE_TYPES, type FoundRepeats } from './file-votes.ts'
import { mergeCalls } from './merge-calls.ts'
import { findRepeats } from './repeated-votes.ts'

/** The rows of a votes file that make a board. Null: no restriction. */
export interface Choice {
  criterion: string | null
  category: string | null
  /** As in an address: `people`, `judges`, `judge:NAME`, `all` that are not simulated. */
  source: string | null
  /** Only the rows of this voter, of any type. */
  judge: string | null
  orders: 'merge' | 'separate'
  /** The share of these rows that one person may have; the first ones stay. Absent: any. */
  voterCap?: number | undefined
}

interface Chosen {
  votes: VoteTable
  view: View
  /** How many rows are beyond `voterCap`. */
  overCap: number
  warnings: Warning[]
}

const HUMAN = JUDGE_TYPES.indexOf('human')
const LLM = JUDGE_TYPES.indexOf('llm')
const RESULT = JUDGE_TYPES.indexOf('result')
const SIMULATED = JUDGE_TYPES.indexOf('simulated')
const LIVE = JUDGE_TYPES.indexOf('live')

/** The votes of one view from the good rows of a file. */
export function chooseVotes(file: FileVotes, choice: Choice): Chosen {
  const repeats = settleVotes(file, choice.orders)
  const matching = chosenRows(file, choice)
  const types = countTypes(file, matching)
  // simulated votes are never rated with others, and those on prompts of visitors only where that is asked for
  const apart = APART.filter(
    ({ type }) =>
      types[type] > 0 &&
      (type === SIMULATED || choice.source === null) &&
      types.some((count, typeIndex) => count > 0 && typeIndex !== type && typeIndex !== SIMULATED),
  ).map((kind) => ({ ...kind, count: types[kind.type] }))
  const all =
    apart.length > 0
      ? rowsWhere(file, matching, (row) => apart.every(({ type }) => file.judgeType[row] !== type))
      : matching
  const real = choice.voterCap === undefined ? all : withinCap(file, all ?? everyRow(file), choice.voterCap)
  const overCap = choice.voterCap === undefined ? 0 : (all?.length ?? file.rows) - real!.length
  for (const { type } of apart) types[type] = 0
  const broken = chosenCalls(file.incomplete, choice)
  const source =
    choice.source ?? (choice.judge === null ? sourceForTypes(types) : sourceOfJudge(choice.judge))
  return {
    votes: file.table(real, source === 'all' ? 'people' : 'all'),
    view: {
      source,
      criterion: choice.criterion,
      category: choice.category,
      from: null,
      to: null,
    },
    overCap,
    warnings: [
      ...repeats.warnings,
      ...(broken.length > 0 ? [incompleteJudgements(broken)] : []),
      ...(choice.source === null && types[HUMAN] > 0 && types[LLM] > 0 ? [MIXED_SOURCES] : []),
      ...apart.map(({ code, count }) => warning(msg(code, { count }), { count })),
      ...(types.some((count, type) => count > 0 && file.focused.has(type)) ? [FOCUSED_DRAWS] : []),
      ...(overCap > 0 ? [votesOverCap(overCap, choice.voterCap!)] : []),
    ],
  }
}

/** Merges the calls of judges into votes, and finds the rows that are one vote. Once, when all files are read. */
export function settleVotes(file: FileVotes, orders: Choice['orders']): FoundRepeats {
  if (file.repeats) return file.repeats
  const calls = file.ordered
  const { votes, incomplete } = orders === 'merge' ? mergeCalls(calls) : { votes: calls, incomplete: [] }
  for (const vote of votes) file.addVote(vote)
  file.ordered = []
  file.incomplete = incomplete
  return (file.repeats = findRepeats(file))
}

function chosenCalls(calls: readonly VoteRow[], choice: Choice): VoteRow[] {
  const file = new FileVotes()
  for (const call of calls) file.addVote(call)
  const rows = chosenRows(file, choice)
  return rows ? Array.from(rows, (row) => calls[row]) : [...calls]
}

const ROWS_OF: Record<string, readonly number[]> = {
  [PEOPLE]: [HUMAN],
  all: [HUMAN, LLM, RESULT],
  simulated: [SIMULATED],
  live: [LIVE],
}

/** The chosen rows, ascending; null for all. */
function chosenRows(file: FileVotes, { criterion, category, source, judge }: Choice): Int32Array | null {
  const types = source === null ? null : (ROWS_OF[source] ?? [LLM])
  const judgeName = judgeOfSource(source)
  const again = file.repeats?.again ?? null
  const tests = [
    types === null ? null : (row: number) => types.includes(file.judgeType[row]),
    isNamed(file.criterion, file.rows, criterion),
    isNamed(file.category, file.rows, category),
    isNamed(file.judge, file.rows, judge),
    isNamed(file.judge, file.rows, judgeName),
    again && ((row: number) => again[row] === 0),
  ].filter((test) => test !== null)
  return tests.length === 0 ? null : rowsWhere(file, null, (row) => tests.every((test) => test(row)))
}

function rowsWhere(
  file: FileVotes,
  among: Int32Array | null,
  isWanted: (row: number) => boolean,
): Int32Array {
  return (among ?? everyRow(file)).filter(isWanted)
}

const everyRow = (file: FileVotes) => Int32Array.from({ length: file.rows }, (_, row) => row)

/** Tests whether a row has this name in a column; '' means no name. */
function isNamed(column: TextColumn, rows: number, name: string | null) {
  if (name === null) return null
  const numbers = column.of(rows)
  const number = name === '' ? -1 : column.names.indexOf(name)
  const isThere = name === '' || number >= 0
  return (row: number) => isThere && (numbers.length === 0 ? -1 : numbers[row]) === number
}

/** How many rows there are of each judge type. */
function countTypes({ rows, judgeType }: FileVotes, among: Int32Array | null): number[] {
  const counts = JUDGE_TYPES.map(() => 0)
  if (among) for (const row of among) counts[judgeType[row]]++
  else for (let row = 0; row < rows; row++) counts[judgeType[row]]++
  return counts
}

function sourceForTypes(types: readonly number[]): string {
  const [only, ...others] = JUDGE_TYPES.filter((_, type) => types[type] > 0)
  return only === undefined || others.length > 0 ? 'all' : SOURCES[only]
}

const SOURCES: Record<JudgeType, string> = {
  human: PEOPLE,
  llm: 'judges',
  result: 'all',
  simulated: 'simulated',
  live: 'live',
}

const FOCUSED_DRAWS = warning(msg('focused_draws'))
const MIXED_SOURCES = warning(msg('mixed_sources_in_file'), { kind: 'mixed_sources' })

function incompleteJudgements(rows: readonly VoteRow[]): Warning {
  const lines = rows
    .map(({ line }) => line)
    .sort((a, b) => a - b)
    .slice(0, 100)
  return warning(msg('incomplete_judgement', { count: rows.length }), { count: rows.length, lines })
}

const votesOverCap = (count: number, cap: number): Warning =>
  warning(msg('votes_over_cap', { count, percent: Number((100 * cap).toPrecision(6)) }), { count })

const APART = [
  { type: SIMULATED, code: 'simulated_left_out' },
  { type: LIVE, code: 'live_left_out' },
] as const

/**
 * These rows without what a voter has beyond its share of them: its first votes stay, by their times if all have one, else
 * in the order of the file. Judges and votes without a voter are not limited.
 * @param rows ascending
 * @param cap from 0 to 1; every voter keeps one vote at least
 */
function withinCap(file: FileVotes, rows: Int32Array, cap: number): Int32Array {
  const most = Math.max(1, Math.floor(cap * rows.length))
  const { time, judgeType } = file
  const voter = file.judge.of(file.rows)
  const isTimed = time.length > 0 && rows.every((row) => !Number.isNaN(time[row]))
  const inOrder = isTimed ? rows.slice().sort((a, b) => time[a] - time[b] || a - b) : rows
  const counts = new Map<number, number>()
  const capped = inOrder.filter((row) => {
    const who = voter.length > 0 ? voter[row] : -1
    if (who < 0 || judgeType[row] === LLM) return true
    const count = 1 + (counts.get(who) ?? 0)
    counts.set(who, count)
    return count <= most
  })
  return capped.sort()
}

/** The names in a file that a choice of votes may use. */
export interface VoteFileNames {
  contestants: readonly string[]
  categories: readonly string[]
  voters: readonly string[]
  judges: readonly string[]
  /** Sorted; '' for rows without a name. */
  criteria: readonly string[]
}

export function collectNames(file: FileVotes): VoteFileNames {
  const { rows, judgeType, contestants, category, judge, criterion } = file
  const calls = [...file.ordered, ...file.incomplete]
  const judges = new Set(calls.flatMap((call) => call.judge ?? []))
  const judgeByRow = judge.of(rows)
  for (let row = 0; row < judgeByRow.length; row++)
    if (judgeType[row] === LLM && judgeByRow[row] >= 0) judges.add(judge.names[judgeByRow[row]])
  const criterionByRow = criterion.of(rows)
  const isMissing =
    (rows > 0 && (criterionByRow.length === 0 || criterionByRow.includes(-1))) ||
    calls.some((call) => call.criterion === null)
  return {
    contestants: contestants.names,
    categories: category.names,
    voters: judge.names,
    judges: [...judges],
    criteria: [...(isMissing ? [''] : []), ...criterion.names].sort(),
  }
}
