import type { TokenAlternatives } from '../../platform/providers/index.ts'
import type { Verdicts, VerdictProbabilities } from '../../../shared/contracts/index.ts'
import { PAIRWISE_VERDICTS } from '../requests/index.ts'
import { wholeObject } from './reply-text.ts'
import { criterionKeys } from '../requests/index.ts'

/** The share of probability that the listed alternatives must give to the four words together. */
export const LEAST_LISTED = 0.9

/**
 * Reads the probability of each verdict from the log-probabilities of a reply: at the token with the first letter of the
 * written word, the alternatives that begin one of the four words, scaled to 1. No two words begin alike, so the first
 * letter decides.
 * @param verdicts  as read from the reply
 * @param tokens  of the whole reply, in order
 * @returns the verdicts, each with its probabilities; unchanged if the reply is not one JSON object, its tokens do not
 *   spell it, or the alternatives leave out more than a tenth
 */
export function withProbabilities(
  verdicts: Verdicts,
  reply: string,
  tokens: readonly TokenAlternatives[] | undefined,
): Verdicts {
  const object = wholeObject(reply.trim())
  if (!tokens || !object || tokens.map(({ token }) => token).join('') !== reply) return verdicts
  // a quotation mark inside a text of JSON has a backslash before it, so only fields match
  const places = [...reply.matchAll(/"verdict"\s*:\s*"\s*/g)].map(
    ({ index, 0: found }) => index + found.length,
  )
  const criteria = Object.keys(verdicts)
  const keys = criterionKeys(criteria)
  const written = Object.keys(object)
  if (places.length !== written.length || written.length !== keys.length) return verdicts
  const read = criteria.map((criterion, i): [string, Verdicts[string]] => {
    const verdict = verdicts[criterion]
    const place = places[written.indexOf(keys[i])]
    if (place === undefined || !('verdict' in verdict)) return [criterion, verdict]
    const probabilities = probabilitiesAt(place, tokens)
    const isWritten = probabilities !== null && probabilities[verdict.verdict] > 0
    return [criterion, isWritten ? { ...verdict, probabilities } : verdict]
  })
  return Object.fromEntries(read)
}

/** @param place  where the word begins in the reply, in UTF-16 units */
function probabilitiesAt(place: number, tokens: readonly TokenAlternatives[]): VerdictProbabilities | null {
  let start = 0
  const at = tokens.find(({ token }) => {
    start += token.length
    return start > place
  })
  if (!at) return null
  const before = at.token.slice(0, place - (start - at.token.length))
  const sums: VerdictProbabilities = { first: 0, second: 0, tie: 0, both_bad: 0 }
  for (const { token, logprob } of alternativesOf(at)) {
    if (!token.startsWith(before)) continue
    const word = wordBegunBy(token.slice(before.length))
    if (word) sums[word] += Math.exp(logprob)
  }
  const listed = PAIRWISE_VERDICTS.reduce((sum, word) => sum + sums[word], 0)
  // rounding of logarithms may bring the sum a little over 1
  if (!(listed >= LEAST_LISTED && listed <= 1.01)) return null
  const share = (word: keyof VerdictProbabilities) => sums[word] / listed
  return { first: share('first'), second: share('second'), tie: share('tie'), both_bad: share('both_bad') }
}

/** The alternatives with the written token, each once. */
const alternativesOf = ({ token, logprob, alternatives }: TokenAlternatives) =>
  new Map([{ token, logprob }, ...alternatives].map((one) => [one.token, one])).values()

function wordBegunBy(text: string): keyof VerdictProbabilities | null {
  const letters = /^[a-z_]*/.exec(text.toLowerCase())![0]
  if (letters === '') return null
  return PAIRWISE_VERDICTS.find((word) => word.startsWith(letters) || letters === word) ?? null
}
