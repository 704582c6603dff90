import DOMPurify from 'dompurify'
import { htmlOf } from './markdown.ts'
import { PICTURE_NAME } from '../../../../shared/contracts/limits.ts'

const TAGS =
  'p br hr h3 h4 h5 h6 em strong s del code pre blockquote ul ol li a div span table thead tbody tr th td img'.split(
    ' ',
  )
const ATTRIBUTES = ['href', 'class', 'dir', 'start', 'value', 'style', 'src', 'alt']
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
export function safeHtmlOf(text: string, arena: string | null): string {
  return purifier!.sanitize(htmlOf(text, arena), {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ATTRIBUTES,
    ALLOWED_URI_REGEXP: ADDRESS,
    ADD_URI_SAFE_ATTR: ['dir', 'start', 'value'],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  })
}

/** A tag as `htmlOf` writes it: each attribute is known, in double quotes, and no quote or bracket is within one. */
const WRITTEN = new RegExp(
  `</?(?:${TAGS.join('|')})(?: (?:(?:class|dir|start|value|alt)="[^"<>]*"` +
    `|href="(?:https?|mailto):[^"<>]*"|src="${PICTURE.source.slice(1, -1)}"|style="text-align:(?:left|right|center)"))*>`,
  'gi',
)

/**
 * The same where there is no DOM to parse HTML with, on the server.
 * @throws if anything in the HTML has another form than `htmlOf` writes
 */
export function strictHtmlOf(text: string, arena: string | null): string {
  const html = htmlOf(text, arena)
  if (/[<>]/.test(html.replaceAll(WRITTEN, ''))) throw new Error('This HTML of a text has an unknown form.')
  const ofLinks = Object.entries(OF_LINKS).map(([name, value]) => `${name}="${value}"`)
  return html.replaceAll('<a ', `<a ${ofLinks.join(' ')} `)
}
