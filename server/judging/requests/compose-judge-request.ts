import type { JudgementForm, Message, Rubric } from '../../../shared/contracts/index.ts'
import { instructionsFor } from '../judges/rubrics/index.ts'
import { fenceWith } from './fence.ts'
import type { Fence } from './fence.ts'
import { promptLines } from './prompt-lines.ts'
import { replyExample, replyLines, replySchema } from './reply-form.ts'

export interface ShownPrompt {
  messages: readonly Message[]
  reference: string | null
  /** The retrieved context of every answer that has none of its own. */
  context: readonly string[] | null
}

export interface JudgedAnswer {
  /** One text, or one for each turn of a thread. */
  turns: readonly string[]
  /** The answer's own retrieved context, perhaps empty; null if it used the prompt's. */
  context: readonly string[] | null
}

export interface RequestParts {
  rubric: Rubric
  form: JudgementForm
  /** Some or all criteria of the rubric. */
  criteria: readonly string[]
  prompt: ShownPrompt
  /** In the order shown. */
  answers: readonly JudgedAnswer[]
  /** Drawn for this call, by `drawMarker`. */
  marker: string
}

/** The texts of one call to a judge. */
export interface JudgeRequest {
  /** Identical in all calls with the same rubric, form, criteria and number of answers. */
  system: string
  messages: Message[]
  schema: { name: string; schema: Record<string, unknown> }
}

/**
 * Composes a judge request. Everything that an answer says stays between two lines with the marker, its context too;
 * the instructions are outside.
 * @throws {Error} if the rubric lacks the form or a criterion, or needs a reference that the prompt lacks;
 *   also if the marker occurs in a text
 */
export function composeJudgeRequest(parts: RequestParts): JudgeRequest {
  const { rubric, form, criteria, prompt, answers, marker } = parts
  const judgePrompt = fittingJudgePrompt(parts)
  const reply = { form, criteria, reason: rubric.reason, count: answers.length }
  const fence = fenceWith(marker, materialOf(prompt, answers))
  const names = answers.map((_, index) => answerName(form, index))
  const shared = rubric.shows.includes('context') && answers.some(({ context }) => context === null)
  const lines = [
    `The marker of this call is ${marker}.`,
    '',
    ...fence.around('prompt', promptLines(fence, prompt.messages)),
    ...(shared && prompt.context ? ['', ...fence.around(SHARED, passageLines(fence, prompt.context))] : []),
    ...(rubric.shows.includes('reference') ? ['', ...fence.around('reference', [prompt.reference!])] : []),
    ...answers.flatMap((answer, index) => [
      '',
      ...fence.around(names[index], answerLines(fence, answer, rubric, prompt)),
    ]),
    '',
    `End of the material. Judge the ${list(names)} by ${list(criteria)}, as you were told before it, and reply in the form given there. The marker of this call is ${marker}.`,
  ]
  return {
    system: systemText(rubric, judgePrompt, reply),
    messages: [{ role: 'user', content: lines.join('\n') }],
    schema: replySchema(reply),
  }
}

const BEFORE = 'Find the reason first; the verdict follows from it.'
const AFTER = 'Give the verdict first, then the reason for it.'

function systemText(rubric: Rubric, judgePrompt: string, reply: Parameters<typeof replySchema>[0]): string {
  const before = rubric.reason === 'before'
  const places: Record<string, string> = {
    instructions: instructionsFor(rubric.instructions, rubric.criteria, reply.criteria),
    criteria: list(reply.criteria),
    count: String(reply.count),
    sequence: before ? BEFORE : AFTER,
    json: replyExample(reply),
    beside: before ? 'each below its reason' : 'each above its reason',
    lines: replyLines(reply, 'MARKER'),
  }
  return judgePrompt.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => places[name] ?? whole)
}

function answerLines(fence: Fence, answer: JudgedAnswer, rubric: Rubric, prompt: ShownPrompt): string[] {
  const { turns } = answer
  const turnLines = turns.flatMap((text, index) => [
    fence.divider(turns.length === 1 ? 'answer' : `answer at turn ${index + 1} of ${turns.length}`),
    text.trim() === '' ? '(the answer is empty)' : text,
  ])
  if (!rubric.shows.includes('context')) return turns.length === 1 ? turnLines.slice(1) : turnLines
  const passages = answer.context ?? []
  const source =
    passages.length > 0
      ? 'its own passages'
      : answer.context === null && prompt.context
        ? `the ${SHARED}`
        : 'nothing'
  return [
    fence.divider(`retrieved for this answer: ${source}`),
    ...passageLines(fence, passages),
    ...turnLines,
  ]
}

const SHARED = 'shared context'

function passageLines(fence: Fence, passages: readonly string[]): string[] {
  return passages.flatMap((passage, index) => [
    fence.divider(`passage ${index + 1} of ${passages.length}`),
    passage,
  ])
}

/** The judge prompt of the form. @throws {Error} if the rubric does not fit the request */
function fittingJudgePrompt({ rubric, form, criteria, prompt, answers }: RequestParts): string {
  const refuse = (what: string): never => {
    throw new Error(`rubric ${rubric.name}: ${what}`)
  }
  const fits = form === 'pairwise' ? answers.length === 2 : answers.length >= 3 && answers.length <= 6
  if (!fits) refuse(`${answers.length} answers cannot be judged ${form}`)
  const judgePrompt = rubric.judgePrompts[form] ?? refuse(`is not for ${form} judgements`)
  const unknown = criteria.filter((criterion) => !rubric.criteria.includes(criterion))
  if (unknown.length > 0 || criteria.length === 0)
    refuse(`does not say what to make of ${list(unknown) || 'no criterion'}`)
  if (rubric.shows.includes('reference') && prompt.reference === null)
    refuse('compares with a reference, and this prompt has none')
  return judgePrompt
}

function answerName(form: JudgementForm, index: number): string {
  return form === 'pairwise' ? ['first answer', 'second answer'][index] : `answer number ${index + 1}`
}

function materialOf(prompt: ShownPrompt, answers: readonly JudgedAnswer[]): string[] {
  return [
    ...prompt.messages.map(({ content }) => content),
    prompt.reference ?? '',
    ...(prompt.context ?? []),
    ...answers.flatMap(({ turns, context }) => [...turns, ...(context ?? [])]),
  ]
}

function list(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
