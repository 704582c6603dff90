import { BOTH_BAD, LEFT, TIE } from '../../../shared/stats/index.ts'
import type { ArenaView } from '../arena-view.ts'
import type { VoteStore } from './vote-store.ts'
import { viewFilter } from './view-filter.ts'
import { VoteStatus } from './vote-status.ts'

/** The votes on one contestant on one prompt, against any other. */
export interface PromptVotes {
  key: string
  category: string | null
  wins: number
  losses: number
  /** Votes without a winner. */
  ties: number
  /** The number of these ties with the outcome `both_bad`. */
  bothBad: number
  /** The id of one of these votes. */
  vote: number
}

export interface ContestantVotes {
  votes: number
  /** Sorted by key; votes without a prompt are left out. */
  prompts: PromptVotes[]
  /** Ids of votes, drawn evenly from all. Equal votes give the same draw. */
  sample: number[]
}

/** How many votes are drawn. */
const SAMPLE = 20

/** The votes of a view on one contestant, in one scan of all votes; empty if the contestant is unknown. */
export function contestantVotes(store: VoteStore, name: string, view: ArenaView): ContestantVotes {
  const { columns, statuses, contestants, prompts } = store
  const number = contestants.names.indexOf(name)
  const isIncluded = viewFilter(store, view)
  const byPrompt = new Map<number, { votes: PromptVotes; place: number }>()
  const sample: { id: number; place: number }[] = []
  let votes = 0
  for (let row = 0; number >= 0 && row < columns.rows; row++) {
    const isLeft = columns.left[row] === number
    if (!isLeft && columns.right[row] !== number) continue
    if (statuses.of(row) !== VoteStatus.counted || !isIncluded(row)) continue
    votes++
    const id = columns.ids[row]
    const place = mixedBits(id)
    if (sample.length < SAMPLE || place < sample.at(-1)!.place) keepFirst(sample, { id, place })
    const prompt = columns.prompt[row]
    if (prompt < 0) continue
    let promptEntry = byPrompt.get(prompt)
    if (!promptEntry) {
      const key = prompts.names[prompt]
      if (key === undefined) throw new RangeError(`Prompt ${prompt} of the store has no key.`)
      const none = { wins: 0, losses: 0, ties: 0, bothBad: 0, vote: id }
      promptEntry = { votes: { key, category: store.categories[prompt] ?? null, ...none }, place }
      byPrompt.set(prompt, promptEntry)
    }
    if (place < promptEntry.place) {
      promptEntry.place = place
      promptEntry.votes.vote = id
    }
    count(promptEntry.votes, columns.outcome[row], isLeft)
  }
  const counted = [...byPrompt.values()].map((one) => one.votes)
  counted.sort((a, b) => (a.key < b.key ? -1 : 1))
  return { votes, prompts: counted, sample: sample.map(({ id }) => id) }
}

function count(fared: PromptVotes, outcome: number, isLeft: boolean): void {
  if (outcome === TIE || outcome === BOTH_BAD) {
    fared.ties++
    if (outcome === BOTH_BAD) fared.bothBad++
  } else if ((outcome === LEFT) === isLeft) fared.wins++
  else fared.losses++
}

function keepFirst(sample: { id: number; place: number }[], one: { id: number; place: number }): void {
  sample.push(one)
  sample.sort((a, b) => a.place - b.place)
  if (sample.length > SAMPLE) sample.pop()
}

/**
 * A pseudo-random number for an id, so that a sample has no preferred range. It is the last step of MurmurHash3 with
 * 32 bits.
 */
function mixedBits(id: number): number {
  let bits = ((id % 2 ** 32) ^ Math.floor(id / 2 ** 32)) | 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}
