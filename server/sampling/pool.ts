/** The answers that can be shown, arranged so that a draw reads no database. */

/** An answer of one contestant to one prompt; equal `text` means equal texts. */
export interface PoolAnswer {
  id: number
  text: string
}

export interface Pool {
  /** Active contestants that have at least one answer to a prompt that can be shown. */
  contestants: number[]
  /** Each contestant's answers by prompt id, in the order of `contestants`. */
  answers: Map<number, PoolAnswer>[]
}

export interface PoolRow {
  contestant_id: number
  prompt_id: number
  answer_id: number
  text_sha256: string
}

/** @param rows sorted by contestant, then prompt: the order makes a seeded draw repeatable */
export function poolOf(rows: readonly PoolRow[]): Pool {
  const byContestant = new Map<number, Map<number, PoolAnswer>>()
  for (const { contestant_id, prompt_id, answer_id, text_sha256 } of rows) {
    const answers = byContestant.get(contestant_id) ?? new Map<number, PoolAnswer>()
    answers.set(prompt_id, { id: answer_id, text: text_sha256 })
    byContestant.set(contestant_id, answers)
  }
  return { contestants: [...byContestant.keys()], answers: [...byContestant.values()] }
}
