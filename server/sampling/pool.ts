/** The answers that can be shown, arranged so that a draw reads no database. */

/** One sample of a contestant's answers to a prompt; equal `text` means equal texts. */
export interface PoolAnswer {
  id: number
  text: string
}

export interface Pool {
  /** Active contestants that have at least one answer to a prompt that can be shown. */
  contestants: number[]
  /** Each contestant's answers by prompt id, at least one each, in the order of `contestants`. */
  answers: Map<number, PoolAnswer[]>[]
}

export interface PoolRow {
  contestant_id: number
  prompt_id: number
  answer_id: number
  text_sha256: string
}

type Answers = Map<number, Map<number, PoolAnswer[]>>

/** @param rows in the same order each time, which makes a seeded draw repeatable */
export function poolOf(rows: readonly PoolRow[]): Pool {
  return poolFrom(add(new Map(), rows))
}

/**
 * Builds the pool from rows in portions, so that a large arena does not block the process.
 * @param onPortion is told how many answers were read so far
 */
export async function gatherPool(
  portions: AsyncIterable<readonly PoolRow[]>,
  onPortion: (answers: number) => void,
): Promise<Pool> {
  const all: Answers = new Map()
  let answers = 0
  for await (const rows of portions) {
    add(all, rows)
    onPortion((answers += rows.length))
  }
  return poolFrom(all)
}

function add(all: Answers, rows: readonly PoolRow[]): Answers {
  for (const { contestant_id, prompt_id, answer_id, text_sha256 } of rows) {
    const answers = all.get(contestant_id) ?? new Map<number, PoolAnswer[]>()
    const samples = answers.get(prompt_id)
    const answer = { id: answer_id, text: text_sha256 }
    if (samples) samples.push(answer)
    else answers.set(prompt_id, [answer])
    all.set(contestant_id, answers)
  }
  return all
}

function poolFrom(all: Answers): Pool {
  const contestants = [...all.keys()].sort((a, b) => a - b)
  return { contestants, answers: contestants.map((id) => all.get(id)!) }
}

/** Whether any text of one contestant differs from any text of the other. */
export const anyDifferent = (answers: readonly PoolAnswer[], others: readonly PoolAnswer[]): boolean =>
  answers[0].text !== others[0].text ||
  answers.some(({ text }) => others.some((other) => other.text !== text))
