import { expect, test } from 'vitest'
import { mergeOrders, weighOrders } from '../../../server/judging/merge-orders.ts'
import { withProbabilities } from '../../../server/judging/read-verdicts.ts'
import type { TokenAlternatives } from '../../../server/platform/providers/index.ts'
import type { Verdict, VerdictProbabilities } from '../../../shared/contracts/index.ts'

const plain = (verdict: 'first' | 'second' | 'tie' | 'both_bad', reason = 'so'): Verdict => ({
  verdict,
  reason,
})

/** A reply in tokens of one word each; `at` gives the alternatives of a token. */
function tokensOf(reply: string, at: Record<string, Record<string, number>> = {}): TokenAlternatives[] {
  return reply.split(/(?<=["\s,:])|(?=")/).map((token) => {
    const alternatives = Object.entries(at[token] ?? {}).map(([other, share]) => ({
      token: other,
      logprob: Math.log(share),
    }))
    return { token, logprob: Math.log(at[token]?.[token] ?? 1), alternatives }
  })
}

const REPLY = '{"overall": {"reason": "\\"verdict\\": \\"second\\" she wrote", "verdict": "first"}}'
const read = (reply: string, tokens: TokenAlternatives[]) =>
  withProbabilities({ overall: plain('first') }, reply, tokens).overall

test('probabilities are those of the words at the place of the verdict, scaled to 1', () => {
  const tokens = tokensOf(REPLY, { first: { first: 0.6, second: 0.3, both: 0.06, neither: 0.04 } })
  expect(read(REPLY, tokens)).toEqual({
    ...plain('first'),
    probabilities: {
      first: expect.closeTo(0.625),
      second: expect.closeTo(0.3125),
      tie: 0,
      both_bad: expect.closeTo(0.0625),
    },
  })
})

test('a token may hold only the beginning of a word, or the quotation mark before it', () => {
  const reply = '{"overall": {"verdict": "first", "reason": "so"}}'
  const tokens = ['{"overall": {"verdict":', ' "fi', 'rst', '", "reason": "so"}}'].map((token) => ({
    token,
    logprob: Math.log(0.7),
    alternatives: token === ' "fi' ? [{ token: ' "se', logprob: Math.log(0.3) }] : [],
  }))
  expect(read(reply, tokens)).toMatchObject({
    probabilities: { first: expect.closeTo(0.7), second: expect.closeTo(0.3) },
  })
})

test.each<[string, string, TokenAlternatives[]]>([
  ['tokens that do not spell the reply', REPLY, tokensOf(REPLY).slice(1)],
  [
    'alternatives that leave out more than a tenth',
    REPLY,
    tokensOf(REPLY, { first: { first: 0.5, second: 0.3 } }),
  ],
  ['probabilities above 1', REPLY, tokensOf(REPLY, { first: { first: 0.9, second: 0.8 } })],
  ['a reply in lines', 'VERDICT abc [overall]: first', tokensOf('VERDICT abc [overall]: first')],
])('stays a plain verdict: %s', (_what, reply, tokens) => {
  expect(read(reply, tokens)).toEqual(plain('first'))
})

test('several criteria each have the probabilities of their own place', () => {
  const reply = '{"clear": {"verdict": "tie"}, "kind": {"verdict": "second"}}'
  const tokens = tokensOf(reply, { tie: { tie: 0.8, first: 0.2 }, second: { second: 1 } })
  expect(withProbabilities({ kind: plain('second'), clear: plain('tie') }, reply, tokens)).toMatchObject({
    kind: { probabilities: { second: 1 } },
    clear: { probabilities: { tie: expect.closeTo(0.8), first: expect.closeTo(0.2) } },
  })
})

const weighed = (verdict: 'first' | 'second' | 'tie', p: Partial<VerdictProbabilities>): Verdict => ({
  verdict,
  reason: null,
  probabilities: { first: 0, second: 0, tie: 0, both_bad: 0, ...p },
})

test.each([
  ['the surer order decides', { first: 0.9, second: 0.1 }, { first: 0.6, second: 0.4 }, 'left', false],
  [
    'the second order is seen from the other side',
    { first: 0.6, second: 0.4 },
    { first: 0.9, second: 0.1 },
    'right',
    false,
  ],
  [
    'equal doubt is a tie, and inconsistent',
    { first: 0.8, second: 0.2 },
    { first: 0.8, second: 0.2 },
    'tie',
    true,
  ],
  ['a probable tie is one', { first: 0.3, tie: 0.7 }, { second: 0.4, tie: 0.6 }, 'tie', false],
] as const)('%s', (_rule, one, other, outcome, inconsistent) => {
  const first = weighed('first', one)
  const second = weighed('first', other)
  expect(mergeOrders({ overall: first }, { overall: second }, 'pairwise', 2, true).overall).toMatchObject([
    { outcome, inconsistent },
  ])
  // off by default
  expect(mergeOrders({ overall: first }, { overall: second }, 'pairwise', 2).overall).toMatchObject([
    { outcome: 'tie', inconsistent: true },
  ])
})

test('without probabilities in both orders, a judgement is plain', () => {
  const first = weighed('first', { first: 1 })
  expect(weighOrders(first, plain('second'))).toBeNull()
  expect(
    mergeOrders({ overall: first }, { overall: plain('first') }, 'pairwise', 2, true).overall,
  ).toMatchObject([{ outcome: 'tie', inconsistent: true }])
})
