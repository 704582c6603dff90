/**
 * What a page could measure of a live battle, over real streams: the times at which text of both sides arrives do not tell
 * the faster contestant, by any of several classifiers. Shown as they arrive, the same ones know it.
 */
import { beforeAll, expect, test } from 'vitest'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { importLiveArena, LIVE_KEY, LiveVisitor } from '../../support/live-visitors.ts'
import { byFeature, linear, nearest, type Example } from './classifiers.ts'
import { KEYS } from '../judging/judge-pair/judged-arena.ts'
import { withModels } from '../judging/judge-pair/with-models.ts'

const [FAST, SLOW] = ['writer-fast', 'writer-slow']
const PACES = {
  [FAST]: { firstWordMs: 80, wordsPerSecond: 120 },
  [SLOW]: { firstWordMs: 350, wordsPerSecond: 35 },
}
const CONVERSATIONS = 1200
const AT_ONCE = 50
/** Streams that the test itself reads without a break: more would tell how busy it is, not how fast they are. */
const READ_AT_ONCE = 10
/** At ½, one of nine guesses is right in more than 57 % of 600 once in 400 runs. */
const MAX_RIGHT = 0.57

const random = new RandomStream(11, 0)
/** The length of an answer says nothing about the speed of who gave it. */
const reply = () =>
  Array.from({ length: 8 + Math.floor(20 * random.uniform()) }, () =>
    'abcdefghi'.slice(0, 2 + Math.floor(7 * random.uniform())),
  ).join(' ')
const { app, models } = withModels({
  reply,
  paces: PACES,
  price: { models: ['writer-*'], input: 1, output: 10 },
  works: false,
  appOptions: { env: { [LIVE_KEY]: KEYS.MODELS_KEY } },
})
let address = ''

beforeAll(async () => {
  await importLiveArena(app.deps, {
    slug: 'arrival',
    baseUrl: models.openAiUrl,
    models: { fast: FAST, slow: SLOW },
    live: {},
  })
  address = await app.serve()
})

/** When text of each side arrived, in ms, and when the end did. */
interface Arrivals {
  left: number[]
  right: number[]
  end: number
}

const FEATURES = [
  'first token',
  'last token',
  'mean gap',
  'spread of gaps',
  'number of chunks',
  'gap after the other ended',
  'wait for the end',
]

/** Each is of the left side less that of the right, or of the longer one where only that goes on. */
function featuresOf({ left, right, end }: Arrivals): number[] {
  const of = (times: readonly number[]) => {
    const gaps = times.slice(1).map((at, i) => at - times[i])
    const mean = meanOf(gaps)
    return [
      times[0],
      times.at(-1)!,
      mean,
      Math.sqrt(meanOf(gaps.map((gap) => (gap - mean) ** 2))),
      times.length,
    ]
  }
  const [ofLeft, ofRight] = [of(left), of(right)]
  const sign = left.length >= right.length ? 1 : -1
  const [longer, shorter] = sign > 0 ? [left, right] : [right, left]
  const alone = longer.filter((at) => at >= shorter.at(-1)!)
  const gapsAlone = alone.slice(1).map((at, i) => at - alone[i])
  return [
    ...ofLeft.map((value, i) => value - ofRight[i]),
    sign * meanOf(gapsAlone),
    sign * (end - longer.at(-1)!),
  ]
}

const meanOf = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0) / Math.max(1, all.length)

/** The share of one half that each classifier guesses, trained with the other; both have examples of all times. */
function sharesOf(examples: readonly Example[]): Record<string, number> {
  const [train, held] = [0, 1].map((half) => examples.filter((_, i) => i % 2 === half))
  const guesses = {
    ...Object.fromEntries(FEATURES.map((name, nth) => [name, byFeature(train, nth)])),
    'nearest examples': nearest(train),
    'logistic regression': linear(train),
  }
  return Object.fromEntries(
    Object.entries(guesses).map(([name, guess]) => [
      name,
      held.filter(({ features, isLeft }) => guess(features) === isLeft).length / held.length,
    ]),
  )
}

test(`of ${CONVERSATIONS} conversations over HTTP, no classifier guesses the faster side more often than a coin does`, async () => {
  const read: { id: string; features: number[] }[] = []
  let begun = 0
  const visit = async () => {
    while (begun++ < CONVERSATIONS) {
      const visitor = new LiveVisitor((path, init) => fetch(address + path, init), 'arrival')
      const { id } = await visitor.ask('Who is faster?')
      const arrivals: Arrivals = { left: [], right: [], end: 0 }
      const { end } = await visitor.read(id, ({ left, right }) => {
        if (left !== '') arrivals.left.push(performance.now())
        if (right !== '') arrivals.right.push(performance.now())
      })
      expect({ status: end.status, dropped: visitor.dropped }).toEqual({ status: 'answered', dropped: 0 })
      arrivals.end = performance.now()
      read.push({ id, features: featuresOf(arrivals) })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, visit))
  const rows = await app.sql<{ id: string }>`
    select c.id from live_conversations c join contestants k on k.arena_id = c.arena_id and k.id = c.left_contestant_id
    where k.name = 'fast'`
  const fastLeft = new Set(rows.map(({ id }) => id))
  const shares = sharesOf(read.map(({ id, features }) => ({ features, isLeft: fastLeft.has(id) })))
  for (const [name, share] of Object.entries(shares))
    expect(share, `${name}: ${JSON.stringify(shares)}`).toBeLessThan(MAX_RIGHT)
}, 1_500_000)

test('shown as they arrive, the same classifiers know it', async () => {
  /** When pieces of an answer arrive that nobody holds back. */
  const rawOf = async (model: string): Promise<number[]> => {
    const body = { model, stream: true, messages: [{ role: 'user', content: 'Who is faster?' }] }
    const response = await fetch(`${models.openAiUrl}/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const times: number[] = []
    for await (const piece of response.body!.pipeThrough(new TextDecoderStream()))
      if (piece.includes('"content"')) times.push(performance.now())
    return times
  }
  const random = new RandomStream(12, 0)
  const one = async (): Promise<Example> => {
    const isLeft = random.uniform() < 0.5
    const [left, right] = await Promise.all((isLeft ? [FAST, SLOW] : [SLOW, FAST]).map(rawOf))
    return { isLeft, features: featuresOf({ left, right, end: performance.now() }) }
  }
  const examples: Example[] = []
  while (examples.length < 200)
    examples.push(...(await Promise.all(Array.from({ length: READ_AT_ONCE }, one))))
  const shares = sharesOf(examples)
  for (const name of ['first token', 'last token', 'mean gap', 'nearest examples', 'logistic regression'])
    expect(shares[name], `${name}: ${JSON.stringify(shares)}`).toBeGreaterThan(0.8)
}, 300_000)
