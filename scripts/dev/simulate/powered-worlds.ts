import { LEFT, RIGHT, TIE, type VoteColumns } from '../../../shared/stats/fit/tally.ts'
import { sigmoid } from '../../../shared/stats/fit/likelihood.ts'
import type { RandomStream } from '../../../shared/stats/numbers/random.ts'
import type { PeopleAndJudges } from '../../../shared/stats/intervals/power.ts'
import { pairs } from './schedules.ts'
import { equal, spread } from './strengths.ts'

/** The judge's verdict on a battle that people decide as `own`. `draw` is uniform on 0 … 1. */
export type Verdict = (own: number, pair: [number, number], draw: () => number) => number

/** A world of people and a judge, with known strengths. */
export interface PoweredWorld {
  name: string
  strengths: number[]
  prompts: number
  /** People vote on the first `labelled` prompts, with this many votes on each. */
  labelled: number
  votesOfPeople: number
  /**
   * The judge judged battles on this many of the prompts with people's votes, and on all other prompts. Default:
   * all prompts.
   */
  shared?: number
  /** Whether people meet some pairs four times as often as others. */
  lopsided: boolean
  verdict: Verdict
}

/** The standard deviation, in logits, of the preference of a prompt for a contestant. */
export const SCATTER = 0.8
/** The share of all battles that the judge judged, drawn by chance. */
const JUDGED = 0.8

const coin: Verdict = (_, __, draw) => (draw() < 0.5 ? LEFT : RIGHT)
/** Agrees with people in a share of battles, and follows `otherwise` in the others. */
const follows =
  (share: number, otherwise: Verdict): Verdict =>
  (own, pair, draw) =>
    draw() < share ? own : otherwise(own, pair, draw)
/** Prefers contestants with even numbers. */
const fond: Verdict = (_, [i, j], draw) => {
  const lead = (j % 2) - (i % 2)
  return draw() < sigmoid(2 * lead) ? LEFT : RIGHT
}
/** Asked in both orders, it prefers the first answer too often. If its verdicts disagree, the battle is a tie. */
const first: Verdict = (own, _, draw) => {
  const forward = draw() < 0.6 ? own : draw() < 0.8 ? LEFT : RIGHT
  const backward = draw() < 0.6 ? own : draw() < 0.8 ? RIGHT : LEFT
  return forward === backward ? forward : TIE
}

const JUDGES: [name: string, verdict: Verdict][] = [
  ['no judge to speak of, a coin', coin],
  ['a judge who is fond of half of them and sees nothing else', fond],
  ['a weak judge, right in 6 of 10', follows(0.2, coin)],
  ['a good judge, right in 8 of 10', follows(0.6, coin)],
  ['a good judge, fond of half of them', follows(0.6, fond)],
  ['a good judge who leans to the first position', first],
  ['a judge who says what people say', (own) => own],
]

const four = { strengths: equal(4), prompts: 200, labelled: 40, votesOfPeople: 4, lopsided: false }
const good = follows(0.6, fond)

export const WORLDS: PoweredWorld[] = [
  ...JUDGES.map(([name, verdict]) => ({ ...four, name: `4 equal, 40 of 200 prompts, ${name}`, verdict })),
  {
    ...four,
    name: '4 equal, 10 of 200 prompts, the fond good judge',
    labelled: 10,
    votesOfPeople: 10,
    verdict: good,
  },
  {
    ...four,
    name: '4 equal, 100 of 200 prompts, the fond good judge',
    labelled: 100,
    votesOfPeople: 2,
    verdict: good,
  },
  {
    ...four,
    name: '4 equal, people meet some pairs more often, the fond good judge',
    lopsided: true,
    verdict: good,
  },
  { ...four, name: '4 spread, 40 of 200 prompts, the fond good judge', strengths: spread(4), verdict: good },
  {
    ...four,
    name: '10 equal, 40 of 200 prompts, the fond good judge',
    strengths: equal(10),
    votesOfPeople: 12,
    verdict: good,
  },
  {
    ...four,
    name: '10 equal, 40 of 200 prompts, a coin',
    strengths: equal(10),
    votesOfPeople: 12,
    verdict: coin,
  },
  ...[12, 15].flatMap((shared) => [
    {
      ...four,
      name: `4 equal, ${shared} of 200 prompts, the fond good judge`,
      labelled: shared,
      votesOfPeople: 10,
      verdict: good,
    },
    {
      ...four,
      name: `4 equal, ${shared} of 200 prompts, a judge who says what people say`,
      labelled: shared,
      votesOfPeople: 10,
      verdict: (own: number) => own,
    },
    {
      ...four,
      name: `4 equal, 60 of 200 prompts, ${shared} of them judged, the fond good judge`,
      labelled: 60,
      votesOfPeople: 10,
      shared,
      verdict: good,
    },
    {
      ...four,
      name: `2 equal, ${shared} of 200 prompts, the fond good judge`,
      strengths: equal(2),
      labelled: shared,
      votesOfPeople: 10,
      verdict: good,
    },
  ]),
]

/** How often people meet each pair, as shares that sum to 1. */
export function pairShares({
  strengths,
  lopsided,
}: PoweredWorld): { pair: [number, number]; share: number }[] {
  const weights = pairs(strengths.length).map(([i, j]) => ((i + j) % 2 === 0 && lopsided ? 4 : 1))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return pairs(strengths.length).map(([i, j], at) => ({ pair: [i, j], share: weights[at] / total }))
}

type Ballot = [left: number, right: number, outcome: number, prompt: number]

/** The votes of people and of the judge on one board. */
export function drawPowered(world: PoweredWorld, stream: RandomStream): PeopleAndJudges {
  const { strengths, prompts, labelled, votesOfPeople, shared = labelled, verdict } = world
  const draw = () => stream.uniform()
  const normal = () => Math.sqrt(2 * stream.exponential()) * Math.cos(2 * Math.PI * stream.uniform())
  const shares = pairShares(world)
  const people: Ballot[] = []
  const judges: Ballot[] = []
  for (let prompt = 0; prompt < prompts; prompt++) {
    const here = strengths.map((own) => own + SCATTER * normal())
    const outcomes = shares.map(({ pair: [i, j] }) => {
      const own = draw() < sigmoid(here[i] - here[j]) ? LEFT : RIGHT
      const isSeen = prompt < shared || prompt >= labelled
      if (draw() < JUDGED && isSeen) judges.push([i, j, verdict(own, [i, j], draw), prompt])
      return own
    })
    for (let vote = 0; prompt < labelled && vote < votesOfPeople; vote++) {
      let rest = draw()
      const at = Math.max(
        0,
        shares.findIndex(({ share }) => (rest -= share) < 0),
      )
      people.push([...shares[at].pair, outcomes[at], prompt])
    }
  }
  const of = (ballots: Ballot[], units: number): VoteColumns => ({
    contestants: strengths.length,
    units,
    left: Int32Array.from(ballots, ([left]) => left),
    right: Int32Array.from(ballots, ([, right]) => right),
    outcome: Uint8Array.from(ballots, ([, , outcome]) => outcome),
    unit: Int32Array.from(ballots, ([, , , prompt]) => prompt),
  })
  return { people: of(people, labelled), judges: of(judges, prompts) }
}
