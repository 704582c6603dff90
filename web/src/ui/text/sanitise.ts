import DOMPurify from 'dompurify'
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

const purifier = DOMPurify(window)

purifier.addHook('afterSanitizeAttributes', (node) => {
  if (!ALIGNED.test(node.getAttribute('style') ?? '')) node.removeAttribute('style')
  if (node.tagName === 'IMG' && !PICTURE.test(node.getAttribute('src') ?? '')) node.remove()
  if (node.tagName !== 'A') return
  node.setAttribute('rel', 'noopener nofollow')
  node.setAttribute('target', '_blank')
})

/** Removes everything from HTML that could run, load, or look like part of the page. */
export function sanitised(html: string): string {
  return purifier.sanitize(html, {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ATTRIBUTES,
    ALLOWED_URI_REGEXP: ADDRESS,
    ADD_URI_SAFE_ATTR: ['dir', 'start', 'value'],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  })
}
