/** Form values of new entries, and of saved entries that need more than their keys. */
import { passages, readRow, type Fields, type Row } from './fields.ts'
import {
  ALL_OF_CHECKS,
  CONTESTANT,
  GATE,
  LEAKS,
  JUDGE,
  PROMPT,
  PROVIDER,
  SAYS,
  TRUST,
  type CheckValues,
  type JudgeValues,
  type ContestantValues,
  type PromptValues,
  type ProviderValues,
  type MessageValues,
  type Terms,
  type TextFile,
} from './form-values.ts'

const NEW: Row = {}

export const contestantValues = (
  name: string,
  provider = 'openai',
  uploadedAnswers: TextFile | null = null,
): ContestantValues => ({
  ...readRow(CONTESTANT, NEW),
  name,
  called: name,
  provider: uploadedAnswers ? '' : provider,
  uploadedAnswers,
  row: NEW,
})

/** The contestants of a new arena. */
export const twoContestants = (): ContestantValues[] => [contestantValues('A'), contestantValues('B')]

export const judge = (name: string, provider = 'openai'): JudgeValues => ({
  ...readRow(JUDGE, NEW),
  name,
  provider,
  rubric: 'overall',
  judge_prompt: '',
  row: NEW,
})

export const provider = (type: ProviderValues['type'], name: string = type): ProviderValues => ({
  ...readRow(PROVIDER, NEW),
  name,
  called: name,
  type,
  apiKeyEnv: type === 'openai' ? 'OPENAI_API_KEY' : 'ANTHROPIC_API_KEY',
  isThere: false,
  isAdded: false,
  row: NEW,
})

export const check = (name: string, provider = 'openai'): CheckValues => ({
  ...readRow(ALL_OF_CHECKS, NEW),
  name,
  kind: 'contains',
  says: '',
  each: null,
  provider,
  row: NEW,
})

export const checkOf = (row: Row): CheckValues => {
  const values = readRow(ALL_OF_CHECKS, row)
  const [says] = Object.values(readRow(SAYS[values.kind] as Fields, row))
  const searched = values.kind === 'contains' ? passages.read(row['value']) : []
  const each = searched.some((value) => /[\r\n]/.test(value)) ? searched : null
  return { ...values, says: String(says ?? ''), each, row }
}

export const terms = (): Terms => ({
  votesPerPair: null,
  baseline: '',
  trust: readRow(TRUST, NEW),
  preset: '',
  gate: readRow(GATE, NEW),
  budgetUsd: null,
  sampling: '',
  anomalies: '',
  proofOfWork: '',
  samples: null,
  voterCap: null,
  leaks: readRow(LEAKS, NEW),
  rows: { plan: null, trust: null, gate: null, leaks: null, closes: null },
})

/** Form values of a prompt; an empty row gives a new one. */
export const promptValues = (row: Row): PromptValues => ({
  id: row['id'] === undefined ? '' : String(row['id']),
  originalId: '',
  messages: messagesIn(row),
  ...readRow(PROMPT, row),
  isRemoved: false,
  row,
})

/** The messages of a prompt, from any of its three notations. A new prompt has one blank message. */
export function messagesIn({ text: only, turns, messages }: Row): MessageValues[] {
  if (Array.isArray(messages)) return messages.map(({ role, content }: MessageValues) => ({ role, content }))
  const texts = Array.isArray(turns) ? turns.map(String) : [typeof only === 'string' ? only : '']
  return texts.map((content): MessageValues => ({ role: 'user', content }))
}
