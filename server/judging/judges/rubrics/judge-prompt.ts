import { basename } from 'node:path'
import type { JudgementForm, Rubric } from '../../../../shared/contracts/index.ts'
import { msg } from '../../../../shared/messages/index.ts'
import type { CodedMessage } from '../../../../shared/messages/index.ts'
import { hashRubric } from './hash-rubric.ts'
import { JUDGE_PROMPT_PLACES, placesIn } from './judge-prompt-places.ts'
import { decoded, normalise, refuse } from './rubric-text.ts'
import type { ReadRubric } from './read-rubric.ts'

/**
 * The rubric with a judge prompt of the user's own for one form. Its hash covers both.
 * @param file  the name of the judge prompt's file
 * @throws {ProblemError} `invalid_request` with `file: what is missing`, if it does not show all answers or the rubric,
 *   asks for no verdict that can be read, or shows what the rubric does not
 */
export function withJudgePrompt(
  { rubric }: ReadRubric,
  { file, bytes, form }: { file: string; bytes: Uint8Array; form: JudgementForm },
): ReadRubric {
  const name = basename(file)
  const text = normalise(decoded(name, bytes)).trim()
  const faults = [...unknownPlaces(text), ...faultsOf(placesIn(text), rubric, form)]
  if (faults.length > 0)
    refuse(
      faults.map(({ line, wrong }) =>
        msg('at_place', { place: line === undefined ? name : `${name}:${line}`, wrong }),
      ),
    )
  const own = { ...rubric, judgePrompts: { ...rubric.judgePrompts, [form]: text } }
  return { rubric: own, sha256: hashRubric(own) }
}

interface Fault {
  wrong: CodedMessage
  line?: number
}

const unknownPlaces = (text: string): Fault[] =>
  text.split('\n').flatMap((words, i) =>
    placesIn(words)
      .filter((place) => !JUDGE_PROMPT_PLACES.includes(place))
      .map((place) => ({
        line: i + 1,
        wrong: msg('judge_prompt_place_unknown', { place, known: JUDGE_PROMPT_PLACES }),
      })),
  )

function faultsOf(places: readonly string[], rubric: Rubric, form: JudgementForm): Fault[] {
  const has = (place: string) => places.includes(place)
  const faults: CodedMessage[] = []
  const missing = form === 'listwise' ? ['answers'] : ['first', 'second'].filter((place) => !has(place))
  if (!has('answers') && missing.length > 0)
    faults.push(msg('judge_prompt_without_answers', { form, missing }))
  else if (has('first') && has('second') && places.indexOf('second') < places.indexOf('first'))
    faults.push(msg('judge_prompt_swapped'))
  if (!has('json') && !has('lines')) faults.push(msg('judge_prompt_without_verdict'))
  if (!has('instructions')) faults.push(msg('judge_prompt_without_rubric'))
  for (const what of ['reference', 'context'] as const) {
    const isShown = rubric.shows.includes(what)
    if (isShown && !has(what)) faults.push(msg('judge_prompt_without', { what, rubric: rubric.name }))
    if (!isShown && has(what)) faults.push(msg('judge_prompt_beyond_rubric', { what, rubric: rubric.name }))
  }
  return faults.map((wrong) => ({ wrong }))
}
