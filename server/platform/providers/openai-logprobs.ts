/** Log-probabilities as OpenAI's chat completions and servers like it send them. */
import { z } from 'zod'
import type { TokenAlternatives } from './provider.ts'

/** How many alternatives of each token are asked for: enough for the four words of a verdict; every server allows them. */
export const TOP_LOGPROBS = 5

/** Rounding may bring a certain token a little over 0. */
const Logprob = z.number().max(1e-3)
const Alternative = z.object({ token: z.string(), logprob: Logprob })
const Logprobs = z.object({
  content: z.array(Alternative.extend({ top_logprobs: z.array(Alternative).default([]) })).min(1),
})

/** @returns null if there are none, or they do not spell the text: then nothing can be said about a place in it */
export function tokensIn(logprobs: unknown, text: string): TokenAlternatives[] | null {
  const read = Logprobs.safeParse(logprobs)
  if (!read.success) return null
  const tokens = read.data.content.map(({ token, logprob, top_logprobs: alternatives }) => ({
    token,
    logprob,
    alternatives,
  }))
  return tokens.map(({ token }) => token).join('') === text ? tokens : null
}
