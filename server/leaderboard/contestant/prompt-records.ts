import { fisherExact, holm, wilsonInterval } from '../../../shared/stats/internal.ts'
import type { PromptVotes } from '../../ratings/index.ts'

/** A prompt with what may be said of how a contestant fared on it. */
export interface WeighedPrompt extends PromptVotes {
  votes: number
  /** Wins, and ties by half, over votes. */
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

/** So many are listed at either end. */
const LISTED = 5
const ALPHA = 0.05

/**
 * The prompts on which a contestant did best and worst. A prompt with few votes is not put first for its luck: best are
 * those whose interval begins highest, worst those whose interval ends lowest, on their side of the whole. One stands
 * out where Fisher's exact test of its decisive votes against those on all other prompts says so, with Holm's correction
 * for the number of prompts looked at. Votes are taken as independent; opponents may differ from prompt to prompt.
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
  const p = prompts.map((own) =>
    fisherExact(own, { wins: all.wins - own.wins, losses: all.losses - own.losses }),
  )
  const adjusted = holm(p)
  const weighed = prompts.map((own, i): WeighedPrompt => {
    const votes = own.wins + own.losses + own.ties
    const points = own.wins + own.ties / 2
    const interval = wilsonInterval(points, votes)!
    return { ...own, votes, score: points / votes, interval, standsOut: adjusted[i] <= ALPHA }
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
