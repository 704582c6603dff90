import { SITE_PAGES } from '../../../shared/contracts/site-files.ts'
import type { DrawnPage, PublishedBoard } from '../../../shared/contracts/index.ts'
import { jsonInHtml } from '../../platform/built-page.ts'
import type { BuiltSite } from './built-site.ts'

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
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/** Without JavaScript, what does nothing is not there, and what stands in for it is. */
const NO_SCRIPT =
  '.needs-script{display:none!important}.only-phone.unless-script{display:grid!important}noscript{display:contents}'

/**
 * The page of a static site as HTML. All its addresses are relative, so it works below any path.
 * @param isListed whether search engines may list it
 */
export function sitePage(
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
<meta name="theme-color" content="#fdfcf9" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#131416" media="(prefers-color-scheme: dark)">
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
