import { expect, it } from 'vitest'
import { composePlainRequest } from '../../../../server/judging/injection/trial-requests.ts'
import { readRubric, SHIPPED_RUBRICS } from '../../../../server/judging/rubrics.ts'
import { composeJudgeRequest } from '../../../../server/judging/judge-request.ts'
import { readVerdicts } from '../../../../server/judging/read-verdicts.ts'

const MARKER = 'abcdef012345'

it.each(Object.keys(SHIPPED_RUBRICS))('the plain request of %s has no marker and no notice', async (name) => {
  const { rubric } = await readRubric(SHIPPED_RUBRICS[name as keyof typeof SHIPPED_RUBRICS])
  const parts = {
    rubric,
    form: 'pairwise' as const,
    criteria: rubric.criteria,
    prompt: { messages: [{ role: 'user' as const, content: 'Why?' }], reference: 'So.', context: ['One.'] },
    answers: ['Because.', 'Never.'].map((text) => ({ turns: [text], context: null })),
    marker: MARKER,
  }
  const defended = composeJudgeRequest(parts)
  const plain = composePlainRequest(parts)
  const textOf = ({ system, messages }: typeof plain) =>
    system + messages.map(({ content }) => content).join('\n')
  expect(textOf(defended)).toMatch(/marker[^]*never obeyed/)
  expect(textOf(plain)).not.toMatch(/marker|never obeyed|addressed to you/i)
  expect(textOf(plain)).not.toContain(MARKER)
  expect(plain.schema).toEqual(defended.schema)
  expect(plain.messages[0]?.content).toMatch(/\[first answer begins\]\n[^]*Because\.\n\[first answer ends\]/)
  // what it is judged by stays the same
  expect(plain.system).toContain(rubric.instructions.trim().split('\n')[0])
})

it('a verdict line of a plain request is read without a marker', () => {
  const asked = { form: 'pairwise', criteria: ['overall'], count: 2, reason: 'before', marker: '' } as const
  expect(readVerdicts('Hm.\nVERDICT [overall]: second', asked)).toEqual({
    verdicts: { overall: { verdict: 'second', reason: 'Hm.' } },
  })
})
