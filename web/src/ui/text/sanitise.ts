import DOMPurify from 'dompurify'
import { PICTURE_NAME, pictureNamed, picturePath } from '../../../../shared/contracts/limits.ts'
import MarkdownIt from 'markdown-it'
import { keepMaths } from './maths.ts'
import { words } from '../../words/words.ts'

const TAGS =
  'p br hr h3 h4 h5 h6 em strong s del code pre blockquote ul ol li a div span table thead tbody tr th td img'.split(
    ' ',
  )
const ATTRIBUTES = ['href', 'class', 'dir', 'start', 'style', 'src', 'alt']
/** The path of a stored picture: no other picture is loaded. */
const PICTURE = new RegExp(`^/a/[a-z0-9-]+/pictures/${PICTURE_NAME}$`)
const ALIGNED = /^text-align:\s*(left|right|center);?$/

const ADDRESS = new RegExp(`^(?:https?|mailto):|${PICTURE.source}`, 'i')

/** Of every link. */
const OF_LINKS = { rel: 'noopener nofollow', target: '_blank' }

const purifier = DOMPurify.isSupported ? DOMPurify : null

purifier?.addHook('afterSanitizeAttributes', (node) => {
  if (!ALIGNED.test(node.getAttribute('style') ?? '')) node.removeAttribute('style')
  if (node.tagName === 'IMG' && !PICTURE.test(node.getAttribute('src') ?? '')) node.remove()
  if (node.tagName !== 'A') return
  for (const [name, value] of Object.entries(OF_LINKS)) node.setAttribute(name, value)
})

/**
 * HTML of a text without anything that could run, load, or look like part of the page.
 * @param arena the slug of the arena whose pictures are shown; null: none
 */
export function sanitisedHtml(text: string, arena: string | null): string {
  return purifier!.sanitize(markdownHtml(text, arena), {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ATTRIBUTES,
    ALLOWED_URI_REGEXP: ADDRESS,
    ADD_URI_SAFE_ATTR: ['dir', 'start'],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  })
}

/** A tag as `markdownHtml` writes it: each attribute is known, in double quotes, and no quote or bracket is within one. */
const WRITTEN = new RegExp(
  `</?(?:${TAGS.join('|')})(?: (?:(?:class|dir|start|alt)="[^"<>]*"` +
    `|href="(?:https?|mailto):[^"<>]*"|src="${PICTURE.source.slice(1, -1)}"|style="text-align:(?:left|right|center)"))*>`,
  'gi',
)

/**
 * The same where there is no DOM to parse HTML with, on the server.
 * @throws if anything in the HTML has another form than `markdownHtml` writes
 */
export function checkedHtml(text: string, arena: string | null): string {
  const html = markdownHtml(text, arena)
  if (/[<>]/.test(html.replaceAll(WRITTEN, ''))) throw new Error('This HTML of a text has an unknown form.')
  const ofLinks = Object.entries(OF_LINKS).map(([name, value]) => `${name}="${value}"`)
  return html.replaceAll('<a ', `<a ${ofLinks.join(' ')} `)
}

const HIGHEST_HEADING = 3
const LOWEST_HEADING = 6

/** Lists and quotes in each other beyond this level are code, as written: the parser would leave deeper ones out. */
const DEEPEST = 40

/**
 * Answers are untrusted: raw HTML is shown as text, and nothing is loaded from other sites. Pictures that the arena stores
 * are shown, all others become links.
 */
const markdown = new MarkdownIt({ html: false, linkify: false, breaks: true })
// what these rules read would not be shown, or be shown as something else than was written
markdown.disable(['reference', 'lheading', 'autolink', 'entity'])
markdown.validateLink = (address) => /^(?:https?:|mailto:|picture:)/i.test(address)
markdown.use(keepMaths)

markdown.block.ruler.before('table', 'deep', (state, line, endLine, silent) => {
  if (state.level < DEEPEST) return false
  if (silent) return true
  state.push('code_block', 'code', 0).content = state.getLines(line, endLine, state.blkIndent, true)
  state.line = endLine
  return true
})

markdown.renderer.rules.image = (tokens, index, options, env, renderer) => {
  const token = tokens[index]
  const described = renderer.renderInlineAsText(token.children ?? [], options, env) || words.ui.undescribed
  const { escapeHtml } = markdown.utils
  const address = String(token.attrGet('src') ?? '')
  const name = pictureNamed(address)
  const arena: unknown = env?.['arena']
  if (name !== null && typeof arena === 'string')
    return `<img src="${escapeHtml(picturePath(arena, name))}" alt="${escapeHtml(described)}">`
  return `<a href="${escapeHtml(address)}">${escapeHtml(words.ui.picture({ words: described }))}</a>`
}

markdown.renderer.rules.table_open = () => '<div class="scrolls"><table>'
markdown.renderer.rules.table_close = () => '</table></div>'

markdown.core.ruler.push('headings_below_the_page', ({ tokens }) => {
  const headings = tokens.filter(({ type }) => type === 'heading_open' || type === 'heading_close')
  const used = [...new Set(headings.map(({ tag }) => tag))].sort()
  for (const heading of headings) {
    heading.tag = `h${Math.min(LOWEST_HEADING, HIGHEST_HEADING + used.indexOf(heading.tag))}`
  }
})

// bullets and the bar of a quote belong to the side where the text of the list or quote begins
markdown.core.ruler.push('directions', ({ tokens }) => {
  for (const token of tokens)
    if (/^(bullet_list|ordered_list|blockquote)_open$/.test(token.type)) token.attrSet('dir', 'auto')
})

/**
 * HTML of a Markdown text. Must still go through the sanitiser before it reaches the page.
 * @param arena the slug of the arena whose pictures are shown; null: none
 */
export function markdownHtml(text: string, arena: string | null = null): string {
  return markdown.render(text, { arena })
}
