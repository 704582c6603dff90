/** Answers that are web pages or SVG pictures: where in a text the document stands. */

/** Where the empty page is into which a document is written. */
export const WEB_ANSWER_FRAME = '/web-answer'

/** A document within an answer, and what was written around it. */
export interface WebDocument {
  kind: 'html' | 'svg'
  source: string
  before: string
  after: string
}

/** A fenced block of HTML or SVG, from the start of a line to the next line that ends it. */
const FENCED = /^(`{3,}|~{3,})[ \t]*(html?|svg)[ \t]*\r?\n([\s\S]*?)\r?\n\1[ \t]*$/gim
const ANY_FENCE = /^(?:`{3,}|~{3,})/gm
const PROLOGUE = String.raw`^(?:\s|<\?xml[^>]*\?>|<!--[\s\S]*?-->)*`
const HTML = new RegExp(`${PROLOGUE}(?:<!doctype\\s+html\\b|<html[\\s>])`, 'i')
const SVG = new RegExp(`${PROLOGUE}(?:<!doctype\\s+svg\\b[^>]*>\\s*)?<svg[\\s>]`, 'i')

/**
 * The web document of an answer: the whole text if it is one, or its only fenced block if that is HTML or SVG. Null for
 * every other text, so that an answer which explains several blocks stays a text.
 */
export function webDocumentOf(text: string): WebDocument | null {
  const bare = kindOf(text)
  if (bare) return { kind: bare, source: text.trim(), before: '', after: '' }
  const blocks = [...text.matchAll(FENCED)]
  if (blocks.length !== 1 || (text.match(ANY_FENCE) ?? []).length !== 2) return null
  const [block, , language, source] = blocks[0]!
  const start = blocks[0]!.index
  return {
    kind: kindOf(source!) ?? (language!.toLowerCase() === 'svg' ? 'svg' : 'html'),
    source: source!,
    before: text.slice(0, start).trim(),
    after: text.slice(start + block.length).trim(),
  }
}

const kindOf = (text: string): WebDocument['kind'] | null =>
  HTML.test(text) ? 'html' : SVG.test(text) ? 'svg' : null

/** The HTML page that shows a document: an SVG picture is fitted into its window. */
export const pageOf = ({ kind, source }: Pick<WebDocument, 'kind' | 'source'>): string =>
  kind === 'html' ? source : `<!doctype html><meta charset="utf-8">${FITTED}${source}`

const FITTED =
  '<style>html,body{height:100%;margin:0}svg{display:block;width:100%;height:100%;max-height:100vh}</style>'
