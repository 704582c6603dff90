import type { Board } from '../../../shared/contracts/index.ts'
import {
  COLOURS,
  escaped,
  isolated,
  LINK_HEIGHT,
  PLATE_SIZE,
  plateSvg,
  plateWords,
  visible,
} from '../../../shared/plate/index.ts'
import type { Colours, Theme } from '../../../shared/plate/index.ts'
import { shortSentence } from '../../../shared/sentence/index.ts'
import type { Language } from '../../../shared/sentence/index.ts'

interface EmbedOptions {
  title: string
  question: string
  language: Language
  theme: Theme | 'auto'
  /** The address of the board's page. */
  boardHref: string
}

/**
 * The page of a board for frames of other sites: its picture, which fills the frame, and a link to the board. It needs no
 * script. A narrow frame has the sentence as text, too, because that of the picture is small there.
 */
export function embedPage(board: Board, options: EmbedOptions): string {
  const { title, language, theme, boardHref } = options
  const { lead, rest } = shortSentence(board, language)
  const link = plateWords[language].openBoard(isolated(visible(title)))
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(visible(title))}</title>
<style>${PAGE_STYLE}${theme === 'auto' ? EITHER : coloursOf(COLOURS[theme])}</style>
</head>
<body>
<p class="sentence" aria-hidden="true">${escaped(visible([lead, rest].filter(Boolean).join(' ')))}</p>
<main>${plateSvg(board, options)}</main>
<p class="link"><a href="${escaped(boardHref)}" target="_blank" rel="noopener">${escaped(link)}</a></p>
</body>
</html>
`
}

const PAGE_STYLE = `html,body{margin:0;height:100%}
body{display:flex;flex-direction:column;font-family:Arimo,'Helvetica Neue',Helvetica,Arial,sans-serif}
main{flex:1;min-height:0}
svg{display:block;width:100%;height:100%;max-height:calc(100vw*${PLATE_SIZE.height}/${PLATE_SIZE.width})}
p{margin:0}
.sentence{display:none;padding:12px 12px 4px;font:600 17px/1.35 'Source Serif 4','Iowan Old Style',Palatino,Georgia,serif}
.link{flex:none;padding:0 12px;font-size:14px;line-height:${LINK_HEIGHT}px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
@media(max-width:560px) and (min-height:300px){.sentence{display:block}}
`

const coloursOf = ({ paper, ink, accent }: Colours) =>
  `body{background:${paper};color:${ink}}a{color:${accent}}`

const EITHER = `${coloursOf(COLOURS.light)}@media(prefers-color-scheme:dark){${coloursOf(COLOURS.dark)}}`
