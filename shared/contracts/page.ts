/** What the renderer that is built from the page's own components offers to the server. */
import type { ArenaDetail } from './arena.ts'
import type { Board } from './board.ts'
import type { WireMessage } from './wire-message.ts'
import type { ProblemCode } from './problem.ts'

/** What a page begins with, instead of asking for it: embedded as JSON, since page and browser must agree on it. */
export type Begin = { board: Board; detail: ArenaDetail } | { failure: Refusal }

/** Why there is nothing to begin with. */
export interface Refusal {
  code: ProblemCode
  detail: string
  finding: WireMessage | null
  requestId: string | null
}

/** A page somebody asked for. */
export interface PageAsked {
  /** The whole address, as the reader has it. */
  url: string
  /** One that `languageFor` gave. */
  language: string
  /** The arena it is of, where there is one that this reader may see. */
  arena: ArenaDetail | null
  /** What it shows; null leaves the drawing to the browser. */
  begin: Begin | null
}

/** A page as HTML. */
export interface PageDrawn {
  /** What belongs into `<head>`: title, description, and how others show a link to it. */
  head: string
  /** Content of the page's element; empty where the browser draws. */
  body: string
  /** What is said beside it without JavaScript. */
  withoutScript: string
  /** The page's source file, by which the build knows its scripts and styles. */
  source: string
}

export interface PageRenderer {
  /** The first of these wishes ("de-AT", "en") that the page speaks. */
  languageFor: (wishes: readonly string[]) => string
  /** Draws in one go, without waiting for anything: what it sets for the time of drawing meets no other reader. */
  draw: (asked: PageAsked) => PageDrawn
}
