import type { Cell } from './cell.ts'
import { coverageOf, missed, shareOf } from './score.ts'
import type { Score, Share } from './score.ts'

/** A cell and what came of it. */
export interface Result {
  cell: Cell
  score: Score
}

const HEAD = [
  'cell',
  'boards',
  'coverage',
  'usual',
  'any false',
  'usual',
  'false winner',
  'usual',
  'false front-runner',
  'best named winner',
  'usual',
  'all differences',
  'best is front-runner',
]

/** Markdown, one table a group: per cent ± standard error, each column of the engine followed by the usual recipe's. */
export function tables(results: Result[]): string {
  const groups = [...new Set(results.map(({ cell }) => cell.group))]
  return groups
    .map((group) => {
      const rows = results.filter(({ cell }) => cell.group === group).map(rowOf)
      return [`**${group}**`, '', lineOf(HEAD), lineOf(HEAD.map(() => '---')), ...rows.map(lineOf)].join('\n')
    })
    .join('\n\n')
}

function rowOf({ cell, score }: Result): string[] {
  const { boards, engine, arena } = score
  const count = (number: number) => percent(shareOf(number, boards))
  const hasBest = cell.strengths.filter((value) => value === Math.max(...cell.strengths)).length === 1
  const named = (number: number) => (hasBest ? count(number) : '')
  return [
    cell.name,
    String(boards),
    engine.measured > 1 ? percent(coverageOf(engine)) : '',
    arena.measured > 1 ? percent(coverageOf(arena)) : '',
    count(engine.anyFalse),
    count(arena.anyFalse),
    count(engine.falseWinner),
    count(arena.falseWinner),
    count(engine.falseFrontRunner),
    named(engine.rightWinner),
    named(arena.rightWinner),
    cell.allDifferences ? count(score.allDifferences) : '',
    named(engine.rightFrontRunner),
  ]
}

/** The cells that miss a goal by more than two standard errors, one a line. */
export function misses(results: Result[]): string[] {
  return results
    .filter(({ cell }) => cell.promised)
    .flatMap(({ cell, score }) => {
      const goals = missed(score)
      return goals.length > 0 ? [`${cell.group}: ${cell.name}: ${goals.join(', ')}`] : []
    })
}

function percent({ share, error }: Share): string {
  return `${(100 * share).toFixed(1)} ± ${(100 * error).toFixed(1)}`
}

function lineOf(fields: string[]): string {
  return `| ${fields.join(' | ')} |`
}
