/** Climbs: fifty challengers one after another against one incumbent, on the same prompts, by three rules. */
import { EPOCH_ALPHA, levelOfAttempt, passChallenge } from '../../shared/stats/compare/gates.ts'
import { normalQuantile } from '../../shared/stats/numbers/distributions.ts'
import { RandomStream } from '../../shared/stats/numbers/random.ts'
import { countOption, partOf, percentOf, study } from './study.ts'
import { normal } from './world.ts'

const CHALLENGERS = 50
/** The attempts at which a better challenger may come, after equals. */
const PLACES = [1, 2, 5, 10, 20, 50]

const RULES = ['5 % each', 'share of 5 %', 'hold-out'] as const
type Rule = (typeof RULES)[number]

interface World {
  prompts: number
  /** How often the better challenger wins on a prompt. */
  winRate: number
}

interface Score {
  climbs: number
  /** By rule: climbs of fifty equals that promoted at least one. */
  falsely: Record<Rule, number>
  /** By rule: how often the better challenger was promoted at each of `PLACES`. */
  found: Record<Rule, number[]>
}

/** The answer of each contestant to each prompt has a luck of its own; the better luck wins. */
export function simulateClimbs({ prompts, winRate }: World, climbs: number, seed: number): Score {
  const byRule = <T>(of: () => T) => Object.fromEntries(RULES.map((rule) => [rule, of()])) as Record<Rule, T>
  const falsely = byRule(() => 0)
  const found = byRule(() => PLACES.map(() => 0))
  const lead = Math.SQRT2 * normalQuantile(1 - winRate)
  for (let climb = 0; climb < climbs; climb++) {
    const stream = new RandomStream(seed * 1000 + prompts, climb)
    const incumbent = Array.from({ length: prompts }, () => normal(stream))
    const resultsOf = (gap: number) => incumbent.map((luck) => normal(stream) + gap > luck)
    const isFalse = byRule(() => false)
    // how often the hold-out was judged
    let looks = 0
    for (let n = 1; n <= CHALLENGERS; n++) {
      const better = PLACES.indexOf(n)
      if (better !== -1) {
        const results = resultsOf(lead)
        for (const rule of RULES) if (passes(rule, results, n, looks + 1)) found[rule][better]++
      }
      const equal = resultsOf(0)
      for (const rule of RULES) isFalse[rule] ||= passes(rule, equal, n, looks + 1)
      if (opens(equal)) looks++
    }
    for (const rule of RULES) falsely[rule] += Number(isFalse[rule])
  }
  return { climbs, falsely, found }
}

/** @param n  the number of the attempt; @param look  how often the hold-out has been judged, with this time */
function passes(rule: Rule, results: readonly boolean[], n: number, look: number): boolean {
  if (rule === 'hold-out') return opens(results) && passesAt(heldOutOf(results), levelOfAttempt(look))
  return passesAt(results, rule === '5 % each' ? EPOCH_ALPHA : levelOfAttempt(n))
}

/** Half of the prompts are held out, and judged for a challenger that passes at 5 % on the others. */
const opens = (results: readonly boolean[]): boolean =>
  passesAt(results.slice(0, results.length / 2), EPOCH_ALPHA)
const heldOutOf = (results: readonly boolean[]) => results.slice(results.length / 2)

function passesAt(results: readonly boolean[], alpha: number): boolean {
  const key = `${results.length} ${alpha}`
  if (!leastWins.has(key)) leastWins.set(key, leastToPass(results.length, alpha))
  return results.filter(Boolean).length >= leastWins.get(key)!
}

/** The least wins that pass, by the number of results and the level. */
const leastWins = new Map<string, number>()

function leastToPass(all: number, alpha: number): number {
  let wins = 0
  while (
    wins <= all &&
    !passChallenge({ wins, losses: all - wins, ties: 0 }, { minWinRate: 0.5, alpha }).passes
  )
    wins++
  return wins
}

interface Line extends World {
  rule: Rule
  climbs: number
  falsely: number
  found: number[]
}

export const climbs = study<{ runs: number; seed: number }, World, Score, Line>({
  name: 'climbs',
  about: 'Climbs of fifty challengers: false promotions of equals, and how often a better one is promoted.',
  options: [countOption('runs', 'climbs of each world', 1000)],
  worlds: (): World[] =>
    [100, 200, 400].flatMap((prompts) => [0.6, 0.65, 0.7].map((winRate) => ({ prompts, winRate }))),
  titleOf: ({ prompts, winRate }) => `${prompts} prompts, ${Math.round(100 * winRate)} %`,
  score: (world, { runs, seed }) => simulateClimbs(world, runs, seed),
  tableLines: (world, { climbs: count, falsely, found }) =>
    RULES.map((rule) => ({ ...world, rule, climbs: count, falsely: falsely[rule], found: found[rule] })),
  columns: [
    { head: 'prompts', of: ({ prompts }) => prompts },
    { head: 'better one wins', of: ({ winRate }) => `${Math.round(100 * winRate)} %` },
    { head: 'rule', of: ({ rule }) => rule, isText: true },
    { head: 'any false promotion', of: ({ falsely, climbs: count }) => percentOf(falsely, count) },
    ...PLACES.map((n, i) => ({
      head: `promoted as ${n}`,
      of: ({ found, climbs: count }: Line) => partOf(found[i], count, 0),
    })),
  ],
})
