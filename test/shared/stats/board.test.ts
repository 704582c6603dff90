/** The board of statistics version 3: against a second program, by properties, and on boards that are hard. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { LEFT, RIGHT, TIE, type Votes } from '../../../shared/stats/fit/votes.ts'
import {
  rateBoard,
  withOneLoss,
  type RateBoardOptions,
  type RatedBoard,
} from '../../../shared/stats/board/rate-board.ts'
import { pairwiseLeads, readPlaces } from '../../../shared/stats/board/ranking.ts'
import { votesToDecide } from '../../../shared/stats/board/votes-to-decide.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { hasReferenceData } from './reference.ts'

const CLOSED: RateBoardOptions = { rounds: 0, seed: 1, looks: 'one' }
const LIVE: RateBoardOptions = { ...CLOSED, looks: 'any' }

// Boards of a program in Python of the same method, which shares no line with the engine.

interface SecondBoard {
  weights: 'units' | 'votes'
  live: boolean
  state: string
  speaksFor: string | null
  rated: number[] | number
  heat: number[]
  places: [number, number][]
  theta: number[]
  half: number[]
  variance: number[]
  degrees: number[]
}

const second = JSON.parse(readFileSync(join(import.meta.dirname, 'second-program.json'), 'utf8')) as {
  worlds: (Record<'name' | 'a' | 'b' | 'y' | 'prompt' | 'person', string> & {
    contestants: number
    boards: SecondBoard[]
  })[]
  files: { file: string; boards: SecondBoard[] }[]
}

const digits = (text: string) => Int32Array.from(text, (digit) => (digit === '-' ? -1 : parseInt(digit, 36)))

describe('a second program', () => {
  test.each(second.worlds)('agrees on $name', ({ contestants, a, b, y, prompt, person, boards }) => {
    const votes: Votes = {
      contestants,
      left: digits(a),
      right: digits(b),
      outcome: Uint8Array.from(digits(y), (doubled) => [RIGHT, TIE, LEFT][doubled]!),
      prompt: digits(prompt),
      person: digits(person),
    }
    expect(boards.length).toBe(4)
    for (const board of boards) expectSame(rateBoard(votes, optionsOf(board)), board)
  })

  test.skipIf(!hasReferenceData).each(second.files)('agrees on $file', ({ file, boards }) => {
    const votes = readVotes(join(process.env['DEADHEAT_REFERENCE_DATA']!, file))
    expect(votes.outcome.length).toBeGreaterThan(100)
    for (const board of boards) expectSame(rateBoard(votes, optionsOf(board)), board)
  })

  const optionsOf = ({ live, weights }: SecondBoard): RateBoardOptions => ({
    ...(live ? LIVE : CLOSED),
    weights,
  })

  function expectSame({ state, rated, units, reading, measured }: RatedBoard, board: SecondBoard): void {
    expect(state).toBe(board.state)
    if (!measured || !reading) return expect(rated).toHaveLength(board.rated as number)
    expect([...rated]).toEqual(board.rated)
    expect(units.speaksFor).toBe(board.speaksFor)
    near(measured.theta, board.theta)
    near(measured.half, board.half)
    expect(reading.places).toEqual(board.places)
    expect(reading.deadHeat.toSorted()).toEqual(board.heat.toSorted())
    const toFirst = board.variance.map((_, at) => measured.difference(0, at + 1))
    near(
      toFirst.map(({ variance }) => variance),
      board.variance,
    )
    near(
      toFirst.map(({ degrees }) => degrees),
      board.degrees,
    )
  }

  /** Equal to 1e-6 of the number, or to 1e-6 where numbers are small. */
  function near(found: ArrayLike<number>, expected: readonly number[]): void {
    expect(found).toHaveLength(expected.length)
    for (const [at, value] of expected.entries())
      expect(Math.abs(found[at]! - value)).toBeLessThan(1e-6 * Math.max(1, Math.abs(value)))
  }
})

/** A file of battles as columns: people are the judges that are not models, and self-battles are left out. */
function readVotes(file: string): Votes {
  const rows = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, string | undefined>)
    .filter((row) => row['model_a'] !== row['model_b'])
  const names = number(rows.flatMap((row) => [row['model_a']!, row['model_b']!]))
  const column = (values: (string | undefined)[]) => {
    const numbers = number(values.filter((value) => value !== undefined))
    return Int32Array.from(values, (value) => (value === undefined ? -1 : numbers.get(value)!))
  }
  return {
    contestants: names.size,
    left: Int32Array.from(rows, (row) => names.get(row['model_a']!)!),
    right: Int32Array.from(rows, (row) => names.get(row['model_b']!)!),
    outcome: Uint8Array.from(rows, ({ winner }) =>
      winner === 'model_a' ? LEFT : winner === 'model_b' ? RIGHT : TIE,
    ),
    prompt: column(rows.map((row) => row['group'] ?? row['question_id'])),
    person: column(
      rows.map((row) => ((row['judge_type'] ?? 'human') === 'human' ? row['judge'] : undefined)),
    ),
  }

  function number(values: string[]): Map<string, number> {
    const sorted = [...new Set(values)].sort((x, y) => (x < y ? -1 : x > y ? 1 : 0))
    return new Map(sorted.map((value, at) => [value, at]))
  }
}

// Drawn boards.

interface World {
  contestants: number
  votes: number
  prompts: number
  people: number
  /** Logits between neighbours. */
  gap: number
  ties?: number
}

function draw({ contestants, votes, prompts, people, gap, ties = 0.1 }: World, seed: number): Votes {
  const stream = new RandomStream(seed, 0)
  const below = (limit: number) => Math.floor(stream.uniform() * limit)
  const columns = {
    contestants,
    left: new Int32Array(votes),
    right: new Int32Array(votes),
    outcome: new Uint8Array(votes),
    prompt: new Int32Array(votes).fill(-1),
    person: new Int32Array(votes).fill(-1),
  }
  for (let vote = 0; vote < votes; vote++) {
    const left = (columns.left[vote] = below(contestants))
    const right = (columns.right[vote] = (left + 1 + below(contestants - 1)) % contestants)
    if (prompts > 0) columns.prompt[vote] = below(prompts)
    if (people > 0) columns.person[vote] = below(people)
    const chance = 1 / (1 + Math.exp(gap * (left - right)))
    columns.outcome[vote] = stream.uniform() < ties ? TIE : stream.uniform() < chance ? LEFT : RIGHT
  }
  return columns
}

const WORLD = fc.record({
  contestants: fc.integer({ min: 2, max: 7 }),
  votes: fc.integer({ min: 0, max: 300 }),
  prompts: fc.integer({ min: 0, max: 20 }),
  people: fc.integer({ min: 0, max: 20 }),
  gap: fc.constantFrom(0, 0.3, 1, 4),
  ties: fc.constantFrom(0, 0.2, 0.7, 1),
})
const ANY_INTERVALS = fc.constantFrom<Partial<RateBoardOptions>>(
  {},
  { rounds: 20 },
  { rounds: 20, ties: 'drop' },
  { rounds: 20, looks: 'one', intervals: 'classic' },
)
const SEED = fc.integer({ min: 1, max: 1e6 })

const shown = ({ state, rated, reading, measured, units }: RatedBoard) => ({
  state,
  rated: [...rated],
  speaksFor: units.speaksFor,
  places: reading?.places,
  deadHeat: reading?.deadHeat,
  theta: measured && [...measured.theta],
  half: measured && [...measured.half],
})

describe('every board', () => {
  it('is the same in any order of votes and with sides swapped, to the last digit, and has finite numbers', () => {
    fc.assert(
      fc.property(WORLD, SEED, ANY_INTERVALS, (world, seed, intervals) => {
        const votes = draw(world, seed)
        const stream = new RandomStream(seed, 1)
        const order = [...votes.outcome.keys()]
          .map((vote) => ({ vote, at: stream.uniform() }))
          .sort((a, b) => a.at - b.at)
          .map(({ vote }) => vote)
        const isSwapped = order.map(() => stream.uniform() < 0.5)
        const other: Votes = {
          contestants: votes.contestants,
          left: Int32Array.from(order, (vote, at) => (isSwapped[at] ? votes.right : votes.left)[vote]!),
          right: Int32Array.from(order, (vote, at) => (isSwapped[at] ? votes.left : votes.right)[vote]!),
          outcome: Uint8Array.from(order, (vote, at) => {
            const outcome = votes.outcome[vote]!
            return isSwapped[at] && outcome < TIE ? 1 - outcome : outcome
          }),
          prompt: Int32Array.from(order, (vote) => votes.prompt![vote]!),
          person: Int32Array.from(order, (vote) => votes.person![vote]!),
        }
        const options = { ...LIVE, ...intervals }
        const board = shown(rateBoard(votes, options))
        expect(shown(rateBoard(other, options))).toEqual(board)
        for (const value of [...(board.theta ?? []), ...(board.half ?? [])])
          expect(value).toBeTypeOf('number')
        for (const value of [...(board.theta ?? []), ...(board.half ?? [])])
          expect(Number.isFinite(value)).toBe(true)
      }),
      { numRuns: 150 },
    )
  })

  it('says no more than its bars: places, dead heat and state follow from them', () => {
    fc.assert(
      fc.property(WORLD, SEED, fc.boolean(), (world, seed, isLive) => {
        const { state, measured, reading } = rateBoard(draw(world, seed), isLive ? LIVE : CLOSED)
        if (!measured || !reading) {
          expect(state).toBe('first_votes')
          return
        }
        const { theta, half } = measured
        const isAbove = (i: number, j: number) => theta[i]! - half[i]! > theta[j]! + half[j]!
        const all = [...theta.keys()]
        expect(reading.places).toEqual(
          all.map((i) => [
            1 + all.filter((j) => isAbove(j, i)).length,
            all.length - all.filter((j) => isAbove(i, j)).length,
          ]),
        )
        const first = all.filter((i) => reading.places[i]![0] === 1)
        expect([...reading.deadHeat].sort((i, j) => i - j)).toEqual(first)
        expect(state === 'leads' || state === 'wins').toBe(first.length === 1)
        if (!isLive) expect(state).not.toBe('leads')
        // what crosses the finish line, the highest low end, is what has place 1
        const line = Math.max(...all.map((i) => theta[i]! - half[i]!))
        expect(all.filter((i) => theta[i]! + half[i]! >= line)).toEqual(first)
      }),
      { numRuns: 300 },
    )
  })

  it('counts bars that touch as overlapping', () => {
    const { places } = readPlaces(Float64Array.of(1.5, 0.5), Float64Array.of(0.5, 0.5))
    expect(places).toEqual([
      [1, 2],
      [1, 2],
    ])
  })

  it('never says more than the two alone: bars that part have a difference beyond its own interval', () => {
    let parted = 0
    fc.assert(
      fc.property(WORLD, SEED, (world, seed) => {
        const { measured } = rateBoard(draw(world, seed), CLOSED)
        if (!measured) return
        const { theta, half } = measured
        for (const i of theta.keys())
          for (const j of theta.keys())
            if (theta[i]! - half[i]! > theta[j]! + half[j]!) {
              parted++
              expect(theta[i]! - theta[j]!).toBeGreaterThan(measured.differenceHalfWidth(i, j))
            }
      }),
      { numRuns: 100 },
    )
    expect(parted).toBeGreaterThan(50)
  })

  it('at one look by single votes, a win of the leader in place of a loss takes no claim away', () => {
    let flips = 0
    fc.assert(
      fc.property(WORLD, SEED, (world, seed) => {
        const votes = { ...draw({ ...world, ties: 0.1 }, seed), prompt: null, person: null }
        const before = rateBoard(votes, CLOSED)
        if (before.state !== 'wins') return
        const leader = before.rated[before.reading!.deadHeat[0]!]!
        for (const vote of votes.outcome.keys()) {
          const loses =
            (votes.left[vote] === leader && votes.outcome[vote] === RIGHT) ||
            (votes.right[vote] === leader && votes.outcome[vote] === LEFT)
          if (!loses) continue
          const outcome = votes.outcome.slice()
          outcome[vote] = 1 - outcome[vote]!
          flips++
          expect(rateBoard({ ...votes, outcome }, CLOSED).state).toBe('wins')
          break
        }
      }),
      { numRuns: 200 },
    )
    expect(flips).toBeGreaterThan(20)
  })

  it('at any look, a win of the leader in place of a loss seldom takes a claim away, and then from wins to leads', () => {
    let [flips, lost] = [0, 0]
    fc.assert(
      fc.property(WORLD, SEED, (world, seed) => {
        const votes = draw({ ...world, votes: world.votes + 100, ties: 0.1 }, seed)
        const before = rateBoard(votes, LIVE)
        if (before.state !== 'wins') return
        const leader = before.rated[before.reading!.deadHeat[0]!]!
        const losses = [...votes.outcome.keys()].filter(
          (vote) =>
            (votes.left[vote] === leader && votes.outcome[vote] === RIGHT) ||
            (votes.right[vote] === leader && votes.outcome[vote] === LEFT),
        )
        for (const vote of losses.slice(0, 3)) {
          const outcome = votes.outcome.slice()
          outcome[vote] = 1 - outcome[vote]!
          const { state } = rateBoard({ ...votes, outcome }, LIVE)
          flips++
          if (state === 'wins') continue
          lost++
          expect(state).toBe('leads')
        }
      }),
      { numRuns: 300, seed: 1 },
    )
    expect(flips).toBeGreaterThan(100)
    expect(lost / flips).toBeLessThanOrEqual(0.02)
  })

  it('has the same bars under other numbers for contestants, prompts and people', () => {
    fc.assert(
      fc.property(WORLD, SEED, (world, seed) => {
        const votes = draw(world, seed)
        const stream = new RandomStream(seed, 2)
        const shuffled = (count: number): number[] =>
          Array.from({ length: count }, (_, number) => ({ number, at: stream.uniform() }))
            .sort((a, b) => a.at - b.at)
            .map(({ number }) => number)
        const [contestants, prompts, people] = [world.contestants, world.prompts, world.people].map(shuffled)
        const renumber = (column: Int32Array, numbers: readonly number[]) =>
          column.map((value) => (value < 0 ? value : numbers[value]!))
        const { state, rated, measured } = rateBoard(votes, LIVE)
        const again = rateBoard(
          {
            ...votes,
            left: renumber(votes.left, contestants!),
            right: renumber(votes.right, contestants!),
            prompt: renumber(votes.prompt!, prompts!),
            person: renumber(votes.person!, people!),
          },
          LIVE,
        )
        // of an unbeaten leader, which win is read as a loss depends on the numbers
        if (!again.isUnbeatenLeader) expect(again.state).toBe(state)
        if (!measured) return
        rated.forEach((contestant, place) => {
          const at = again.rated.indexOf(contestants![contestant]!)
          expect(again.measured!.theta[at]).toBeCloseTo(measured.theta[place]!, 6)
          expect(again.measured!.half[at]! / measured.half[place]!).toBeCloseTo(1, 6)
        })
      }),
      { numRuns: 150 },
    )
  })

  it('knows as much of two after votes of others, or of a newcomer, as before', () => {
    const growths: number[] = []
    fc.assert(
      fc.property(
        fc.integer({ min: 3, max: 6 }),
        fc.integer({ min: 10, max: 120 }),
        fc.boolean(),
        SEED,
        (contestants, more, isNewcomer, seed) => {
          const votes = draw(
            { contestants, votes: 80 * contestants, prompts: 25, people: 30, gap: 0.3 },
            seed,
          )
          const others = draw({ contestants, votes: 4 * more, prompts: 25, people: 30, gap: 0.3 }, seed + 1)
          // nobody meets 0 or 1 in what comes on top; a newcomer stands in their place
          const rows = [...others.outcome.keys()].filter((vote) =>
            isNewcomer
              ? others.left[vote] === 0 && others.right[vote]! > 1
              : others.left[vote]! > 1 && others.right[vote]! > 1,
          )
          const column = (name: 'left' | 'right' | 'prompt' | 'person') =>
            Int32Array.from([
              ...votes[name]!,
              ...rows.map((row) => (isNewcomer && name === 'left' ? contestants : others[name]![row]!)),
            ])
          const after = rateBoard(
            {
              contestants: contestants + Number(isNewcomer),
              left: column('left'),
              right: column('right'),
              outcome: Uint8Array.from([...votes.outcome, ...rows.map((row) => others.outcome[row]!)]),
              prompt: column('prompt'),
              person: column('person'),
            },
            CLOSED,
          )
          const before = rateBoard(votes, CLOSED)
          growths.push(after.measured!.differenceHalfWidth(0, 1) / before.measured!.differenceHalfWidth(0, 1))
        },
      ),
      { numRuns: 150, seed: 1 },
    )
    const mean = growths.reduce((sum, growth) => sum + growth / growths.length, 0)
    expect(mean).toBeLessThan(1.01)
    expect(Math.max(...growths)).toBeLessThan(1.1)
  })

  it('names the pairs of a dead heat of two or three whose own difference excludes 0: never of two alone', () => {
    let named = 0
    fc.assert(
      fc.property(WORLD, SEED, (world, seed) => {
        const { measured, reading } = rateBoard(draw(world, seed), CLOSED)
        if (!measured || !reading) return
        const leads = pairwiseLeads(measured, reading)
        const { deadHeat } = reading
        const pairs = deadHeat.flatMap((i, at) => deadHeat.slice(at + 1).map((j) => [i, j] as const))
        const apart = pairs.filter(
          ([i, j]) => Math.abs(measured.theta[i]! - measured.theta[j]!) > measured.differenceHalfWidth(i, j),
        )
        const isFew = deadHeat.length <= 3
        expect(leads.map(({ ahead, behind }) => [ahead, behind]).sort()).toEqual(isFew ? apart.sort() : [])
        if (measured.theta.length === 2) expect(leads).toEqual([])
        named += leads.length
      }),
      { seed: 1, numRuns: 300 },
    )
    expect(named).toBeGreaterThan(5)
  })

  it('of two parts their bars exactly where the interval of their difference excludes 0', () => {
    fc.assert(
      fc.property(SEED, fc.constantFrom(0.2, 0.5, 1), (seed, gap) => {
        const votes = draw({ contestants: 2, votes: 120, prompts: 12, people: 15, gap }, seed)
        const { measured, state } = rateBoard(votes, CLOSED)
        const [a, b] = measured!.theta
        expect(state === 'wins').toBe(Math.abs(a! - b!) > measured!.differenceHalfWidth(0, 1))
      }),
      { numRuns: 60 },
    )
  })
})

describe('rounds', () => {
  const WORLDS: World[] = [
    { contestants: 5, votes: 900, prompts: 60, people: 50, gap: 0.3 },
    { contestants: 8, votes: 1200, prompts: 80, people: 0, gap: 0.2 },
    { contestants: 3, votes: 600, prompts: 0, people: 60, gap: 0.5 },
  ]

  it.each(WORLDS)('tend to the closed form, which is their limit: %o', (world) => {
    const votes = draw(world, 7)
    const limit = rateBoard(votes, CLOSED).measured!
    const { half, intervals } = rateBoard(votes, { ...CLOSED, rounds: 20_000 }).measured!
    expect(intervals).toBe('rounds')
    const ratios = [...half].map((value, i) => value / limit.half[i]!)
    const mean = ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length
    expect(Math.abs(mean - 1)).toBeLessThan(0.02)
    for (const ratio of ratios) expect(Math.abs(ratio - 1)).toBeLessThan(0.05)
    const few = rateBoard(votes, { ...CLOSED, rounds: 1000 }).measured!
    for (const i of few.half.keys()) expect(Math.abs(few.half[i]! / limit.half[i]! - 1)).toBeLessThan(0.1)
  })

  it('depend on the seed and on their number, and on nothing else', () => {
    const votes = draw(WORLDS[0]!, 3)
    const halfBy = (seed: number, rounds: number) => [
      ...rateBoard(votes, { ...CLOSED, seed, rounds }).measured!.half,
    ]
    expect(halfBy(1, 100)).toEqual(halfBy(1, 100))
    expect(halfBy(2, 100)).not.toEqual(halfBy(1, 100))
    expect(halfBy(1, 101)).not.toEqual(halfBy(1, 100))
  })

  it('report their progress up to the end', () => {
    const shares: number[] = []
    rateBoard(draw(WORLDS[0]!, 3), { ...CLOSED, rounds: 50, onProgress: (share) => shares.push(share) })
    expect(shares).toHaveLength(100)
    expect(shares.at(-1)).toBe(1)
  })
})

/** So many votes of a pair, first won, by people one after another on prompts one after another. */
function pair(won: number, lost: number, people = 30, prompts = 20): Votes {
  const votes = won + lost
  return {
    contestants: 2,
    left: new Int32Array(votes),
    right: new Int32Array(votes).fill(1),
    outcome: new Uint8Array(votes).map((_, vote) => (vote < won ? LEFT : RIGHT)),
    prompt: new Int32Array(votes).map((_, vote) => vote % prompts),
    person: new Int32Array(votes).map((_, vote) => vote % people),
  }
}

describe('hard boards', () => {
  it('a plainer win never says less: 90 : 10, 95 : 5, 99 : 1 and 100 : 0 win at every look', () => {
    for (const lost of [10, 5, 1, 0]) {
      const { state, reading } = rateBoard(pair(100 - lost, lost), LIVE)
      expect([lost, state, reading!.deadHeat]).toEqual([lost, 'wins', [0]])
    }
    expect(rateBoard(pair(50, 50), LIVE).state).toBe('dead_heat')
  })

  it('an open-ended board leads before it wins', () => {
    expect(rateBoard(pair(62, 38), CLOSED).state).toBe('wins')
    expect(rateBoard(pair(62, 38), LIVE).state).toBe('leads')
  })

  it('people and judges together never win', () => {
    expect(rateBoard(pair(90, 10), { ...CLOSED, isMixed: true }).state).toBe('leads')
  })

  it('ties alone are a dead heat of all', () => {
    const votes = draw({ contestants: 4, votes: 200, prompts: 10, people: 10, gap: 1, ties: 1 }, 1)
    const { state, reading } = rateBoard(votes, CLOSED)
    expect([state, reading!.deadHeat.length]).toEqual(['dead_heat', 4])
  })

  it('a contestant is rated from ten votes on that link it to the largest group; half of all must be', () => {
    const island = draw({ contestants: 3, votes: 90, prompts: 9, people: 9, gap: 0.5 }, 4)
    const votes: Votes = {
      contestants: 6,
      // 3 and 4 met each other alone, 5 has nine votes against 0
      left: Int32Array.from([...island.left, ...Array<number>(40).fill(3), ...Array<number>(9).fill(5)]),
      right: Int32Array.from([...island.right, ...Array<number>(40).fill(4), ...Array<number>(9).fill(0)]),
      outcome: new Uint8Array(139).map((_, vote) => island.outcome[vote] ?? vote % 2),
      prompt: null,
      person: null,
    }
    const { state, rated, reasons } = rateBoard(votes, CLOSED)
    expect([...rated]).toEqual([0, 1, 2])
    expect(reasons).toEqual([null, null, null, 'disconnected', 'disconnected', 'too_few_votes'])
    expect(state).toBe('dead_heat')
    expect(rateBoard({ ...votes, contestants: 7 }, CLOSED).state).toBe('first_votes')
    expect(
      rateBoard({ ...draw({ contestants: 1, votes: 0, prompts: 0, people: 0, gap: 0 }, 1) }, CLOSED).state,
    ).toBe('first_votes')
  })

  it('a contestant whose votes name nobody is rated beside others whose votes do', () => {
    const votes = draw({ contestants: 4, votes: 240, prompts: 20, people: 12, gap: 0.3 }, 3)
    const person = votes.person!.map((of, vote) =>
      votes.left[vote] === 3 || votes.right[vote] === 3 ? -1 : of,
    )
    const { measured } = rateBoard({ ...votes, person }, CLOSED)
    for (const half of measured!.half) expect(half).toBeGreaterThan(0)
  })

  it('columns that cannot be are refused', () => {
    const votes = pair(10, 10)
    const refused = (change: Partial<Votes>) => () => rateBoard({ ...votes, ...change }, CLOSED)
    expect(refused({ left: votes.left.slice(1) })).toThrow('differ in length')
    expect(refused({ left: votes.left.map(() => 2) })).toThrow('vote 0 names a contestant outside 0 … 1')
    expect(refused({ right: votes.left })).toThrow('sets a contestant against itself')
    expect(refused({ outcome: votes.outcome.map(() => 4) })).toThrow('unknown outcome 4')
  })

  it.each([
    ['rounds that are no count', { rounds: 1.5 }],
    ['a seed that is no integer', { seed: NaN }],
    ['a level that is none', { level: 0 }],
  ])('options are checked: %s', (_, change) => {
    expect(() => rateBoard(pair(10, 10), { ...CLOSED, ...change })).toThrow(RangeError)
  })
})

describe('an unbeaten leader with one loss', () => {
  it('loses to the rival, on the prompt and by the person with the highest numbers, in any order and on any side', () => {
    // of each row: rival, prompt, person
    const wins = [
      [1, 9, 9],
      [2, 3, 9],
      [2, 4, 1],
      [2, 4, 0],
      [1, 0, 0],
    ] as const
    fc.assert(
      fc.property(
        fc.shuffledSubarray([...wins.keys()], { minLength: wins.length }),
        fc.array(fc.boolean(), { minLength: wins.length, maxLength: wins.length }),
        (order, isOnLeft) => {
          const rows = order.map((row) => wins[row]!)
          const votes: Votes = {
            contestants: 3,
            left: Int32Array.from(rows, ([rival], i) => (isOnLeft[i] ? 0 : rival)),
            right: Int32Array.from(rows, ([rival], i) => (isOnLeft[i] ? rival : 0)),
            outcome: Uint8Array.from(rows, (_, i) => (isOnLeft[i] ? LEFT : RIGHT)),
            prompt: Int32Array.from(rows, ([, prompt]) => prompt),
            person: Int32Array.from(rows, ([, , person]) => person),
          }
          const { outcome } = withOneLoss(votes, 0)
          const lost = rows.filter((_, i) => outcome[i] !== votes.outcome[i])
          expect(lost).toEqual([[2, 4, 1]])
        },
      ),
      { numRuns: 50, seed: 3 },
    )
  })
})

describe('what would settle it', () => {
  const settleOf = (votes: Votes) => {
    const { measured, units } = rateBoard(votes, CLOSED)
    return votesToDecide(measured!, { votes: votes.outcome.length, ...units.counts })
  }

  it('nothing where the leader stands apart; votes where units add nothing', () => {
    expect(settleOf(pair(90, 10))).toBeNull()
    const close = settleOf({ ...pair(57, 43), prompt: null, person: null })!
    expect(close).toMatchObject({ by: 'votes', prompts: null, voters: null })
    expect(close.votes).toBeGreaterThan(50)
  })

  it('prompts where all votes repeat a few of them', () => {
    // each of eight prompts has its own favourite, whoever votes
    const votes = pair(600, 400, 200, 8)
    votes.outcome.forEach((_, vote) => {
      votes.outcome[vote] = votes.prompt![vote]! < 6 ? (vote % 10 < 9 ? LEFT : RIGHT) : RIGHT
    })
    const found = settleOf(votes)
    expect(found?.by).toBe('prompt')
    expect(found!.prompts).toBeGreaterThan(8)
  })
})
