import type { TranscriptStep } from '../../../shared/contracts/index.ts'
import type { Fence } from './fence.ts'

/** What an agent did before its answer, each step below a divider. Names of tools are the agent's words: they are material. */
export function transcriptLines(fence: Fence, steps: readonly TranscriptStep[]): string[] {
  return steps.flatMap(({ kind, tool, text, failed }, index) => {
    const what = failed ? `${KINDS[kind]}, an error` : KINDS[kind]
    return [
      fence.divider(`before the answer, step ${index + 1} of ${steps.length}: ${what}`),
      ...(tool === undefined ? [] : [`tool: ${tool}`]),
      text.trim() === '' ? '(empty)' : text,
    ]
  })
}

const KINDS = {
  text: 'written by the assistant',
  user: 'written by the user',
  call: 'the assistant calls a tool',
  result: 'the tool returns',
}
