import DOMPurify from 'dompurify'

const TAGS =
  'p br hr h3 h4 h5 h6 em strong s del code pre blockquote ul ol li a div span table thead tbody tr th td'.split(
    ' ',
  )
const ATTRIBUTES = ['href', 'class', 'dir', 'start', 'style']
const ALIGNED = /^text-align:\s*(left|right|center);?$/

const purifier = DOMPurify(window)

purifier.addHook('afterSanitizeAttributes', (node) => {
  if (!ALIGNED.test(node.getAttribute('style') ?? '')) node.removeAttribute('style')
  if (node.tagName !== 'A') return
  node.setAttribute('rel', 'noopener nofollow')
  node.setAttribute('target', '_blank')
})

/** Removes everything from HTML that could run, load, or look like part of the page. */
export function sanitised(html: string): string {
  return purifier.sanitize(html, {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ATTRIBUTES,
    ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i,
    ADD_URI_SAFE_ATTR: ['dir', 'start'],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  })
}
