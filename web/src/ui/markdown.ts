import MarkdownIt from 'markdown-it'
import { words } from '../words/ui/index.ts'

const HIGHEST_HEADING = 3
const LOWEST_HEADING = 6

/** Answers are untrusted: raw HTML is shown as text, images become links, and nothing is loaded from other sites. */
const markdown = new MarkdownIt({ html: false, linkify: false, breaks: true })

markdown.renderer.rules.image = (tokens, index, options, env, renderer) => {
  const token = tokens[index]
  const described = renderer.renderInlineAsText(token.children ?? [], options, env) || words.here.undescribed
  const { escapeHtml } = markdown.utils
  return `<a href="${escapeHtml(String(token.attrGet('src') ?? ''))}">${escapeHtml(words.here.picture(described))}</a>`
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

/** HTML of a Markdown text. Must still go through the sanitiser before it reaches the page. */
export function htmlOf(text: string): string {
  return markdown.render(text)
}
