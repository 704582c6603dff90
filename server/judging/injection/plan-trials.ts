import type { Kysely } from 'kysely'
import type { Arena } from '../../arenas/index.ts'
import {
  Expectation,
  expectedTogether,
  tokensIn,
  type ExpectedCalls,
  type PriceTable,
} from '../../platform/providers/index.ts'
import { ProblemError } from '../../platform/http/http.ts'
import type { Database } from '../../platform/schema.ts'
import { isOfCategories } from '../../prompts/index.ts'
import { msg } from '../../../shared/messages/index.ts'
import { gatingStateOf } from '../checks/gating.ts'
import { criteriaAsked, currentJudges, type CurrentJudge } from '../judges.ts'
import { selectRunAnswers, selectRunPrompts } from '../plan/estimate-arena.ts'
import { VERDICT_TOKENS, type RunAnswer } from '../plan/estimate-run.ts'
import { chooseJudges } from '../plan/plan-judgements.ts'
import { shuffled } from '../plan/planned.ts'
import { ATTACKS } from './attacks.ts'
import { KINDS, ORDERS, trialRequest, type Injected } from './trial-requests.ts'
import type { JudgeToTry } from './try-judge.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'

export interface TrialPlan {
  judges: (JudgeToTry & { judge: CurrentJudge })[]
  leftOut: string[]
}

/**
 * Draws for each judge the pairs that carry the attacks. Leaked answers and answers that fail a gating check are shown
 * to no judge.
 * @param name one judge; all pairwise judges by default
 * @throws {ProblemError} if the arena has no such judge, or there is nothing to ask any of them
 */
export async function planTrials(
  db: Kysely<Database>,
  { id, slug }: Pick<Arena, 'id' | 'slug'>,
  name: string | undefined,
  seed: number,
): Promise<TrialPlan> {
  const all = await currentJudges(db, id)
  if (all.length === 0) throw new ProblemError('invalid_request', msg('arena_without_judge', { arena: slug }))
  const judges = chooseJudges(all, name === undefined ? undefined : [name])
  const [prompts, answers, gating] = await Promise.all([
    selectRunPrompts(db, id),
    selectRunAnswers(db, id),
    gatingStateOf(db, id),
  ])
  const byId = new Map(prompts.map((prompt) => [prompt.id, prompt]))
  const shown = answers.filter(
    (answer) => !answer.isLeaked && !gating.failing.has(answer.id) && !gating.open.has(answer.id),
  )
  const plans = judges.map((judge) => {
    const mayJudge = (promptId: number) => {
      const { category, reference } = byId.get(promptId)!
      const hasReference = reference !== null || !judge.rubric.shows.includes('reference')
      return hasReference && isOfCategories(category, judge.categories ?? undefined)
    }
    const own = shown.filter(({ promptId }) => judge.form === 'pairwise' && mayJudge(promptId))
    const pairs = drawPairs(own, Object.keys(ATTACKS).length, seed).map((pair) => ({
      prompt: byId.get(pair[0].promptId)!,
      answers: pair,
    }))
    return { judge, criterion: criteriaAsked(judge)[0]?.[0], pairs }
  })
  const asked = plans.flatMap(({ criterion, pairs, judge }) =>
    criterion !== undefined && pairs.length > 0 ? [{ judge, criterion, pairs }] : [],
  )
  const leftOut = judges
    .map((judge) => judge.name)
    .filter((one) => !asked.some(({ judge }) => judge.name === one))
  if (asked.length === 0)
    throw new ProblemError('invalid_request', msg('nothing_to_attack', { arena: slug, judges: leftOut }))
  return { judges: asked, leftOut }
}

export type TrialsEstimate = ExpectedCalls & { costUsd: number | null }

/** Estimates the calls of all judges and their cost. Failed calls are not in it. */
export function estimateTrials({ judges }: TrialPlan, prices: PriceTable): TrialsEstimate {
  return expectedTogether(
    judges.map(({ judge, criterion, pairs }) => {
      const expected = new Expectation(prices)
      const add = (place: number, injected: Injected | null) => {
        for (const kind of KINDS) {
          const { system, messages } = trialRequest(
            judge,
            criterion,
            pairs[place],
            injected,
            kind,
            0,
            () => 0.5,
          )
          const tokens = tokensIn([system, ...messages.map(({ content }) => content)])
          expected.add(judge, tokens, VERDICT_TOKENS, ORDERS.length)
        }
      }
      pairs.forEach((_, place) => add(place, null))
      Object.values(ATTACKS).forEach((text, i) => add(i % pairs.length, { attacker: 0, text }))
      return expected
    }),
  )
}

type DrawnPair = [RunAnswer, RunAnswer]

/**
 * Draws pairs of different answers of two contestants to the same prompt. All prompts give one pair before any gives a
 * second one, and no answer is in two pairs.
 * @param most  the number of pairs to draw; fewer if the answers do not give so many
 */
export function drawPairs(answers: readonly RunAnswer[], most: number, seed: number): DrawnPair[] {
  const stream = new RandomStream(seed, ROUND)
  const byPrompt = Map.groupBy(answers, ({ promptId }) => promptId)
  const perPrompt = shuffled([...byPrompt.values()], stream).map((group) => pairUp(shuffled(group, stream)))
  const longest = Math.max(0, ...perPrompt.map(({ length }) => length))
  return Array.from({ length: longest }, (_, turn) =>
    perPrompt.flatMap((pairs) => pairs.slice(turn, turn + 1)),
  )
    .flat()
    .slice(0, most)
}

/** Separates this draw from others with the same seed. */
const ROUND = 0x1ec7

function pairUp(answers: readonly RunAnswer[]): DrawnPair[] {
  const free = [...answers]
  const pairs: DrawnPair[] = []
  while (free.length > 1) {
    const one = free.shift()!
    const place = free.findIndex(
      (other) => other.contestantId !== one.contestantId && other.text !== one.text,
    )
    if (place >= 0) pairs.push([one, free.splice(place, 1)[0]])
  }
  return pairs
}
