import { countsOf, tally, type VoteColumns } from '../../../shared/stats/fit/tally.ts'
import { judgedBattles, type JudgedBattles } from '../../../shared/stats/method/judged-battles.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { rateCounted } from '../../../shared/stats/declare/rate.ts'
import { sigmoid } from '../../../shared/stats/fit/likelihood.ts'
import type { Rated, RateOptions } from '../../../shared/stats/declare/declare.ts'
import { options } from './boards.ts'
import type { CovariateVotes } from '../../../shared/stats/style/covariates.ts'

/** Votes of people and of judges on the same contestants and prompts. */
export interface PeopleAndJudges {
  people: VoteColumns
  judges: VoteColumns
  judge?: Int32Array
}

/** A vote on a prompt: [first, second, outcome, prompt]. */
export type Ballot = [number, number, number, number]

/** Columns of ballots; prompts are the units, 0 … prompts − 1. */
export function columns(contestants: number, prompts: number, ballots: Ballot[]): VoteColumns {
  return {
    contestants,
    units: prompts,
    left: Int32Array.from(ballots, ([left]) => left),
    right: Int32Array.from(ballots, ([, right]) => right),
    outcome: Uint8Array.from(ballots, ([, , outcome]) => outcome),
    unit: Int32Array.from(ballots, ([, , , prompt]) => prompt),
  }
}

export interface World {
  contestants: number
  prompts: number
  /** People vote on the first so many prompts, so often on each. */
  labelled: number
  votesOfPeople: number
  /** Strength of each; and how far prompts scatter around it. */
  strengths: number[]
  scatter: number
  /** What a judge says where a person says `own`; `coin` is uniform. */
  verdict: (own: number, coin: number, pair: [number, number]) => number
}

/** Judges judge every pair on every prompt; people's votes fall on random pairs of some prompts. */
export function drawWorld(world: World, seed: number): PeopleAndJudges {
  const { contestants, prompts, labelled, votesOfPeople, strengths, scatter, verdict } = world
  const stream = new RandomStream(seed, 0)
  const normal = () => Math.sqrt(2 * stream.exponential()) * Math.cos(2 * Math.PI * stream.uniform())
  const pairs = strengths.flatMap((_, i) =>
    strengths.flatMap((__, j): [number, number][] => (i < j ? [[i, j]] : [])),
  )
  const people: Ballot[] = []
  const judges: Ballot[] = []
  for (let prompt = 0; prompt < prompts; prompt++) {
    const here = strengths.map((own) => own + scatter * normal())
    const verdicts = pairs.map(([i, j]) => {
      const own = stream.uniform() < sigmoid(here[i]! - here[j]!) ? 0 : 1
      judges.push([i, j, verdict(own, stream.uniform(), [i, j]), prompt])
      return own
    })
    for (let vote = 0; prompt < labelled && vote < votesOfPeople; vote++) {
      const pair = Math.floor(stream.uniform() * pairs.length)
      people.push([...pairs[pair]!, verdicts[pair]!, prompt])
    }
  }
  return {
    people: columns(contestants, labelled, people),
    judges: columns(contestants, prompts, judges),
  }
}

export const battlesOf = (sets: PeopleAndJudges, ties: 'half' | 'drop' = 'half'): JudgedBattles =>
  judgedBattles(tally(sets.people, 'unit', ties), sets)

export function ratePowered(
  { people, judges, judge }: PeopleAndJudges,
  changes: Partial<RateOptions> = {},
  isPowered = true,
): Rated {
  const how = options({ by: 'unit', rounds: 200, ...changes })
  const unitOf = Int32Array.from({ length: Math.max(people.units, judges.units) }, (_, prompt) => prompt)
  const judged = isPowered ? { prompt: people.unit, judges, unitOf, ...(judge && { judge }) } : null
  const named = { ...people, kinds: [people.unit], judged }
  return rateCounted(tally(people, 'unit', how.ties), countsOf(people), how, named)
}

/** People's votes alone. */
export const ratePlain = (sets: PeopleAndJudges, changes: Partial<RateOptions> = {}): Rated =>
  ratePowered(sets, changes, false)

export const widths = ({ standings }: Rated): number[] =>
  standings.map(({ comparison }) => comparison![1]! - comparison![0]!)

export const WORLD: World = {
  contestants: 4,
  prompts: 150,
  labelled: 40,
  votesOfPeople: 4,
  strengths: [0.6, 0.3, 0, -0.9],
  scatter: 0.8,
  verdict: (own) => own,
}
/** Right in four of five, and leaning to the first contestant and against the last. */
export const leaning: World['verdict'] = (own, coin, [i, j]) =>
  coin < 0.6 ? own : i === 0 || j === 3 ? 0 : 1

/** What votes with covariates are drawn from. */
export interface StyledTruth {
  theta: readonly number[]
  beta: readonly number[]
  units: number
  votesPerUnit: number
  /** Standard deviation of what a unit adds to each contestant. */
  unitSpread?: number
}

/** Votes of random pairs with covariates uniform on −1 … 1; a fifth of them ties in place of a near decision. */
export function drawStyled(seed: number, { theta, beta, units, votesPerUnit, unitSpread = 0 }: StyledTruth) {
  const stream = new RandomStream(seed, 0)
  const below = (n: number) => Math.floor(stream.uniform() * n)
  const normal = () => Math.sqrt(2 * stream.exponential()) * Math.cos(2 * Math.PI * stream.uniform())
  const m = theta.length
  const size = units * votesPerUnit
  const votes: CovariateVotes & { covariates: Float64Array[] } = {
    contestants: m,
    left: new Int32Array(size),
    right: new Int32Array(size),
    score: new Float64Array(size),
    covariates: beta.map(() => new Float64Array(size)),
    unit: new Int32Array(size),
    units,
  }
  for (let unit = 0, vote = 0; unit < units; unit++) {
    const own = theta.map((value) => value + unitSpread * normal())
    for (let i = 0; i < votesPerUnit; i++, vote++) {
      const left = below(m)
      const right = (left + 1 + below(m - 1)) % m
      let lead = own[left] - own[right]
      votes.covariates.forEach((column, k) => {
        column[vote] = 2 * stream.uniform() - 1
        lead += beta[k] * column[vote]
      })
      votes.left[vote] = left
      votes.right[vote] = right
      votes.unit[vote] = unit
      // a tie comes as often as it must for half a win to be worth half a win
      const p = sigmoid(lead)
      const tie = 0.4 * Math.min(p, 1 - p)
      const u = stream.uniform()
      votes.score[vote] = u < tie ? 0.5 : u < tie + p - tie / 2 ? 1 : 0
    }
  }
  return votes
}

/** The same votes with the sides of some swapped. */
export function swapSides(votes: CovariateVotes, isSwapped: (vote: number) => boolean): CovariateVotes {
  const swap = (column: Float64Array, by: (value: number) => number) =>
    column.map((value, vote) => (isSwapped(vote) ? by(value) : value))
  return {
    ...votes,
    left: votes.left.map((value, vote) => (isSwapped(vote) ? votes.right[vote] : value)),
    right: votes.right.map((value, vote) => (isSwapped(vote) ? votes.left[vote] : value)),
    score: swap(votes.score, (value) => 1 - value),
    covariates: votes.covariates.map((column) => swap(column, (value) => -value)),
  }
}
