/** Boards as they are drawn: real ones, and ones that no reasonable vote makes. */
import fc from 'fast-check'
import type { FinishBoard, FinishContestant } from '../../../shared/finish/index.ts'

type Bars = readonly (readonly [name: string, rating: number, low: number, high: number])[]

/** The demo: 640 simulated votes by 36 people on 24 prompts. */
const DEMO: Bars = [
  ['Warm-v3', 1129.4, 1084.2, 1174.6],
  ['Baseline', 1090.6, 1042.7, 1138.5],
  ['Terse-v2', 1048.3, 1007.8, 1088.7],
  ['Steps-v2', 992.7, 944.1, 1041.4],
  ['Policy-first', 992.4, 948.9, 1035.8],
  ['Empathy-v1', 968.8, 913.2, 1024.4],
  ['Emoji-v1', 904.6, 856.5, 952.8],
  ['Formal-v1', 873.2, 828.7, 917.6],
]

/** MT-bench: 7,171 votes by six judges on 80 prompts. */
const MT_BENCH: Bars = [
  ['EXAONE-3.5-7.8B-Instruct', 1149.2, 1124.9, 1173.5],
  ['Phi-3.5-mini-Instruct', 1041.8, 1019.4, 1064.1],
  ['gemma-2-9b-it', 1023.5, 1005.1, 1041.9],
  ['Llama-3.1-8B-Instruct', 1008.1, 986.2, 1030],
  ['Mistral-7B-Instruct-v0.3', 912.7, 892.1, 933.2],
  ['EEVE-Korean-Instruct-10.8B', 864.3, 838.7, 889.9],
]

/** A board whose line, places and state follow from the overlap of its bars. */
export function boardOfBars(bars: Bars, changes: Partial<FinishBoard> = {}): FinishBoard {
  const line = bars.reduce((most, [, , low]) => Math.max(most, low), -Infinity)
  const heat = bars.filter(([, , , high]) => high >= line)
  const rest = bars.filter(([, , , high]) => high < line)
  const isLed = heat.length === 1 && rest.length > 0
  return {
    state: isLed ? 'leads' : 'dead_heat',
    deadHeat: heat.map(([name]) => name),
    leader: isLed ? heat[0]![0] : null,
    clearBy: isLed ? line - rest.reduce((most, [, , , high]) => Math.max(most, high), -Infinity) : null,
    finishLine: line,
    level: 0.95,
    looks: 'any',
    units: ['prompt', 'voter'],
    speaksFor: null,
    votes: 640,
    voters: 36,
    prompts: 24,
    title: 'Customer support replies',
    contestants: bars.map(([name, rating, low, high]) => ({
      name,
      rating,
      interval: [low, high],
      place: [
        1 + bars.filter(([, , otherLow]) => otherLow > high).length,
        bars.length - bars.filter(([, , , otherHigh]) => otherHigh < low).length,
      ],
      votes: 160,
      wins: 80,
      losses: 40,
      ties: 40,
      bothBad: 0,
      status: 'rated',
    })),
    ...changes,
  }
}

export const demo = (changes: Partial<FinishBoard> = {}) => boardOfBars(DEMO, changes)
export const judged = (changes: Partial<FinishBoard> = {}) =>
  boardOfBars(MT_BENCH, { units: ['prompt'], votes: 7171, voters: 6, prompts: 80, ...changes })

/** So many contestants, each 4 points below the one before, with bars of 60 to 120 points. */
export const many = (count: number, changes: Partial<FinishBoard> = {}): FinishBoard =>
  boardOfBars(
    Array.from({ length: count }, (_, nth) => {
      const half = 30 + ((nth * 7) % 31)
      const rating = 1000 + 2 * count - 4 * nth
      return [`prompt-${String(nth + 1).padStart(3, '0')}`, rating, rating - half, rating + half] as const
    }),
    changes,
  )

const COUNTS = [
  ['Warm-v3', 2, 0, 1],
  ['Baseline', 2, 0, 2],
  ['Terse-v2', 1, 3, 1],
  ['Steps-v2', 1, 3, 0],
  ['Policy-first', 2, 3, 1],
  ['Empathy-v1', 2, 1, 2],
  ['Emoji-v1', 1, 0, 1],
  ['Formal-v1', 0, 1, 0],
] as const

export const unrated = (name: string, changes: Partial<FinishContestant> = {}): FinishContestant => ({
  name,
  rating: null,
  interval: null,
  place: null,
  votes: 4,
  wins: 2,
  losses: 1,
  ties: 1,
  bothBad: 0,
  status: 'too_few_votes',
  ...changes,
})

/** The first 15 votes of the demo. */
export const firstVotes = (changes: Partial<FinishBoard> = {}): FinishBoard => ({
  ...demo(),
  state: 'first_votes',
  deadHeat: [],
  finishLine: null,
  votes: 15,
  voters: 10,
  prompts: 10,
  contestants: COUNTS.map(([name, wins, losses, ties]) =>
    unrated(name, { votes: wins + losses + ties, wins, losses, ties }),
  ),
  ...changes,
})

/** Names that break lists, tables, markup and terminals. */
export const HOSTILE_NAMES = [
  'x'.repeat(200),
  'a very long name of many words '.repeat(7),
  'نموذج عربي للمحادثة',
  '大規模言語モデル・日本語版',
  '👩‍👩‍👧‍👦 family 🇩🇪',
  '<script>alert("1")</script>',
  'two\nlines\r\nand\ttabs',
  'pipe | star * under_score [link](http://example.org) @someone #12',
  'turn\u202eed & \u0007bell \ud800 lone',
  '',
  ' ',
  'e\u0301'.repeat(60),
]

const anyName = fc.oneof(
  fc.constantFrom(...HOSTILE_NAMES),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
)
const size = fc
  .tuple(fc.integer({ min: -6, max: 8 }), fc.double({ min: 1, max: 10, noNaN: true }))
  .map(([power, lead]) => lead * 10 ** power)
const anyRating = fc.oneof(
  fc.double({ min: 600, max: 1400, noNaN: true }),
  fc.constant(1000),
  size,
  size.map((points) => -points),
)
const whole = fc.nat({ max: 5000 })
const anyContestant = fc
  .record({
    name: anyName,
    rating: fc.option(anyRating, { freq: 9 }),
    below: fc.oneof(fc.constant(0), size),
    above: fc.oneof(fc.constant(0), size),
    hasInterval: fc.boolean(),
    place: fc.option(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 10, max: 300 })), {
      freq: 9,
    }),
    wins: whole,
    losses: whole,
    ties: whole,
    status: fc.constantFrom('rated', 'rated', 'rated', 'too_few_votes', 'not_linked'),
  })
  .map(({ below, above, hasInterval, ...row }): FinishContestant => ({
    ...row,
    bothBad: 0,
    votes: row.wins + row.losses + row.ties,
    interval: row.rating === null || !hasInterval ? null : [row.rating - below, row.rating + above],
  }))

/** Boards of up to 120 contestants, whose parts need not agree. */
export const hostileBoards: fc.Arbitrary<FinishBoard> = fc
  .record({
    contestants: fc.oneof(
      { weight: 9, arbitrary: fc.array(anyContestant, { maxLength: 12 }) },
      { weight: 1, arbitrary: fc.array(anyContestant, { minLength: 90, maxLength: 120 }) },
    ),
    state: fc.constantFrom('first_votes', 'dead_heat', 'leads', 'wins'),
    heat: fc.nat({ max: 20 }),
    finishLine: fc.option(anyRating),
    clearBy: fc.option(size),
    level: fc.constantFrom(0.9, 0.95, 0.975),
    looks: fc.constantFrom('one', 'any'),
    units: fc.subarray(['prompt', 'voter'] as const),
    speaksFor: fc.constantFrom(null, 'these_people', 'these_prompts'),
    votes: whole,
    voters: fc.option(whole),
    prompts: fc.option(whole),
    title: anyName,
  })
  .map(({ heat, ...board }): FinishBoard => {
    const names = board.contestants.map(({ name }) => name)
    return { ...board, deadHeat: names.slice(0, heat), leader: names[0] ?? null }
  })
