/** Climbs: fifty challengers one after another against one incumbent, on the same prompts, by three rules. */
import { EPOCH_ALPHA, levelOfAttempt, minimumChallengeWins } from '../../shared/stats/compare/gates.ts'
import { normalQuantile } from '../../shared/stats/numbers/distributions.ts'
import { RandomStream } from '../../shared/stats/numbers/random.ts'
import { partText, shareOfBoards, study, type Played, type Turn } from './study.ts'

const CHALLENGERS = 50
/** The attempts at which a better challenger may come, after equals. */
const PLACES = [1, 2, 5, 10, 20, 50]

const RULES = ['5 % each', 'share of 5 %', 'hold-out'] as const
type Rule = (typeof RULES)[number]

interface ClimbWorld {
  name: string
  prompts: number
  /** How often the better challenger wins on a prompt. */
  winRate: number
  rule: Rule
}

/** What a rule did in one climb. */
interface Climb {
  /** Whether it promoted at least one of fifty equals. */
  isFalse: boolean
  /** Whether it promoted the better challenger at each of `PLACES`. */
  found: boolean[]
}

/** The answer of each contestant to each prompt has a luck of its own, which no rule changes; the better luck wins. */
function play({ prompts, winRate, rule }: ClimbWorld, { n, seed }: Turn): Climb {
  const climb: Climb = { isFalse: false, found: [] }
  const lead = Math.SQRT2 * normalQuantile(1 - winRate)
  const stream = new RandomStream(seed * 1000 + prompts, n)
  const incumbent = Array.from({ length: prompts }, () => stream.normal())
  const drawResults = (gap: number) => incumbent.map((luck) => stream.normal() + gap > luck)
  // how often the hold-out was judged
  let looks = 0
  for (let attempt = 1; attempt <= CHALLENGERS; attempt++) {
    if (PLACES.includes(attempt)) climb.found.push(passes(rule, drawResults(lead), attempt, looks + 1))
    const equal = drawResults(0)
    climb.isFalse ||= passes(rule, equal, attempt, looks + 1)
    if (opens(equal)) looks++
  }
  return climb
}

/** @param n  the number of the attempt; @param look  how often the hold-out has been judged, with this time */
function passes(rule: Rule, results: readonly boolean[], n: number, look: number): boolean {
  if (rule === 'hold-out') return opens(results) && passesAt(secondHalf(results), levelOfAttempt(look))
  return passesAt(results, rule === '5 % each' ? EPOCH_ALPHA : levelOfAttempt(n))
}

/** Half of the prompts are held out, and judged for a challenger that passes at 5 % on the others. */
const opens = (results: readonly boolean[]): boolean =>
  passesAt(results.slice(0, results.length / 2), EPOCH_ALPHA)
const secondHalf = (results: readonly boolean[]) => results.slice(results.length / 2)

function passesAt(results: readonly boolean[], alpha: number): boolean {
  const key = `${results.length} ${alpha}`
  if (!leastWins.has(key))
    leastWins.set(key, minimumChallengeWins(results.length, { minWinRate: 0.5, alpha }) ?? Infinity)
  return results.filter(Boolean).length >= leastWins.get(key)!
}

/** The least wins that pass, by the number of results and the level. */
const leastWins = new Map<string, number>()

export const climbs = study({
  name: 'climbs',
  about: 'Climbs of fifty challengers: false promotions of equals, and how often a better one is promoted.',
  worlds: [100, 200, 400].flatMap((prompts) =>
    [0.6, 0.65, 0.7].flatMap((winRate) =>
      RULES.map((rule): ClimbWorld => ({
        name: `${prompts} prompts, ${Math.round(100 * winRate)} %, ${rule}`,
        prompts,
        winRate,
        rule,
      })),
    ),
  ),
  boards: 1000,
  play,
  columns: [
    { head: 'prompts', cell: ({ world }) => world.prompts },
    { head: 'better one wins', cell: ({ world }) => `${Math.round(100 * world.winRate)} %` },
    { head: 'rule', cell: ({ world }) => world.rule, isText: true },
    { head: 'any false promotion', cell: shareOfBoards(({ isFalse }) => isFalse) },
    ...PLACES.map((place, i) => ({
      head: `promoted as ${place}`,
      cell: ({ results }: Played<ClimbWorld, Climb>) =>
        partText(results.filter(({ found }) => found[i]).length, results.length, 0),
    })),
  ],
})
