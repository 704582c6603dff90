import { pictureFile, SITE_FILES, SITE_PAGES } from '../../../shared/contracts/site-files.ts'
import type { Board, PageRenderer, Visibility } from '../../../shared/contracts/index.ts'
import { plateSvg } from '../../../shared/plate/index.ts'
import { drawPng, renderBadge, renderMarkdown, renderText } from '../../leaderboard/index.ts'
import type { BuiltSite } from './built-site.ts'
import { sitePage } from './site-page.ts'

/** A board to publish, as its visitors may see it. */
export interface SiteContent {
  slug: string
  title: string
  question: string
  visibility: Visibility
  /** Whether voting of people has ended. */
  isClosed: boolean
  /** Since when the arena is archived, ISO 8601. Null: it is in use. */
  archivedAt: string | null
  /** The board, which is no preview, as JSON. */
  board: string
}

const LANGUAGES = Object.keys(SITE_PAGES) as (keyof typeof SITE_PAGES)[]
const TEXT_WIDTH = 100

/**
 * Every file of a static site but its votes, by its path in the folder.
 * @param fonts  font files for letters in pictures that the packaged fonts lack
 */
export async function siteFiles(
  built: BuiltSite,
  renderer: PageRenderer,
  content: SiteContent,
  fonts: readonly string[],
): Promise<Map<string, string | Uint8Array>> {
  const { title, question, visibility, isClosed, archivedAt } = content
  const board = JSON.parse(content.board) as Board
  const published = { board, title, question, isClosed, archivedAt }
  const files = new Map<string, string | Uint8Array>(built.files)
  for (const language of LANGUAGES) {
    const drawn = renderer.drawPublished(published, language)
    files.set(SITE_PAGES[language], sitePage(built, drawn, published, language, visibility === 'public'))
    const picture = (theme: 'light' | 'dark') =>
      plateSvg(board, { title, question, language, theme, isClosed })
    files.set(pictureFile(language, 'svg'), picture('light'))
    files.set(pictureFile(language, 'dark.svg'), picture('dark'))
    files.set(pictureFile(language, 'png'), await drawPng(picture('light'), fonts))
  }
  files.set(SITE_FILES.board, content.board)
  files.set(SITE_FILES.markdown, renderMarkdown(board, isClosed))
  files.set(SITE_FILES.text, renderText(board, { width: TEXT_WIDTH, isClosed }))
  files.set(SITE_FILES.badge, renderBadge(title, board, isClosed))
  return files
}
