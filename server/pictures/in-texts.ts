/** The texts of a prompt or an answer in which pictures are shown. */
import type { NewPrompt } from '../prompts/index.ts'

type TextsOfPrompt = Pick<NewPrompt, 'messages' | 'reference'>

interface TextsOfAnswer {
  text: string | null
  turns: string[] | null
}

export type Change = (text: string) => string

/** The prompt with its messages and its reference changed. */
export const inPrompt = <Prompt extends TextsOfPrompt>(prompt: Prompt, change: Change): Prompt => ({
  ...prompt,
  messages: prompt.messages?.map((message) => ({ ...message, content: change(message.content) })) ?? null,
  ...(prompt.reference && { reference: change(prompt.reference) }),
})

/** The answer with its text or turns changed. */
export const inAnswer = <Answer extends TextsOfAnswer>(answer: Answer, change: Change): Answer => ({
  ...answer,
  text: answer.text === null ? null : change(answer.text),
  turns: answer.turns?.map(change) ?? null,
})
