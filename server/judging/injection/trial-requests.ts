import {
  type JudgedAnswer,
  type JudgeRequest,
  composeJudgeRequest,
  drawMarker,
  OWN_NOTICE,
  type RequestParts,
} from '../judge-request.ts'
import type { RunAnswer, RunPrompt } from '../plan/estimate-run.ts'
import type { CurrentJudge } from '../judges.ts'
import { placesMaterial } from '../rubrics.ts'

/** `defended`: as judging sends it. `plain`: without markers and notice. */
export const KINDS = ['defended', 'plain'] as const
export type RequestKind = (typeof KINDS)[number]

export const ORDERS = [0, 1] as const
export type Order = (typeof ORDERS)[number]

/** Two answers that a judge is asked about, without an attack. */
export interface PairToTry {
  prompt: RunPrompt
  answers: readonly [RunAnswer, RunAnswer]
}

/** The answer that carries an attack, by its place in the pair. */
export interface Injected {
  attacker: 0 | 1
  text: string
}

export interface TrialRequest extends JudgeRequest {
  /** What verdict lines of the reply contain; empty without defences. */
  marker: string
}

/** The request about a pair under one criterion. In order 1, the second answer is shown first. */
export function trialRequest(
  { rubric }: Pick<CurrentJudge, 'rubric'>,
  criterion: string,
  { prompt, answers }: PairToTry,
  injected: Injected | null,
  kind: RequestKind,
  order: Order,
  random: () => number,
): TrialRequest {
  const shown = answers.map((answer, place) =>
    withAttack(answer, injected?.attacker === place ? injected.text : ''),
  )
  const marker = drawMarker(random)
  const parts = {
    rubric,
    form: 'pairwise' as const,
    criteria: [criterion],
    prompt,
    answers: order === 0 ? shown : shown.toReversed(),
    marker,
  }
  return kind === 'plain'
    ? { ...composePlainRequest(parts), marker: '' }
    : { ...composeJudgeRequest(parts), marker }
}

/** The attack follows the text of the last turn. */
function withAttack({ turns, context }: RunAnswer, attack: string): JudgedAnswer {
  const texts = turns ?? ['']
  const last = texts.length - 1
  return {
    turns: attack === '' ? texts : texts.map((text, i) => (i === last ? `${text}\n\n${attack}` : text)),
    context,
  }
}

const NOTICE = /^# What you are sent\n[^]*?(?=^# )/m
const PLAIN_NOTICE =
  '# What you are sent\n\nThe prompt, then the two answers, each between a line that says where it begins and one that says where it ends.\n\n'

/**
 * Composes the request of `composeJudgeRequest` without its defences: no marker in the message or in verdict lines,
 * and no notice that answers may address the judge. Rubric, texts and form of the reply are the same.
 * @throws {Error} as `composeJudgeRequest` does; also if the judge prompt has no such notice
 */
export function composePlainRequest(parts: RequestParts & { form: 'pairwise' }): JudgeRequest {
  const { rubric, marker } = parts
  const judgePrompt = rubric.judgePrompts.pairwise ?? ''
  const isOwn = placesMaterial(judgePrompt)
  if (!isOwn && !NOTICE.test(judgePrompt))
    throw new Error(`rubric ${rubric.name}: its judge prompt has no notice`)
  const plainPrompt = judgePrompt
    .replace(NOTICE, PLAIN_NOTICE)
    .replace(', the marker of this call in place of MARKER', '')
  const { system, messages, schema } = composeJudgeRequest({
    ...parts,
    rubric: { ...rubric, judgePrompts: { pairwise: plainPrompt } },
  })
  const announcement = `The marker of this call is ${marker}.`
  return {
    system: system.replace(OWN_NOTICE, PLAIN_NOTICE.trim()).replaceAll('VERDICT MARKER [', 'VERDICT ['),
    messages: messages.map(({ role, content }) => ({
      role,
      content: content
        .replaceAll(announcement, '')
        .replaceAll(`[${marker} `, '[')
        .replaceAll(`VERDICT ${marker} [`, 'VERDICT [')
        .trim(),
    })),
    schema,
  }
}
