import type { Board } from './board.ts'
import type { WireMessage } from './problem.ts'

/** The files of a static site that its page names, by their addresses beside the page. */
export const SITE_FILES = {
  votes: 'votes.jsonl',
  board: 'board.json',
  markdown: 'board.md',
  text: 'board.txt',
  badge: 'badge.svg',
} as const

/** The pages of a static site by language. */
export const SITE_PAGES = { en: 'index.html', de: 'de.html' } as const

/** The picture of the board in a language. */
export const pictureFile = (language: 'en' | 'de', form: 'svg' | 'dark.svg' | 'png'): string =>
  `plate${language === 'en' ? '' : `.${language}`}.${form}`

// What the page of a static site and its worker say to each other.

export interface RecomputationTask {
  board: Board
  /** The whole address of the votes. */
  votes: string
}

/** A figure that differs between the page and its votes. */
export interface FigureDifference {
  /** The name of the figure: "votesSha256", "rating of Warm-v3". */
  what: string
  snapshot: unknown
  recomputed: unknown
}

/** The latest that the worker said. */
export type Recomputation =
  | { phase: 'reading'; votes: number }
  /** `share`: 0 to 1. */
  | { phase: 'computing'; votes: number; share: number }
  /** `rounded`: how many figures differ in their last digits alone, which are left out of `differences`. */
  | { phase: 'checked'; votes: number; compared: number; rounded: number; differences: FigureDifference[] }
  | { phase: 'failed'; why: RecomputationFailure }

export type RecomputationFailure =
  | { kind: 'no votes'; status: number }
  | { kind: 'no host' }
  | { kind: 'broken line'; line: number; message: string; finding: WireMessage | null }
  | { kind: 'not recomputed'; message: string; finding: WireMessage | null }
  | { kind: 'unexpected'; message: string }
