/** Boards of people's votes, alone and powered by judges of known quality. */
import { LEFT, RIGHT, TIE, type VoteColumns, countsOf, tally } from '../../shared/stats/fit/tally.ts'
import { sigmoid } from '../../shared/stats/fit/likelihood.ts'
import { RandomStream } from '../../shared/stats/numbers/random.ts'
import type { JudgedVotes } from '../../shared/stats/method/ballots.ts'
import type { Rated } from '../../shared/stats/declare/declare.ts'
import { quantile } from '../../shared/stats/numbers/distributions.ts'
import { rateCounted } from '../../shared/stats/declare/rate.ts'
import { coverageOf } from './boards.ts'
import { boardOf, declaredPairs } from './method.ts'
import { countOption, percent, roundsOption, shareOf, study, type Share } from './study.ts'
import { equal, normal, pairs, spread, truthOf } from './world.ts'

/** The judge's verdict on a battle that people decide as `own`. `draw` is uniform on 0 … 1. */
type Verdict = (own: number, pair: [number, number], draw: () => number) => number

/** A world of people and a judge, with known strengths. */
interface PoweredWorld {
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
  /** How many people voted, and the standard deviation of their own preference for a contestant. Default: one vote each. */
  voters?: { count: number; spread: number }
  verdict: Verdict
}

/** The standard deviation, in logits, of the preference of a prompt for a contestant. */
const SCATTER = 0.8
/** The share of all battles that the judge judged, drawn by chance. */
const JUDGED = 0.8

const coin: Verdict = (_, __, draw) => (draw() < 0.5 ? LEFT : RIGHT)
/** Agrees with people in a share of battles, and follows `otherwise` in the others. */
const follows =
  (share: number, otherwise: Verdict): Verdict =>
  (own, pair, draw) =>
    draw() < share ? own : otherwise(own, pair, draw)
const copies: Verdict = (own) => own
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
  ['a judge who says what people say', copies],
]

const four = { strengths: equal(4), prompts: 200, labelled: 40, votesOfPeople: 4, lopsided: false }
const good = follows(0.6, fond)
const ten = { ...four, strengths: equal(10), votesOfPeople: 12 }

const VOTERS_JUDGES = ['a coin', 'the fond good judge', 'a judge who says what people say']

/** @param rest  how the world differs from `four` */
const poweredWorld = (name: string, verdict: Verdict, rest: Partial<PoweredWorld> = {}): PoweredWorld => ({
  ...four,
  name,
  verdict,
  ...rest,
})

export const WORLDS: PoweredWorld[] = [
  ...JUDGES.map(([name, verdict]) => poweredWorld(`4 equal, 40 of 200 prompts, ${name}`, verdict)),
  poweredWorld('4 equal, 10 of 200 prompts, the fond good judge', good, { labelled: 10, votesOfPeople: 10 }),
  poweredWorld('4 equal, 100 of 200 prompts, the fond good judge', good, { labelled: 100, votesOfPeople: 2 }),
  poweredWorld('4 equal, people meet some pairs more often, the fond good judge', good, { lopsided: true }),
  poweredWorld('4 spread, 40 of 200 prompts, the fond good judge', good, { strengths: spread(4) }),
  poweredWorld('10 equal, 40 of 200 prompts, the fond good judge', good, ten),
  poweredWorld('10 equal, 40 of 200 prompts, a coin', coin, ten),
  ...[coin, good, copies].map((verdict, at) =>
    poweredWorld(`4 equal, 40 of 200 prompts, 12 voters of own taste, ${VOTERS_JUDGES[at]}`, verdict, {
      voters: { count: 12, spread: SCATTER },
    }),
  ),
  ...[12, 15].flatMap((shared) => {
    const few = { labelled: shared, votesOfPeople: 10 }
    const on = `${shared} of 200 prompts`
    return [
      poweredWorld(`4 equal, ${on}, the fond good judge`, good, few),
      poweredWorld(`4 equal, ${on}, a judge who says what people say`, copies, few),
      poweredWorld(`4 equal, 60 of 200 prompts, ${shared} of them judged, the fond good judge`, good, {
        ...few,
        labelled: 60,
        shared,
      }),
      poweredWorld(`2 equal, ${on}, the fond good judge`, good, { ...few, strengths: equal(2) }),
    ]
  }),
]

/** How often people meet each pair, as shares that sum to 1. */
function pairShares({ strengths, lopsided }: PoweredWorld): { pair: [number, number]; share: number }[] {
  const weights = pairs(strengths.length).map(([i, j]) => ((i + j) % 2 === 0 && lopsided ? 4 : 1))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return pairs(strengths.length).map(([i, j], at) => ({ pair: [i, j], share: weights[at] / total }))
}

type Ballot = [left: number, right: number, outcome: number, prompt: number, voter?: number]

/** The votes of people and of the judge on one board. */
function drawPowered(
  world: PoweredWorld,
  stream: RandomStream,
): { people: VoteColumns; judges: VoteColumns } {
  const { strengths, prompts, labelled, votesOfPeople, shared = labelled, verdict } = world
  const draw = () => stream.uniform()
  const shares = pairShares(world)
  const people: Ballot[] = []
  const judges: Ballot[] = []
  const { voters } = world
  const tastes = Array.from({ length: voters?.count ?? 0 }, () =>
    strengths.map(() => voters!.spread * normal(stream)),
  )
  for (let prompt = 0; prompt < prompts; prompt++) {
    const here = strengths.map((own) => own + SCATTER * normal(stream))
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
      const [i, j] = shares[at].pair
      const voter = Math.floor(draw() * tastes.length)
      const outcome = !voters
        ? outcomes[at]
        : draw() < sigmoid(here[i] - here[j] + tastes[voter][i] - tastes[voter][j])
          ? LEFT
          : RIGHT
      people.push([i, j, outcome, prompt, voter])
    }
  }
  const of = (ballots: Ballot[], units: number): VoteColumns => ({
    contestants: strengths.length,
    units,
    left: Int32Array.from(ballots, ([left]) => left),
    right: Int32Array.from(ballots, ([, right]) => right),
    outcome: Uint8Array.from(ballots, ([, , outcome]) => outcome),
    unit: Int32Array.from(ballots, ([, , , prompt]) => prompt),
    ...(voters && {
      crossed: { unit: Int32Array.from(ballots, (ballot) => ballot[4] ?? 0), units: voters.count },
    }),
  })
  return { people: of(people, labelled), judges: of(judges, prompts) }
}

/** The results of one way to rate the boards of a world. */
interface WayScore {
  coverage: Share
  anyFalse: Share
  /** Root of the mean squared error of strengths. */
  error: number
}

interface PoweredScore {
  boards: number
  people: WayScore
  powered: WayScore
  /** Mean λ. */
  weight: number
  /**
   * The length of the comparison intervals divided by that of people's board: the median over boards, and what 5 %
   * exceed.
   */
  width: { median: number; mostly: number }
}

/**
 * Board n depends only on the world's position in the list, the seed and n. Boards on which not everybody is rated
 * are left out.
 */
function simulatePowered(
  world: PoweredWorld,
  worldNumber: number,
  { boards, rounds, seed }: { boards: number; rounds: number; seed: number },
): PoweredScore {
  const truth = truthOf({
    ...world,
    spread: { prompt: SCATTER, voter: world.voters?.spread ?? 0 },
    meetings: meetingsOf(world),
  })
  const ways = { people: noWay(), powered: noWay() }
  const widths: number[] = []
  let weight = 0
  for (let board = 0; board < boards; board++) {
    const sets = drawPowered(world, new RandomStream(seed * 1000 + worldNumber, board))
    const counted = tally(sets.people, 'unit', 'half')
    const options = { rounds, seed: board, by: 'unit', ties: 'half', intervals: 'comparison' } as const
    const { people: votes, judges } = sets
    const judged = {
      prompt: votes.unit,
      judges,
      unitOf: Int32Array.from({ length: world.prompts }, (_, i) => i),
    }
    const rate = (by: JudgedVotes | null) =>
      rateCounted(
        counted,
        countsOf(votes),
        { ...options, baseline: null },
        { ...votes, kinds: [votes.unit, ...(votes.crossed ? [votes.crossed.unit] : [])], judged: by },
      )
    const people = rate(null)
    if (people.standings.some(({ theta }) => theta === null)) continue
    const powered = rate(judged)
    add(ways.people, people, world, truth)
    add(ways.powered, powered, world, truth)
    weight += powered.weight
    widths.push(lengthOf(powered) / lengthOf(people))
  }
  const sorted = Float64Array.from(widths).sort()
  return {
    boards: widths.length,
    people: scoreOf(ways.people),
    powered: scoreOf(ways.powered),
    weight: weight / widths.length,
    width: { median: quantile(sorted, 0.5), mostly: quantile(sorted, 0.95) },
  }
}

const noWay = () => ({ measured: 0, covered: 0, coveredSquares: 0, anyFalse: 0, squares: 0, ratings: 0 })
type Way = ReturnType<typeof noWay>

function add(way: Way, board: Rated, { strengths }: PoweredWorld, truth: Float64Array): void {
  const { standings } = board
  const covered = standings.filter(({ marginal }, i) => marginal![0] <= truth[i] && truth[i] <= marginal![1])
  const share = covered.length / standings.length
  way.measured++
  way.covered += share
  way.coveredSquares += share ** 2
  way.anyFalse += Number(declaredPairs(boardOf(board), strengths).some(({ isFalse }) => isFalse))
  standings.forEach(({ theta }, i) => (way.squares += (theta! - truth[i]) ** 2))
  way.ratings += standings.length
}

const scoreOf = (way: Way): WayScore => ({
  coverage: coverageOf(way),
  anyFalse: shareOf(way.anyFalse, way.measured),
  error: Math.sqrt(way.squares / way.ratings),
})

const lengthOf = ({ standings }: Rated): number =>
  standings.reduce((sum, { comparison }) => {
    const [low, high] = comparison ?? [null, null]
    return sum + (high ?? Infinity) - (low ?? -Infinity)
  }, 0)

/** People's votes on infinitely many prompts. */
const meetingsOf = (world: PoweredWorld) =>
  pairShares(world).map(({ pair: [first, second], share }) => ({ first, second, times: share }))

/** Boards with at least this many contestants take longer, so only one in three is drawn. */
const MANY = 10

export const powered = study({
  name: 'powered',
  about: 'Boards of people’s votes of known strengths, alone and powered by judges of known quality.',
  options: [
    countOption('boards', 'boards of each world, a third of that of ten contestants', 1200, 3),
    roundsOption(200),
  ],
  worlds: () => WORLDS.map((world, place) => ({ ...world, place })),
  titleOf: ({ name }) => name,
  score({ place, ...world }, { boards, ...setting }: { boards: number; rounds: number; seed: number }) {
    const own = world.strengths.length < MANY ? boards : Math.ceil(boards / 3)
    return simulatePowered(world, place, { ...setting, boards: own })
  },
  columns: [
    { head: 'world', of: ({ world }) => world.name },
    { head: 'boards', of: ({ score }) => score.boards },
    { head: 'weight', of: ({ score }) => score.weight.toFixed(2) },
    { head: 'coverage', of: ({ score }) => percent(score.powered.coverage) },
    { head: 'coverage: people alone', of: ({ score }) => percent(score.people.coverage) },
    { head: 'any false', of: ({ score }) => percent(score.powered.anyFalse) },
    { head: 'any false: people alone', of: ({ score }) => percent(score.people.anyFalse) },
    { head: 'error by people’s', of: ({ score }) => (score.powered.error / score.people.error).toFixed(2) },
    { head: 'interval by people’s, median', of: ({ score }) => score.width.median.toFixed(2) },
    { head: '95 % of boards under', of: ({ score }) => score.width.mostly.toFixed(2) },
  ],
})
