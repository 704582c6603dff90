/** Boards whose pairs follow results, and others: whether that is recognised, and what is declared. */
import { RandomStream } from '../../shared/stats/numbers/random.ts'
import { type VoteColumns, LEFT, TIE } from '../../shared/stats/fit/tally.ts'
import { sigmoid } from '../../shared/stats/fit/likelihood.ts'
import type { RateOptions } from '../../shared/stats/declare/declare.ts'
import { boardOf, declaredPairs, rated, unequalPairs } from './method.ts'
import { countOption, partOf, percentOf, roundsOption, study } from './study.ts'
import { chooser, equal, likings, outcomeOf, pairs, seedOf, spread } from './world.ts'

/** Chooses the next pair by the votes so far. `running` contains strengths in logits, shrunk towards 0. */
type Pairing = (running: Float64Array, stream: RandomStream) => [number, number]

/** A rule by which pairs are chosen, with its state. Created anew for each board. */
interface PairingRule {
  name: string
  /** Whether the rule depends on results. */
  follows: boolean
  /** The number of prompts. Each prefers contestants with the standard deviation `likes`. 0: single votes. */
  prompts?: number
  likes?: number
  start: (contestants: number, stream: RandomStream, votes: number) => Pairing
}

const anyOf = (count: number, stream: RandomStream) => Math.floor(stream.uniform() * count)

/** Chooses the first contestant by chance, and the second in proportion to `weight`. */
const opponentBy =
  (weight: (i: number, j: number, running: Float64Array) => number): Pairing =>
  (running, stream) => {
    const i = anyOf(running.length, stream)
    const weights = Array.from(running, (_, j) => (i === j ? 0 : weight(i, j, running)))
    return [i, chooser(weights)(stream)]
  }

const byChance = opponentBy(() => 1)

/** Rating points of one logit. */
const POINTS = 400 / Math.LN10
const folding = (points: number) =>
  opponentBy((i, j, running) => Math.exp((-POINTS * Math.abs(running[i] - running[j])) / points))

const nearest: Pairing = (running, stream) => {
  const i = anyOf(running.length, stream)
  const others = [...running.keys()].filter((j) => j !== i)
  const distance = (j: number) => Math.abs(running[i] - running[j])
  const least = Math.min(...others.map(distance))
  const near = others.filter((j) => distance(j) === least)
  return [i, near[anyOf(near.length, stream)]]
}

/** Rounds in which neighbours by results meet. */
function swiss(): Pairing {
  let left: [number, number][] = []
  return (running, stream) => {
    if (left.length === 0) {
      const key = Array.from(running, (own) => own + 1e-6 * stream.uniform())
      const order = [...running.keys()].sort((a, b) => key[a] - key[b])
      left = Array.from({ length: Math.floor(order.length / 2) }, (_, n) => [order[2 * n], order[2 * n + 1]])
    }
    return left.pop()!
  }
}

/** The contestant whose rating rose with the last vote meets anybody else. */
function winnerStays(): Pairing {
  let last: [number, number] | null = null
  let before = new Float64Array()
  return (running, stream) => {
    const [first] = byChance(running, stream)
    const stays = last ? (running[last[0]] >= before[last[0]] ? last[0] : last[1]) : first
    before = running.slice()
    const others = [...running.keys()].filter((own) => own !== stays)
    last = [stays, others[anyOf(others.length, stream)]]
    return last
  }
}

/**
 * Whoever differs from anybody by 2.6 standard errors rests until it no longer does, as long as two others do not. The
 * errors are those of equals who met by chance and tied a third of the time.
 */
function apartRests(contestants: number): Pairing {
  const votes = new Float64Array(contestants)
  const unit = 4 * (2 / 3) * ((contestants - 1) / contestants)
  return (running, stream) => {
    const isApart = (i: number) =>
      running.some(
        (own, j) => Math.abs(own - running[i]) > 2.6 * Math.sqrt(unit * (1 / votes[i] + 1 / votes[j])),
      )
    const close = [...running.keys()].filter((i) => !isApart(i))
    const among = close.length < 2 ? [...running.keys()] : close
    const [i, j] = byChance(new Float64Array(among.length), stream)
    votes[among[i]]++
    votes[among[j]]++
    return [among[i], among[j]]
  }
}

/** From a third of the votes on, the lowest drops out at equal distances, until two are left. */
function worstDropsOut(contestants: number, _stream: RandomStream, votes: number): Pairing {
  let left = Array.from({ length: contestants }, (_, i) => i)
  let met = 0
  return (running, stream) => {
    const staying = Math.ceil(2 + (contestants - 2) * Math.min(1, 1.5 * (1 - met++ / votes)))
    if (staying < left.length) left = left.toSorted((a, b) => running[b] - running[a]).slice(0, staying)
    const [i, j] = byChance(new Float64Array(left.length), stream)
    return [left[i], left[j]]
  }
}

/** Half of the votes go to pairs within the better half of the contestants. */
const leadersTwice: Pairing = (running, stream) => {
  if (stream.uniform() < 0.5) return byChance(running, stream)
  const order = [...running.keys()].sort((a, b) => running[b] - running[a])
  const [a, b] = byChance(running.subarray(0, Math.ceil(order.length / 2)), stream)
  return [order[a], order[b]]
}

export const PAIRINGS: PairingRule[] = [
  { name: 'by chance', follows: false, start: () => byChance },
  { name: 'by chance on 30 prompts, sd 1', follows: false, prompts: 30, likes: 1, start: () => byChance },
  {
    name: 'some contestants far more often',
    follows: false,
    start: (contestants, stream) => {
      const often = Array.from({ length: contestants }, () => 0.1 + stream.exponential())
      return opponentBy((_i, j) => often[j])
    },
  },
  {
    name: 'some pairs far more often',
    follows: false,
    start: (contestants, stream) => {
      const often = Array.from({ length: contestants ** 2 }, () => 0.02 + stream.exponential() ** 2)
      return opponentBy((i, j) => often[contestants * Math.min(i, j) + Math.max(i, j)])
    },
  },
  {
    name: 'a ring',
    follows: false,
    start: () => opponentBy((i, j, all) => Number(isNext(i, j, all.length))),
  },
  {
    name: 'one baseline',
    follows: false,
    start: (contestants) => (_running, stream) => [0, 1 + anyOf(contestants - 1, stream)],
  },
  {
    name: 'one pair after another',
    follows: false,
    start: (contestants, _stream, votes) => {
      const all = pairs(contestants).toSorted((one, other) => one[1] - other[1])
      let met = 0
      return () => all[Math.floor((met++ / votes) * all.length)]
    },
  },
  {
    name: 'one joins after another',
    follows: false,
    start: (contestants, _stream, votes) => {
      let met = 0
      return (running, stream) =>
        byChance(running.subarray(0, 2 + Math.floor((met++ / votes) * (contestants - 1))), stream)
    },
  },
  {
    name: 'one retires at half',
    follows: false,
    start: (contestants, _stream, votes) => {
      let met = 0
      return (running, stream) =>
        byChance(running.subarray(0, met++ < votes / 2 ? contestants : contestants - 1), stream)
    },
  },
  { name: 'leaders twice as often', follows: true, start: () => leadersTwice },
  { name: 'weights e-fold per 85 points', follows: true, start: () => folding(85) },
  { name: 'weights e-fold per 30 points', follows: true, start: () => folding(30) },
  { name: 'Swiss', follows: true, start: swiss },
  { name: 'winner stays on', follows: true, start: winnerStays },
  { name: 'who is apart rests', follows: true, start: apartRests },
  { name: 'the worst drops out', follows: true, start: worstDropsOut },
  { name: 'nearest opponent', follows: true, start: () => nearest },
]

const isNext = (i: number, j: number, all: number) => (i + 1) % all === j || (j + 1) % all === i

/** The votes of one board. Each pair depends on the votes before it. A third of the votes between equals are ties. */
export function followedVotes(
  { start, prompts = 0, likes = 0 }: PairingRule,
  strengths: readonly number[],
  votes: number,
  stream: RandomStream,
): VoteColumns {
  const contestants = strengths.length
  const pairing = start(contestants, stream, votes)
  const liked = likings(prompts, contestants, likes, stream)
  const estimates = runningStrengths(contestants)
  const [left, right, unit] = [0, 1, 2].map(() => new Int32Array(votes))
  const outcome = new Uint8Array(votes)
  for (let vote = 0; vote < votes; vote++) {
    const [i, j] = pairing(estimates.running, stream)
    const prompt = prompts > 0 ? anyOf(prompts, stream) : vote
    const likesMore = prompts > 0 ? liked[prompt][i] - liked[prompt][j] : 0
    ;[left[vote], right[vote], unit[vote]] = [i, j, prompt]
    outcome[vote] = outcomeOf(strengths[i] - strengths[j] + likesMore, { ties: 1 / 3 }, stream)
    estimates.add(i, j, outcome[vote] === TIE ? 0.5 : Number(outcome[vote] === LEFT))
  }
  return { contestants, units: prompts || votes, left, right, outcome, unit }
}

/** Strengths updated with each vote: Newton steps of the likelihood under a standard normal prior. */
function runningStrengths(contestants: number) {
  const running = new Float64Array(contestants)
  const meetings = new Float64Array(contestants ** 2)
  const points = new Float64Array(contestants)
  const step = (i: number) => {
    let [slope, curve] = [points[i] - running[i], 1]
    for (let j = 0; j < contestants; j++) {
      const chance = sigmoid(running[i] - running[j])
      slope -= meetings[i * contestants + j] * chance
      curve += meetings[i * contestants + j] * chance * (1 - chance)
    }
    running[i] += slope / curve
  }
  return {
    running,
    add(i: number, j: number, score: number) {
      meetings[i * contestants + j]++
      meetings[j * contestants + i]++
      points[i] += score
      points[j] += 1 - score
      for (const own of [i, j, i, j]) step(own)
    },
  }
}

/** Counts over the boards of one pairing rule. */
interface PairingScore {
  boards: number
  recognised: number
  /** Boards that declare only what holds for any choice of pairs. */
  uneven: number
  /** Boards with any false declaration: without the check of pairing, with it, and without it under `looks: any`. */
  unchecked: number
  checked: number
  anyLooks: number
  /** Pairs of unequal contestants, those declared in their true order, and those without the check. */
  unequal: number
  declared: number
  declaredUnchecked: number
}

/**
 * Board n depends only on the rule's name, the contestants, the seed and n. Separating two equal contestants counts
 * as false.
 */
export function scorePairing(
  rule: PairingRule,
  strengths: readonly number[],
  votes: number,
  { boards, rounds, seed }: { boards: number; rounds: number; seed: number },
): PairingScore {
  const score: PairingScore = {
    boards,
    recognised: 0,
    uneven: 0,
    unchecked: 0,
    checked: 0,
    anyLooks: 0,
    unequal: boards * unequalPairs(strengths),
    declared: 0,
    declaredUnchecked: 0,
  }
  const ruleSeed = seedOf({ name: `${rule.name} ${strengths.length}` }, seed)
  for (let board = 0; board < boards; board++) {
    const boardVotes = followedVotes(rule, strengths, votes, new RandomStream(ruleSeed, board))
    const judged = (options: Partial<RateOptions>) => {
      const own = rated(boardVotes, { rounds, seed: board, by: rule.prompts ? 'unit' : 'vote', ...options })
      const declared = declaredPairs(boardOf(own), strengths)
      const wrong = declared.filter(({ isFalse }) => isFalse).length
      return { ...own, isFalse: Number(wrong > 0), right: declared.length - wrong }
    }
    const byCounts = judged({ pairing: 'unknown' })
    const isChanged = byCounts.pairingFollowsResults || byCounts.pairingMayFollowResults
    const unchecked = isChanged ? judged({}) : byCounts
    score.recognised += Number(byCounts.pairingFollowsResults)
    score.uneven += Number(byCounts.pairingMayFollowResults)
    score.declared += byCounts.right
    score.declaredUnchecked += unchecked.right
    score.checked += byCounts.isFalse
    score.unchecked += unchecked.isFalse
    score.anyLooks += judged({ looks: 'any' }).isFalse
  }
  return score
}

/** Numbers of contestants, each with the number of votes on each contestant. */
const SIZES = [
  { contestants: 3, votesEach: 150 },
  { contestants: 5, votesEach: 150 },
  { contestants: 8, votesEach: 100 },
  { contestants: 20, votesEach: 60 },
]

interface Followed {
  kind: string
  rule: PairingRule
  strengths: readonly number[]
  votes: number
}

type Scored = { score: PairingScore }
const ofBoards =
  (count: keyof PairingScore) =>
  ({ score }: Scored) =>
    percentOf(score[count], score.boards)
const ofPairs =
  (count: keyof PairingScore) =>
  ({ score }: Scored) =>
    partOf(score[count], score.unequal)

export const pairing = study({
  name: 'field --pairing',
  about: 'Boards whose pairs follow results, and others: how often that is recognised, and what is declared.',
  options: [countOption('boards', 'boards of each kind', 200), roundsOption(300)],
  worlds: () =>
    PAIRINGS.flatMap((rule) =>
      SIZES.flatMap(({ contestants, votesEach }) =>
        [
          { kind: 'equals', strengths: equal(contestants) },
          { kind: 'spread', strengths: spread(contestants) },
        ].map((own) => ({ rule, ...own, votes: (votesEach * contestants) / 2 })),
      ),
    ),
  titleOf: ({ rule, strengths, kind }) => `${rule.name}: ${strengths.length} ${kind}`,
  score: ({ rule, strengths, votes }: Followed, setting: { boards: number; rounds: number; seed: number }) =>
    scorePairing(rule, strengths, votes, setting),
  columns: [
    { head: 'pairing', of: ({ world }) => world.rule.name },
    { head: 'contestants', of: ({ world }) => `${world.strengths.length} ${world.kind}`, isText: true },
    { head: 'recognised', of: ofBoards('recognised') },
    { head: 'uneven', of: ofBoards('uneven') },
    { head: 'any false', of: ofBoards('checked') },
    { head: 'any false: unchecked', of: ofBoards('unchecked') },
    { head: 'unchecked, all looks', of: ofBoards('anyLooks') },
    { head: 'declared', of: ofPairs('declared') },
    { head: 'declared: unchecked', of: ofPairs('declaredUnchecked') },
  ],
})
