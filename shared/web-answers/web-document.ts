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
const FENCED = /^(`{3,}|~{3,})[ \t]*(html?|svg)[ \t]*\r?\n([\s\S]*?)\r?\n\1[ \t]*$/im
const ANY_FENCE = /^(?:`{3,}|~{3,})/gm
// what ends a comment is no part of one, so that many of them are read in one way only
const PROLOGUE = String.raw`^(?:\s|<\?xml[^>]*>|<!--(?:(?!-->)[\s\S])*-->)*`
const HTML = new RegExp(`${PROLOGUE}(?:<!doctype\\s+html\\b|<html[\\s>])`, 'i')
const SVG = new RegExp(`${PROLOGUE}(?:<!doctype\\s+svg\\b[^>]*>\\s*)?<svg[\\s>]`, 'i')

/**
 * The web document of an answer: the whole text if it is one, or its only fenced block if that is HTML or SVG. Null for
 * every other text, so that an answer which explains several blocks stays a text.
 */
export function findWebDocument(text: string): WebDocument | null {
  const bare = documentKind(text)
  if (bare) return { kind: bare, source: text.trim(), before: '', after: '' }
  // first, since each open fence would be looked for to the end
  if ((text.match(ANY_FENCE) ?? []).length !== 2) return null
  const found = FENCED.exec(text)
  if (!found) return null
  const [block, , language, source] = found
  const start = found.index
  return {
    kind: documentKind(source!) ?? (language!.toLowerCase() === 'svg' ? 'svg' : 'html'),
    source: source!,
    before: text.slice(0, start).trim(),
    after: text.slice(start + block.length).trim(),
  }
}

const documentKind = (text: string): WebDocument['kind'] | null =>
  HTML.test(text) ? 'html' : SVG.test(text) ? 'svg' : null

const NAMED: Record<string, string> = {
  nbsp: ' ',
  amp: '&',
  quot: '"',
  apos: "'",
  lsquo: '‘',
  rsquo: '’',
  lt: '<',
  gt: '>',
}
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(nbsp|amp|quot|apos|lsquo|rsquo|lt|gt));/gi

/** What a document says without being run: its source with tags as blanks and the commonest entities as what they stand for. */
export const textWithoutTags = ({ source }: Pick<WebDocument, 'source'>): string =>
  source.replace(/<[^<>]*>/g, ' ').replace(ENTITY, (_, decimal?: string, hex?: string, name?: string) => {
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    return name ? NAMED[name.toLowerCase()]! : code <= 0x10_ff_ff ? String.fromCodePoint(code) : ' '
  })

/** The HTML page that shows a document: an SVG picture is fitted into its window. */
export const documentHtml = ({ kind, source }: Pick<WebDocument, 'kind' | 'source'>): string =>
  kind === 'html' ? source : `<!doctype html><meta charset="utf-8">${FITTED}${source}`

const FITTED =
  '<style>html,body{height:100%;margin:0}svg{display:block;width:100%;height:100%;max-height:100vh}</style>'
