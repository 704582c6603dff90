import { countsOf, tally, type Tally, type VoteColumns } from '../../../shared/stats/fit/tally.ts'
import {
  judgedBattles,
  type JudgedBattles,
  type PeopleAndJudges,
} from '../../../shared/stats/intervals/power.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { rateCounted } from '../../../shared/stats/declare/rate.ts'
import { sigmoid } from '../../../shared/stats/fit/likelihood.ts'
import type { Rated, RateOptions } from '../../../shared/stats/declare/declare.ts'
import { options } from './boards.ts'

export type { PeopleAndJudges } from '../../../shared/stats/intervals/power.ts'

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

/** Both sets as a board needs them. */
export function gathered(
  sets: PeopleAndJudges,
  ties: 'half' | 'drop' = 'half',
): { counted: Tally; judged: JudgedBattles } {
  const counted = tally(sets.people, 'unit', ties)
  return { counted, judged: judgedBattles(counted, sets) }
}

export function ratePowered(sets: PeopleAndJudges, changes: Partial<RateOptions> = {}): Rated {
  const { counted, judged } = gathered(sets, changes.ties)
  return rateCounted(counted, countsOf(sets.people), options({ by: 'unit', rounds: 200, judged, ...changes }))
}

/** People's votes alone. */
export const ratePlain = (sets: PeopleAndJudges, changes: Partial<RateOptions> = {}): Rated =>
  ratePowered(sets, { ...changes, judged: null })

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
