/** Judges of known quality: which of them are called calibrated. */
import { trustState, type TrustEvidence } from '../../server/judge-evaluation/trust.ts'
import { TrustTerms } from '../../shared/contracts/index.ts'
import { minimumSelfAgreement, findLapses, type RepeatedRating } from '../../shared/stats/judges/agreement.ts'
import { RandomStream } from '../../shared/stats/numbers/random.ts'
import { worldSeed } from './world.ts'
import { study, total, type Played, type Turn } from './study.ts'

/** A judge with known properties. Shares are of pairs, except `again`. */
interface SimulatedJudge {
  name: string
  /** How often its opinion is people's. */
  right: number
  /** Pairs on which it takes the first answer in either order; it has its opinion in both orders on the others. */
  blind?: number
  /** Pairs on which it takes the longer answer, which is people's choice on half of them. */
  longer?: number
  /** Pairs on which it says tie in either order. */
  ties?: number
  /** Calls whose reply is drawn anew each time, all else equal. */
  again?: number
  /** Pairs on which it says the opposite when it is asked again. */
  turned?: number
}

/** What judges are usually like: 80 % consistent, and about 90 % in agreement with itself. */
const USUAL = { blind: 0.15, again: 0.06 }

const JUDGES: readonly SimulatedJudge[] = [
  { name: 'right on 90 %', right: 0.9, ...USUAL },
  { name: 'right on 85 %', right: 0.85, ...USUAL },
  { name: 'right on 80 %', right: 0.8, ...USUAL },
  { name: 'right on 70 %', right: 0.7, ...USUAL },
  { name: 'a coin in each call', right: 0.5, again: 1 },
  { name: 'takes the first on 40 %', right: 0.95, blind: 0.4 },
  { name: 'takes the first on 70 %', right: 0.95, blind: 0.7 },
  { name: 'takes the longer on 70 %', right: 0.9, longer: 0.7 },
  { name: 'says tie on 70 %', right: 0.95, ties: 0.7 },
  { name: 'half of its calls are noise', right: 0.95, again: 0.5 },
  { name: 'flipped on 30 %', right: 0.9, ...USUAL, turned: 0.3 },
  { name: 'flipped on 60 %', right: 0.9, ...USUAL, turned: 0.6 },
  { name: 'turned round', right: 0.9, ...USUAL, turned: 1 },
]

/** Pairs that both decided, before the judge is asked again about some pairs. */
const DECIDED = [50, 100, 200] as const
const ASKED_AGAIN = 60
/** A judge that decides fewer of the pairs is never measured. */
const MIN_DECIDED = 0.1
const TERMS = TrustTerms.parse({})

/** One measurement of a judge. */
interface Measured {
  /** Pairs seen in both orders, and on how many the judge said the same. */
  ordered: number
  consistent: number
  /** On how many of `ASKED_AGAIN` pairs it said the same again. */
  repeated: number
  /** Whether it agrees with people often enough on pairs decided by both, alone. */
  agrees: boolean
  /** Whether the rule in use calls it calibrated. */
  isTrusted: boolean
}

/** Measures a judge by each number of decided pairs. Shape (DECIDED.length,). */
function play(judge: SimulatedJudge, { n, seed }: Turn): Measured[] {
  const random = new RandomStream(worldSeed(judge, seed), n)
  return DECIDED.map((decided) => {
    const evidence = measured(judge, decided, random)
    const askings = askedAgain(judge, random)
    const overallVerdict = (asking: number) => askings[asking]!.verdictByCriterion['overall']
    const pairs = [...askings.keys()].slice(0, ASKED_AGAIN)
    return {
      ordered: evidence.ordered,
      consistent: evidence.consistent,
      repeated: pairs.filter((pair) => overallVerdict(pair) === overallVerdict(ASKED_AGAIN + pair)).length,
      agrees: evidence.decided >= TERMS.minVotes && evidence.agreed / evidence.decided >= TERMS.minAgreement,
      isTrusted:
        trustState(evidence, TERMS) === 'calibrated' &&
        findLapses(askings, minimumSelfAgreement(TERMS.minAgreement)).length === 0,
    }
  })
}

const column = (head: string, metric: (measurements: readonly Measured[]) => number) => ({
  head,
  cell: ({ results }: Played<SimulatedJudge, Measured[]>) => `${Math.round(100 * metric(results.flat()))} %`,
})

/** How many of the measurements by so many decided pairs end so. */
const columnAt = (at: number, name: string, isSo: (measurement: Measured) => boolean) => ({
  head: `${DECIDED[at]} pairs: ${name}`,
  cell: ({ results }: Played<SimulatedJudge, Measured[]>) =>
    `${Math.round((100 * results.filter((byDecided) => isSo(byDecided[at]!)).length) / results.length)} %`,
})

export const judges = study({
  name: 'judges',
  about: 'Judges of known quality, measured by people’s votes and asked again: who is called calibrated.',
  worlds: JUDGES,
  boards: 2000,
  play,
  columns: [
    { head: 'judge', cell: ({ world }) => world.name },
    column(
      'consistent',
      (all) => total(all, ({ consistent }) => consistent) / total(all, ({ ordered }) => ordered),
    ),
    column('with itself', (all) => total(all, ({ repeated }) => repeated) / (ASKED_AGAIN * all.length)),
    ...DECIDED.flatMap((_pairs, at) => [
      columnAt(at, 'agreement alone', ({ agrees }) => agrees),
      columnAt(at, 'in use', ({ isTrusted }) => isTrusted),
    ]),
  ],
})

/** Pairs that people decided, drawn until the judge decided so many of them. */
function measured(judge: SimulatedJudge, pairs: number, random: RandomStream): TrustEvidence {
  const evidence = { decidedByHumans: 0, decided: 0, agreed: 0, ordered: 0, consistent: 0 }
  while (evidence.decided < pairs && evidence.decidedByHumans < pairs / MIN_DECIDED) {
    const [first, second] = simulateCalls(judge, random)(false)
    evidence.decidedByHumans++
    evidence.ordered++
    if (first === second) evidence.consistent++
    if (first !== second || first === 'tie') continue
    evidence.decided++
    if (first === 'right') evidence.agreed++
  }
  return evidence
}

/** The judgements of some pairs, and then the repeats of all of them. */
function askedAgain(judge: SimulatedJudge, random: RandomStream): RepeatedRating[] {
  const pairs = Array.from({ length: ASKED_AGAIN }, () => simulateCalls(judge, random))
  return [false, true].flatMap((isAgain, batch) =>
    pairs.map((ask, pair) => {
      const [first, second] = ask(isAgain)
      return {
        item: `${pair}`,
        at: batch,
        batch,
        verdictByCriterion: { overall: first === second ? first : 'tie' },
      }
    }),
  )
}

type Reply = 'right' | 'wrong' | 'tie'

/** What the judge says of one pair in both orders, each time that it is asked. People's choice is first in the first. */
function simulateCalls(
  { right, blind = 0, longer = 0, ties = 0, again = 0, turned = 0 }: SimulatedJudge,
  random: RandomStream,
): (isAgain: boolean) => [Reply, Reply] {
  const happens = (share: number) => random.uniform() < share
  const opinion = (): Reply => (happens(longer) ? coin() : happens(right) ? 'right' : 'wrong')
  const coin = (): Reply => (happens(0.5) ? 'right' : 'wrong')
  const usual: [Reply, Reply] = happens(ties)
    ? ['tie', 'tie']
    : happens(blind)
      ? ['right', 'wrong']
      : inBothOrders(opinion())
  const turns = happens(turned)
  return (isAgain) =>
    usual
      .map((reply) => (isAgain && turns ? opposite(reply) : reply))
      .map((reply) => (happens(again) ? coin() : reply)) as [Reply, Reply]
}

const inBothOrders = (reply: Reply): [Reply, Reply] => [reply, reply]

const opposite = (reply: Reply): Reply => (reply === 'tie' ? 'tie' : reply === 'right' ? 'wrong' : 'right')
