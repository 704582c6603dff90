import type {
  Climb,
  ClimbAttempt,
  ClimbCounts,
  ClimbOverfit,
  ClimbWarning,
} from '../../../shared/contracts/index.ts'
import { chanceOfAny, chanceOfPassing, passChallenge } from '../../../shared/stats/index.ts'
import type { ChallengeGate } from '../../../shared/stats/index.ts'
import type { Arena } from '../../arenas/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { ProblemError } from '../../platform/problem.ts'
import { selectNames } from '../queries.ts'
import { selectAttempts, selectEpochs, selectLikeLatest, selectResults } from './climb-queries.ts'
import type { AttemptRow, ResultCounts } from './climb-queries.ts'
import { incumbentsAfter } from './incumbents.ts'
import { selectSteps } from './queries.ts'

/** Above it, a climb is more likely than not to have promoted one that is no better, if all were equal. */
const LIKELY = 0.5

export interface ClimbWish {
  /** The attempt whose results are wanted prompt by prompt. */
  attempt?: number | undefined
  /** Whether texts of prompts and what judges said of answers may be told. */
  withTexts: boolean
}

/** The climb of an arena from its log: epochs, attempts, who is the incumbent, and how much of it may be chance. @throws {ProblemError} invalid_request for an attempt that is not there */
export async function climbOf({ db }: Pick<Deps, 'db'>, arena: Arena, wish: ClimbWish): Promise<Climb> {
  const [steps, names, epochs, rows, like] = await Promise.all([
    selectSteps(db, arena.id),
    selectNames(db, arena.id),
    selectEpochs(db, arena.id),
    selectAttempts(db, arena.id),
    selectLikeLatest(db, arena.id),
  ])
  const { incumbentId, predecessorId } = incumbentsAfter(steps)
  const named = (id: number | null) => names.find((one) => one.id === id)?.name ?? null
  const attempts = rows.map((row) => {
    const epoch = epochs[row.epoch - 1]!
    return attemptOf(row, epoch.references, epoch.heldOut)
  })
  const overfit = overfitOf(attempts.filter(({ epoch }) => like.includes(epoch)))
  const { attempt, withTexts } = wish
  if (attempt !== undefined && attempt > rows.length)
    throw new ProblemError(
      'invalid_request',
      `attempt: the climb of arena "${arena.slug}" has ${rows.length}. Ask for one from 1 on.`,
    )
  const results = attempt === undefined ? undefined : await selectResults(db, arena.id, attempt)
  return {
    arena: arena.slug,
    incumbent: named(incumbentId),
    predecessor: named(predecessorId),
    epochs: epochs.map((epoch) => ({ ...epoch, startedAt: epoch.startedAt.toISOString() })),
    attempts,
    overfit,
    warnings: warningsAbout(attempts, overfit),
    ...(results && {
      results: withTexts ? results : results.map((one) => ({ ...one, reason: null, question: null })),
    }),
  }
}

function attemptOf(row: AttemptRow, references: number, heldOut: number): ClimbAttempt {
  const { counts, heldOut: held, startedAt, endedAt, gate, ...rest } = row
  return {
    ...rest,
    gate,
    ...countsWith(counts ?? NONE, gate, references),
    holdOut: held && countsWith(held, gate, heldOut),
    startedAt: startedAt.toISOString(),
    endedAt: endedAt.toISOString(),
  }
}

const NONE: ResultCounts = { wins: 0, losses: 0, ties: 0, inconsistent: 0, identical: 0, failed: 0 }

function countsWith(counts: ResultCounts, gate: ChallengeGate, references: number): ClimbCounts {
  // jsonb gives names back in an order of its own
  const { wins, losses, ties, inconsistent, identical, failed } = counts
  const total = wins + losses + ties
  const { winRate, interval, pValue } = passChallenge(counts, gate)
  const missing = references - total - failed
  const aside = { inconsistent, identical, failed, missing }
  return { winRate, interval, pValue, wins, losses, ties, total, ...aside }
}

/** Each attempt by the true size of its own gate; attempts on the same references count as independent, which is an upper bound where they hang together. */
function overfitOf(attempts: readonly ClimbAttempt[]): ClimbOverfit | null {
  const challenges = attempts.filter(({ kind }) => kind === 'challenge')
  if (challenges.length === 0) return null
  const chance = chanceOfAny(challenges.map((one) => chanceOfPassing(one, one.gate)))
  return { attempts: challenges.length, chance, likely: chance > LIKELY }
}

const percent = (share: number) => `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} %`

function warningsAbout(attempts: readonly ClimbAttempt[], overfit: ClimbOverfit | null): ClimbWarning[] {
  const last = attempts.at(-1)
  const warnings: ClimbWarning[] = []
  if (overfit?.likely)
    warnings.push({
      code: 'overfit',
      message: `${overfit.attempts} challenges were held against these references: if none was any better, at least one would have passed with a chance of ${percent(overfit.chance)}. Add new references, or hold some out with --hold-out.`,
    })
  const again = attempts.find(({ kind, epoch }) => kind === 'again' && epoch === last?.epoch)
  if (again?.verdict === 'do_not_promote')
    warnings.push({
      code: 'promotion_not_confirmed',
      message: `Judged again in epoch ${again.epoch}, ${again.challenger} does not pass against its predecessor ${again.incumbent} (win rate ${again.winRate === null ? 'unknown' : percent(again.winRate)}).`,
    })
  if (last && chanceOfPassing({ wins: last.total, losses: 0, ties: 0 }, last.gate) === 0)
    warnings.push({
      code: 'out_of_reach',
      message: `With ${last.total} results no challenger can pass alpha ${last.gate.alpha}, not even by winning all. Add references.`,
    })
  return warnings
}
