import { placesMaterial } from '../judges/rubrics/index.ts'
import { composeJudgeRequest, OWN_NOTICE } from '../requests/index.ts'
import type { JudgeRequest, RequestParts } from '../requests/index.ts'

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
