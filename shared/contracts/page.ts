/** The interface between the server and the renderer, which is built from the page's own components. */
import type { ArenaDetail, ArenaList, ArenaListRequest } from './arena.ts'
import type { IssuedBattle } from './battle.ts'
import type { Board } from './board.ts'
import type { Language } from './language.ts'
import type { WireMessage, ProblemCode } from './problem.ts'

/** The data that a page starts with, embedded as JSON. Server and browser must draw from the same data. */
export type PageData = BoardPageData | VotePageData | ArenasPageData

/** Of the page of a board. */
export type BoardPageData = { board: Board; detail: ArenaDetail } | { failure: Refusal }

/** Of the list of arenas: a part of it, and which one. */
export interface ArenasPageData extends ArenaList {
  asked: ArenaListRequest
}

/** Of the page to vote on: the first pair of a new visitor. */
export interface VotePageData {
  pair: IssuedBattle
  detail: ArenaDetail
}

/** Why there is no data to start with. */
export interface Refusal {
  code: ProblemCode
  detail: string
  finding: WireMessage | null
  requestId: string | null
}

export interface PageToDraw {
  /** The whole address, as the reader sees it. */
  url: string
  /** Pages of operators are in English all the same. */
  language: Language
  /** The arena of the page, if it has one and this reader may see it. */
  arena: ArenaDetail | null
  /** The data that the page shows. Null: the browser draws the page. */
  begin: PageData | null
}

/** A page as HTML. */
export interface DrawnPage {
  /** Tags for `<head>`: title, description, and the preview of a link to the page. */
  head: string
  /** The content of the page's element. Empty if the browser draws the page. */
  body: string
  /** The text shown beside it if JavaScript is off. */
  withoutScript: string
  /** The page's source files, by which the build finds its scripts and styles. */
  sources: string[]
  /** The language it is in. */
  language: Language
}

export interface PageRenderer {
  /** The first of the requested languages ("de-AT", "en") that the page supports. */
  matchLanguage: (wishes: readonly string[]) => Language
  /** Draws synchronously, so that two pages drawn at the same time cannot mix. */
  draw: (page: PageToDraw) => DrawnPage
  /** Draws the page of a static site. */
  drawPublished: (published: PublishedBoard, language: Language) => Pick<DrawnPage, 'head' | 'body'>
}

/** What the page of a static site shows, embedded as JSON. */
export interface PublishedBoard {
  board: Board
  title: string
  /** The question that voters were asked; may be empty. */
  question: string
  /** Since when people can no longer vote. Null: they can. */
  closedAt: string | null
}

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

export const pictureFile = (language: Language, form: 'svg' | 'dark.svg' | 'png'): string =>
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
