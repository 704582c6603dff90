import { fisherExact, holm, wilsonInterval } from '../../../shared/stats/numbers/distributions.ts'
import type { PromptVotes } from '../../ratings/index.ts'

/** A contestant's record on a prompt, with the figures computed from it. */
export interface WeighedPrompt extends PromptVotes {
  votes: number
  /** (wins + ties / 2) / votes */
  score: number
  interval: [number, number]
  standsOut: boolean
}

export interface PromptExtremes {
  counted: number
  score: number | null
  best: WeighedPrompt[]
  worst: WeighedPrompt[]
}

/** The number of prompts listed at each end. */
const LISTED = 5
const ALPHA = 0.05

/**
 * The prompts on which a contestant did best and worst. Best are those with the highest lower end of the interval,
 * worst those with the lowest upper end. So a lucky prompt with few votes does not come first. A prompt stands out if
 * Fisher's exact test of its decisive votes against those on other prompts is significant, with Holm's correction
 * over prompts. Votes are taken as independent; opponents may differ from prompt to prompt.
 */
export function extremesOf(prompts: readonly PromptVotes[]): PromptExtremes {
  const all = { wins: 0, losses: 0, ties: 0 }
  for (const { wins, losses, ties } of prompts) {
    all.wins += wins
    all.losses += losses
    all.ties += ties
  }
  if (prompts.length === 0) return { counted: 0, score: null, best: [], worst: [] }
  const whole = (all.wins + all.ties / 2) / (all.wins + all.losses + all.ties)
  const p = prompts.map((prompt) =>
    fisherExact(prompt, { wins: all.wins - prompt.wins, losses: all.losses - prompt.losses }),
  )
  const adjusted = holm(p)
  const weighed = prompts.map((prompt, i): WeighedPrompt => {
    const votes = prompt.wins + prompt.losses + prompt.ties
    const points = prompt.wins + prompt.ties / 2
    const interval = wilsonInterval(points, votes)!
    return { ...prompt, votes, score: points / votes, interval, standsOut: adjusted[i] <= ALPHA }
  })
  return {
    counted: prompts.length,
    score: whole,
    best: weighed
      .filter(({ score }) => score > whole)
      .sort((a, b) => b.interval[0] - a.interval[0] || b.score - a.score)
      .slice(0, LISTED),
    worst: weighed
      .filter(({ score }) => score < whole)
      .sort((a, b) => a.interval[1] - b.interval[1] || a.score - b.score)
      .slice(0, LISTED),
  }
}
