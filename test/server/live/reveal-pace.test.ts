/** Both answers are shown at one pace, and the times at which text is shown do not tell the faster contestant. */
import { describe, expect, it } from 'vitest'
import { truncateText, Pace, type Arrived } from '../../../server/live/reveal-pace.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { linear, nearest, type Example } from './classifiers.ts'

/** When how much of an answer has arrived: pieces of uneven size after uneven waits. */
interface Timeline {
  at: number[]
  length: number[]
}

const TICK_MS = 80

/** A contestant of so many characters per second, whose waits vary as those of servers do, with a stall now and then. */
function timeline(random: () => number, speed: number, firstMs: number, length: number): Timeline {
  const line: Timeline = { at: [], length: [] }
  let [at, sent] = [firstMs * (0.5 + random()), 0]
  while (sent < length) {
    sent = Math.min(length, sent + 2 + Math.floor(random() * 10))
    line.at.push(at)
    line.length.push(sent)
    const stall = random() < 0.004 ? 2000 * random() : 0
    at += (-Math.log(1 - random()) * 6500) / speed + stall
  }
  return line
}

const arrivedBy = ({ at, length }: Timeline, now: number): Arrived => {
  let [low, high] = [0, at.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (at[middle] <= now) low = middle + 1
    else high = middle
  }
  return { length: low === 0 ? 0 : length[low - 1], isDone: low === at.length }
}

/** What is shown of both at each tick, until all is. */
function shownOf(left: Timeline, right: Timeline): [number, number][] {
  const pace = new Pace()
  const shown: [number, number][] = []
  for (let now = 0; ; now += TICK_MS) {
    const [l, r] = pace.step(now, arrivedBy(left, now), arrivedBy(right, now))
    shown.push([l, r])
    if (l >= left.length.at(-1)! && r >= right.length.at(-1)!) return shown
    if (now > 600_000) throw new Error('not everything is shown')
  }
}

describe('the pace of two answers', () => {
  const random = new RandomStream(7, 0)
  const uniform = () => random.uniform()

  it('shows the same number of characters of both until the shorter one ends, and loses none', () => {
    for (let i = 0; i < 60; i++) {
      const [left, right] = [
        timeline(uniform, 30 + 300 * uniform(), 800, 50 + Math.floor(900 * uniform())),
        timeline(uniform, 30 + 300 * uniform(), 800, 50 + Math.floor(900 * uniform())),
      ]
      const shown = shownOf(left, right)
      const [ofLeft, ofRight] = [left.length.at(-1)!, right.length.at(-1)!]
      const shorter = Math.min(ofLeft, ofRight)
      for (const [k, [l, r]] of shown.entries()) {
        if (l < shorter || r < shorter) expect(l).toBe(r)
        const now = k * TICK_MS
        expect(l).toBeLessThanOrEqual(arrivedBy(left, now).length)
        expect(r).toBeLessThanOrEqual(arrivedBy(right, now).length)
        if (k > 0) expect(l >= shown[k - 1][0] && r >= shown[k - 1][1]).toBe(true)
      }
      expect(shown.at(-1)).toEqual([ofLeft, ofRight])
    }
  })

  it('shows a whole answer that came at once no faster than a reader follows', () => {
    const whole: Timeline = { at: [500], length: [900] }
    const shown = shownOf(whole, whole)
    expect(shown.length * TICK_MS).toBeGreaterThan(3000)
    expect(Math.max(...shown.slice(1).map(([l], k) => l - shown[k][0]))).toBeLessThan(40)
  })

  it('does not tell the faster one: classifiers guess it as by a coin', () => {
    const conversations = Array.from({ length: 4000 }, () => conversation(uniform))
    const [train, test] = [conversations.slice(0, 2000), conversations.slice(2000)]
    for (const guess of [nearest(train), linear(train)]) {
      const right = test.filter(({ features, isLeft }) => guess(features) === isLeft).length
      expect(right / test.length).toBeLessThan(0.55)
    }
  })

  it('is needed: shown as they arrive, the same classifiers know the faster one', () => {
    const conversations = Array.from({ length: 600 }, () => conversation(uniform, true))
    const [train, test] = [conversations.slice(0, 300), conversations.slice(300)]
    const guess = nearest(train)
    const right = test.filter(({ features, isLeft }) => guess(features) === isLeft).length
    expect(right / test.length).toBeGreaterThan(0.8)
  })
})

/** Two contestants, one two to four times as fast as the other, whose lengths say nothing about their speed. */
function conversation(random: () => number, isRaw = false): Example {
  const slow = 25 + 60 * random()
  const isLeft = random() < 0.5
  const fast = slow * (2 + 2 * random())
  const length = () => 150 + Math.floor(700 * random())
  const of = (isFast: boolean) => timeline(random, isFast ? fast : slow, isFast ? 300 : 900, length())
  const [left, right] = [of(isLeft), of(!isLeft)]
  const shown = isRaw ? rawOf(left, right) : shownOf(left, right)
  return { features: featuresOf(shown), isLeft }
}

function rawOf(left: Timeline, right: Timeline): [number, number][] {
  const end = Math.max(left.at.at(-1)!, right.at.at(-1)!)
  return Array.from({ length: Math.ceil(end / TICK_MS) + 1 }, (_, k): [number, number] => [
    arrivedBy(left, k * TICK_MS).length,
    arrivedBy(right, k * TICK_MS).length,
  ])
}

/**
 * What somebody could measure, signed by the side that it speaks for: who begins first, who is longer, how the pace of the
 * longer one changes after the other has ended, how long it stalls then and before, and how uneven it is.
 */
function featuresOf(shown: readonly [number, number][]): number[] {
  const steps = shown.slice(1).map(([l, r], k) => [l - shown[k][0], r - shown[k][1]])
  const begins = [0, 1].map((side) => steps.findIndex((step) => step[side] > 0))
  const last = shown.at(-1)!
  const longer = last[0] >= last[1] ? 0 : 1
  const ends = steps.findLastIndex((step) => step[1 - longer] > 0)
  const mine = steps.map((step) => step[longer])
  const [before, after] = [mine.slice(begins[longer], ends + 1), mine.slice(ends + 1)]
  const mean = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0) / Math.max(1, all.length)
  const spread = (all: readonly number[]) => Math.sqrt(mean(all.map((one) => (one - mean(all)) ** 2)))
  const stalls = (all: readonly number[]) => all.filter((one) => one === 0).length / Math.max(1, all.length)
  const sign = longer === 0 ? 1 : -1
  const raw = [0, 1].map((side) => mean(steps.map((step) => step[side]).filter((one) => one > 0)))
  return [
    begins[1] - begins[0],
    sign,
    sign * (mean(after) - mean(before)),
    sign * (stalls(after) - stalls(before)),
    sign * stalls(after),
    sign * (spread(after) - spread(before)),
    sign * mean(after.slice(0, 10)),
    raw[0] - raw[1],
  ]
}

it('the beginning of a text cuts no character in two', () => {
  expect(truncateText('a😀b', 2)).toBe('a')
  expect(truncateText('a😀b', 3)).toBe('a😀')
  expect(truncateText('a😀', 3)).toBe('a😀')
  expect(truncateText('abc', 9)).toBe('abc')
  expect(truncateText('abc', 0)).toBe('')
})
