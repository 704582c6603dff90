import type { Share } from './table.ts'

/**
 * Counts of what a rule did on a number of boards. They can be added up. `covered` sums shares of a board's
 * ratings.
 */
export interface RuleScore {
  covered: number
  coveredSquares: number
  /** Boards on which somebody was rated, so coverage was counted. */
  measured: number
  newcomersCovered: number
  newcomersMeasured: number
  anyFalse: number
  falseWinner: number
  falseFrontRunner: number
  rightWinner: number
  rightFrontRunner: number
}

/** Both rules on the same boards. */
export interface Score {
  boards: number
  /** Boards on which somebody was unbeaten (at the last look). */
  unbeaten: number
  engine: RuleScore
  arena: RuleScore
  /** Boards on which the test of all differences named the true best, if it was computed. */
  allDifferences: number
}

export function noRuleScore(): RuleScore {
  return {
    covered: 0,
    coveredSquares: 0,
    measured: 0,
    newcomersCovered: 0,
    newcomersMeasured: 0,
    anyFalse: 0,
    falseWinner: 0,
    falseFrontRunner: 0,
    rightWinner: 0,
    rightFrontRunner: 0,
  }
}

export function noScore(): Score {
  return { boards: 0, unbeaten: 0, engine: noRuleScore(), arena: noRuleScore(), allDifferences: 0 }
}

export function sum(a: Score, b: Score): Score {
  return {
    boards: a.boards + b.boards,
    unbeaten: a.unbeaten + b.unbeaten,
    engine: sumOfRules(a.engine, b.engine),
    arena: sumOfRules(a.arena, b.arena),
    allDifferences: a.allDifferences + b.allDifferences,
  }
}

function sumOfRules(a: RuleScore, b: RuleScore): RuleScore {
  const total = noRuleScore()
  for (const key of Object.keys(total) as (keyof RuleScore)[]) total[key] = a[key] + b[key]
  return total
}

/** Mean coverage. Its error is that of a mean over boards, since the ratings of one board depend on each other. */
export function coverageOf({ covered, coveredSquares, measured }: RuleScore): Share {
  const share = covered / measured
  const variance = Math.max(0, coveredSquares / measured - share * share)
  return { share, error: Math.sqrt(variance / Math.max(1, measured - 1)) }
}

/** The goals: 5 % false, 93 % coverage. Chance may add two standard errors at the goal for this number of boards. */
export const GOALS = { false: 0.05, coverage: 0.93 }

/** The names of the goals that a cell misses by more than chance allows. */
export function missedGoals({ boards, engine }: Score): string[] {
  const most = GOALS.false + 2 * Math.sqrt((GOALS.false * (1 - GOALS.false)) / boards)
  const coverage = coverageOf(engine)
  const tooMany = (count: number) => count / boards > most
  return [
    ...(engine.measured > 1 && coverage.share + 2 * coverage.error < GOALS.coverage ? ['coverage'] : []),
    ...(tooMany(engine.anyFalse) ? ['any false'] : []),
    ...(tooMany(engine.falseWinner) ? ['false winner'] : []),
    ...(tooMany(engine.falseFrontRunner) ? ['false front-runner'] : []),
  ]
}
