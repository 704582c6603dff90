import type { Cell } from './cell.ts'
import { coverageOf, missedGoals, shareOf } from './score.ts'
import type { RuleScore, Score, Share } from './score.ts'

/** A cell and its score. */
export interface Result {
  cell: Cell
  score: Score
}

interface Column {
  head: string
  of: (result: Result) => string
}

/**
 * Per cent ± standard error. A column of the engine is followed by that of the usual recipe. Empty if it has no
 * meaning.
 */
const COLUMNS: Column[] = [
  { head: 'cell', of: ({ cell }) => cell.name },
  { head: 'boards', of: ({ score }) => String(score.boards) },
  {
    head: 'somebody unbeaten',
    of: ({ cell, score }) => (cell.group === 'unbeaten' ? share(score, score.unbeaten) : ''),
  },
  { head: 'coverage', of: ({ score }) => coverage(score.engine) },
  { head: 'usual', of: ({ score }) => coverage(score.arena) },
  { head: 'newcomers’ coverage', of: ({ score }) => newcomersCoverage(score.engine) },
  { head: 'usual', of: ({ score }) => newcomersCoverage(score.arena) },
  { head: 'any false', of: ({ score }) => share(score, score.engine.anyFalse) },
  { head: 'usual', of: ({ score }) => share(score, score.arena.anyFalse) },
  { head: 'false winner', of: ({ score }) => share(score, score.engine.falseWinner) },
  { head: 'usual', of: ({ score }) => share(score, score.arena.falseWinner) },
  { head: 'false front-runner', of: ({ score }) => share(score, score.engine.falseFrontRunner) },
  { head: 'best named winner', of: (result) => ofBest(result, result.score.engine.rightWinner) },
  { head: 'usual', of: (result) => ofBest(result, result.score.arena.rightWinner) },
  {
    head: 'all differences',
    of: ({ cell, score }) => (cell.allDifferences ? share(score, score.allDifferences) : ''),
  },
  { head: 'best is front-runner', of: (result) => ofBest(result, result.score.engine.rightFrontRunner) },
]

/** Markdown, with one table for each group. Columns without values are left out. */
export function tables(results: Result[]): string {
  const groups = [...new Set(results.map(({ cell }) => cell.group))]
  return groups
    .map((group) =>
      table(
        group,
        results.filter(({ cell }) => cell.group === group),
      ),
    )
    .join('\n\n')
}

function table(group: string, results: Result[]): string {
  const filled = COLUMNS.filter(({ of }) => results.some((result) => of(result) !== ''))
  const rows = results.map((result) => lineOf(filled.map(({ of }) => of(result))))
  const rule = lineOf(filled.map((_, i) => (i === 0 ? '---' : '--:')))
  return [`**${group}**`, '', lineOf(filled.map(({ head }) => head)), rule, ...rows].join('\n')
}

/** The cells that miss a goal by more than two standard errors, one on each line. */
export function missedGoalLines(results: Result[]): string[] {
  return results
    .filter(({ cell }) => cell.promised)
    .flatMap(({ cell, score }) => {
      const goals = missedGoals(score)
      return goals.length > 0 ? [`${cell.group}: ${cell.name}: ${goals.join(', ')}`] : []
    })
}

function share({ boards }: Score, count: number): string {
  return percent(shareOf(count, boards))
}

function coverage(rule: RuleScore): string {
  return rule.measured > 1 ? percent(coverageOf(rule)) : ''
}

function newcomersCoverage({ newcomersCovered, newcomersMeasured }: RuleScore): string {
  return newcomersMeasured > 1 ? percent(shareOf(newcomersCovered, newcomersMeasured)) : ''
}

function ofBest({ cell: { strengths }, score }: Result, count: number): string {
  const strongest = Math.max(...strengths)
  return strengths.filter((value) => value === strongest).length === 1 ? share(score, count) : ''
}

function percent({ share: p, error }: Share): string {
  return `${(100 * p).toFixed(1)} ± ${(100 * error).toFixed(1)}`
}

function lineOf(fields: string[]): string {
  return `| ${fields.join(' | ')} |`
}
