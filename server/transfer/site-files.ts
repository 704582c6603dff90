import { pictureFile, SITE_FILES, SITE_PAGES } from '../../shared/contracts/page.ts'
import type {
  Board,
  PageRenderer,
  Visibility,
  DrawnPage,
  PublishedBoard,
} from '../../shared/contracts/index.ts'
import { boardView, finishBoard, shareSvg } from '../../shared/finish/index.ts'
import { drawPng, pictureTitle, renderBadge, renderMarkdown, renderText } from '../leaderboard/index.ts'
import { jsonInHtml } from '../platform/pages/page.ts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A board to publish, as its visitors may see it. */
export interface SiteContent extends Omit<PublishedBoard, 'board'> {
  slug: string
  visibility: Visibility
  /** The board as JSON. */
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
  const { slug: _, visibility, ...rest } = content
  const { title, closedAt } = rest
  const board = JSON.parse(content.board) as Board
  const published = { ...rest, board }
  const files = new Map<string, string | Uint8Array>(built.files)
  for (const language of LANGUAGES) {
    const drawn = renderer.drawPublished(published, language)
    files.set(SITE_PAGES[language], sitePage(built, drawn, published, language, visibility === 'public'))
    const picture = (theme: 'light' | 'dark') =>
      shareSvg(
        boardView(finishBoard(board, { title: pictureTitle(title, board, language), closedAt }), language),
        { theme },
      )
    files.set(pictureFile(language, 'svg'), picture('light'))
    files.set(pictureFile(language, 'dark.svg'), picture('dark'))
    files.set(pictureFile(language, 'png'), await drawPng(picture('light'), fonts))
  }
  files.set(SITE_FILES.board, content.board)
  files.set(SITE_FILES.markdown, renderMarkdown(board, closedAt))
  files.set(SITE_FILES.text, renderText(board, { width: TEXT_WIDTH, closedAt }))
  files.set(SITE_FILES.badge, renderBadge(title, board, closedAt))
  return files
}

/**
 * What the page may do: load its own scripts, styles, pictures and votes, and nothing of other hosts. The drawn board
 * has the places of its marks as style attributes.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "connect-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/** Without JavaScript, what does nothing is not there, and what stands in for it is. */
const NO_SCRIPT =
  '.needs-script{display:none!important}.unless-script{display:grid!important}noscript{display:contents}'

/**
 * The page of a static site as HTML. All its addresses are relative, so it works below any path.
 * @param isListed whether search engines may list it
 */
function sitePage(
  { script, worker, styles }: BuiltSite,
  { head, body }: Pick<DrawnPage, 'head' | 'body'>,
  published: PublishedBoard,
  language: keyof typeof SITE_PAGES,
  isListed: boolean,
): string {
  const others = Object.entries(SITE_PAGES).map(
    ([code, page]) => `<link rel="alternate" hreflang="${code}" href="${page}">`,
  )
  return `<!doctype html>
<html lang="${language}" data-drawn>
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#fffdf8" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#14161b" media="(prefers-color-scheme: dark)">
<meta name="referrer" content="no-referrer">
${isListed ? '' : '<meta name="robots" content="noindex">\n'}<link rel="icon" href="favicon.svg" type="image/svg+xml">
${[...others, ...styles.map((file) => `<link rel="stylesheet" href="${file}">`)].join('\n')}
<noscript><style>${NO_SCRIPT}</style></noscript>
${head}
</head>
<body>
<div id="page">${body}</div>
<script type="application/json" id="begin">${jsonInHtml(published)}</script>
<script type="module" src="${script}" id="script" data-worker="${worker}"></script>
</body>
</html>
`
}

// Reads the built scripts and styles of static sites.

const BUILT = fileURLToPath(new URL('../../dist/site', import.meta.url))
const PAGE = 'site/site.ts'
const WORKER = 'site/worker.ts'

/** Scripts and styles of a static site. Addresses begin at its folder. */
interface BuiltSite {
  script: string
  worker: string
  styles: string[]
  files: Map<string, Buffer>
}

type Manifest = Record<string, { file: string; css?: string[]; assets?: string[] }>

/** The scripts and styles of the last build; null if they are not built. */
export async function builtSite(): Promise<BuiltSite | null> {
  const text = await readFile(join(BUILT, '.vite/manifest.json'), 'utf8').catch(() => null)
  if (text === null) return null
  const manifest = JSON.parse(text) as Manifest
  const styles = Object.values(manifest).flatMap(({ css }) => css ?? [])
  const scripts = Object.values(manifest).map(({ file }) => file)
  const fonts = Object.values(manifest).flatMap(({ assets }) => assets ?? [])
  const names = [...new Set([...scripts, ...styles, ...fonts, 'favicon.svg'])]
  const files = await Promise.all(
    names.map(async (name) => [name, await readFile(join(BUILT, name))] as const),
  )
  return { script: manifest[PAGE].file, worker: manifest[WORKER].file, styles, files: new Map(files) }
}
