/** The first rows of what was read, as they were understood. */
import type { LookedRow } from '../../../shared/contracts/index.ts'
import type { VoteSource } from '../../../shared/contracts/votes.ts'
import { quoted } from '../formats/fields.ts'
import type { ImportPortion } from './arena-import.ts'

export const SAMPLES = 3
/** So many texts of prompts are kept for them. */
const MAX_TEXTS = 20

/** Who voted, by the source of a vote. */
const BY: Record<VoteSource, Extract<LookedRow, { what: 'vote' }>['by']> = {
  human: 'people',
  live: 'people',
  judge: 'judges',
  result: 'results',
  simulated: 'simulated',
}

/** A cell as one short line, in which characters are visible. */
export function cellPreview(cell: unknown): string {
  if (cell === undefined || cell === null || cell === '') return ''
  const text = typeof cell === 'string' ? cell : JSON.stringify(cell)
  return quoted(text).slice(1, -1).replaceAll('\\"', '"')
}

type Kind = 'votes' | 'answers' | 'prompts'

/** Collects them from the portions of files. */
export class FirstRows {
  readonly #texts = new Map<string, string>()
  readonly #first: Record<Kind, LookedRow[]> = {
    votes: [],
    answers: [],
    prompts: [],
  }

  add({ votes = [], answers = [], prompts = [] }: ImportPortion): void {
    for (const { key, messages } of prompts) {
      if (this.#texts.size >= MAX_TEXTS) break
      this.#texts.set(key, String(messages?.at(-1)?.content ?? key))
    }
    const promptPreview = (key: string) => cellPreview(this.#texts.get(key) ?? key)
    const room = (of: Kind) => SAMPLES - this.#first[of].length
    for (const { prompt, voter, left, right, outcome, source } of votes.slice(0, room('votes')))
      this.#first.votes.push({
        what: 'vote',
        prompt: prompt === null ? null : promptPreview(prompt),
        voter,
        left,
        right,
        outcome,
        by: BY[source],
      })
    for (const { prompt, contestant, text, turns } of answers.slice(0, room('answers')))
      this.#first.answers.push({
        what: 'answer',
        prompt: promptPreview(prompt),
        contestant,
        text: cellPreview(text ?? turns?.at(-1) ?? ''),
      })
    for (const { key } of prompts.slice(0, room('prompts')))
      this.#first.prompts.push({ what: 'prompt', prompt: promptPreview(key) })
  }

  /** Votes where there are any, else answers, else prompts. */
  rows(): LookedRow[] {
    const { votes, answers, prompts } = this.#first
    return votes.length > 0 ? votes : answers.length > 0 ? answers : prompts
  }
}
