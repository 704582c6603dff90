/** Reads an agent's transcript from a list of chat messages, in the form of either protocol or as this project writes it. */
import { z } from 'zod'
import {
  MAX_TRANSCRIPT_CHARACTERS,
  MAX_TRANSCRIPT_STEPS,
  TranscriptStep,
} from '../../shared/contracts/battle.ts'
import { msg, type CodedMessage } from '../../shared/messages/index.ts'
import { isRecord } from './json.ts'

export interface ReadTranscript {
  /** The answer: the given text, else what the agent wrote last. */
  text: string
  /** What the agent did before it, in order. Empty: nothing. */
  steps: TranscriptStep[]
}

type Fields = Record<string, unknown>

/**
 * Reads messages with `tool_calls` and `tool` roles (OpenAI), with `tool_use` and `tool_result` blocks (Anthropic), or
 * stored steps. It leaves out what would name the contestant or was shown already: system messages, what the user wrote
 * before the agent began, ids of calls, and hidden reasoning. Texts, arguments and results stay as given.
 * @param text the answer, if it stands beside the transcript
 * @returns the fault if it is no such list, has a part that cannot be shown, or is over the limits
 */
export function readTranscript(value: unknown, text: string | null = null): ReadTranscript | CodedMessage {
  if (!Array.isArray(value) || !value.every(isRecord))
    return msg('field_is_not', { field: 'transcript', wanted: 'a list of chat messages' })
  const isStored = value.some((step) => 'kind' in step)
  const read = isStored ? storedSteps(value) : readSteps(value)
  if ('code' in read) return read
  const allSteps = read.steps
  const last = allSteps.at(-1)
  if (text === null && (last?.kind !== 'text' || last.turn !== undefined))
    return msg('row_unusable', {
      why: 'the transcript does not end with a text of the assistant; give the answer in text beside it',
    })
  const isTwice = last?.kind === 'text' && (text === null || (!isStored && last.text.trim() === text.trim()))
  const steps = isTwice ? allSteps.slice(0, -1) : allSteps
  const characters = textsOfSteps(steps).reduce((sum, stepText) => sum + stepText.length, 0)
  if (steps.length > MAX_TRANSCRIPT_STEPS || characters > MAX_TRANSCRIPT_CHARACTERS)
    return msg('row_unusable', {
      why: `the transcript has ${steps.length} steps and ${characters} characters; at most ${MAX_TRANSCRIPT_STEPS} steps and ${MAX_TRANSCRIPT_CHARACTERS} characters are taken; shorten long results`,
    })
  return { text: text ?? last!.text, steps }
}

/** Every text of a transcript: names of tools, arguments, results and what was written. */
export const textsOfSteps = (steps: readonly TranscriptStep[]): string[] =>
  steps.flatMap(({ tool, text }) => (tool === undefined ? [text] : [tool, text]))

function storedSteps(value: Fields[]): { steps: TranscriptStep[] } | CodedMessage {
  const parsed = z.array(TranscriptStep).safeParse(value)
  return parsed.success
    ? { steps: parsed.data }
    : msg('row_unusable', {
        why: `message ${Number(parsed.error.issues[0].path[0]) + 1} of the transcript is not one of an assistant, a user or a tool`,
      })
}

function readSteps(messages: Fields[]): { steps: TranscriptStep[] } | CodedMessage {
  const steps: TranscriptStep[] = []
  const toolByCall = new Map<unknown, string>()
  for (const [index, message] of messages.entries()) {
    const { role } = message
    if (role === 'system' || role === 'developer') continue
    if (role !== 'assistant' && role !== 'user' && role !== 'tool')
      return msg('row_unusable', {
        why: `message ${index + 1} of the transcript is not one of an assistant, a user or a tool`,
      })
    for (const part of [...contentBlocks(message), ...callBlocks(message)]) {
      const step = readStep(part, role === 'user' ? 'user' : 'text', toolByCall)
      if (step === HIDDEN) continue
      if (step === null) return msg('transcript_part', { at: index + 1, part: String(part['type'] ?? '') })
      if (step.kind !== 'call' && step.kind !== 'result' && step.text.trim() === '') continue
      if (step.kind === 'user' && steps.length === 0) continue
      steps.push(step)
    }
  }
  return { steps }
}

/** The content of a message as blocks. The blocks of one text that was written in several come as one. */
function contentBlocks({ role, content, tool_call_id: id, name }: Fields): Fields[] {
  if (role === 'tool') return [{ type: 'tool_result', tool_use_id: id, name, content }]
  if (content === undefined || content === null) return []
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  if (!Array.isArray(content)) return [{}]
  const blocks: Fields[] = []
  for (const block of content.map((item: unknown) => (isRecord(item) ? item : {}))) {
    const before = blocks.at(-1)
    if (isText(before) && isText(block)) before.text += block.text
    else blocks.push({ ...block })
  }
  return blocks
}

/** `tool_calls` in the form of blocks. */
function callBlocks({ tool_calls: calls }: Fields): Fields[] {
  if (calls === undefined || calls === null) return []
  if (!Array.isArray(calls)) return [{ type: 'tool_calls' }]
  return calls.map((item: unknown) => {
    const call = isRecord(item) ? item : {}
    const called = isRecord(call['function'])
      ? call['function']
      : isRecord(call['custom'])
        ? call['custom']
        : {}
    const input = called['arguments'] ?? called['input'] ?? ''
    return { type: 'tool_use', id: call['id'], name: called['name'], input }
  })
}

const HIDDEN = 'hidden'
const REASONING: ReadonlySet<unknown> = new Set(['thinking', 'redacted_thinking', 'reasoning'])

/** The step of a block; null if it cannot be shown. */
function readStep(
  block: Fields,
  kind: 'text' | 'user',
  toolByCall: Map<unknown, string>,
): TranscriptStep | typeof HIDDEN | null {
  const { type } = block
  if (REASONING.has(type)) return HIDDEN
  if (isText(block)) return { kind, text: block.text }
  if (type === 'refusal' && typeof block['refusal'] === 'string') return { kind, text: block['refusal'] }
  if (type === 'tool_use') {
    const { id, name, input } = block
    if (typeof name !== 'string' || name === '') return null
    if (id !== undefined) toolByCall.set(id, name)
    const text = textOfInput(input)
    return text === null ? null : { kind: 'call', tool: name, text }
  }
  if (type === 'tool_result') {
    const text = textOfResult(block['content'])
    if (text === null) return null
    const { name, tool_use_id: id } = block
    const tool = toolByCall.get(id) ?? (typeof name === 'string' ? name : undefined)
    return {
      kind: 'result',
      text,
      ...(tool !== undefined && { tool }),
      ...(block['is_error'] === true && { failed: true }),
    }
  }
  return null
}

function textOfInput(input: unknown): string | null {
  if (typeof input === 'string') return input
  try {
    return JSON.stringify(input ?? {})
  } catch {
    // nested deeper than the stack
    return null
  }
}

function textOfResult(content: unknown): string | null {
  if (content === undefined || content === null) return ''
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return null
  const texts = content.map((item: unknown) => (isRecord(item) && isText(item) ? item.text : null))
  return texts.some((text) => text === null) ? null : texts.join('\n')
}

const isText = (block: Fields | undefined): block is Fields & { text: string } =>
  block !== undefined && block['type'] === 'text' && typeof block['text'] === 'string'
