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
  isClosed: boolean
  /** The address of the board's page. */
  boardHref: string
}

/**
 * The page of a board for frames of other sites: its picture, which fills the frame, and a link to the board. It needs no
 * script. In a narrow frame that is tall enough, a larger text replaces the picture's sentence.
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
<main>
<h1>${escaped(visible(title))}</h1>
<p class="sentence" aria-hidden="true"><b>${escaped(visible(lead))}</b> ${escaped(visible(rest))}</p>
${plateSvg(board, options)}
<p class="link"><a href="${escaped(boardHref)}" target="_blank" rel="noopener">${escaped(link)}</a></p>
</main>
</body>
</html>
`
}

const PAGE_STYLE = `body{margin:0;font-family:Arimo,'Helvetica Neue',Helvetica,Arial,sans-serif}
main{max-width:calc((100vh - ${LINK_HEIGHT}px)*${PLATE_SIZE.width}/${PLATE_SIZE.height});margin:0 auto}
svg{display:block;width:100%;height:auto;max-height:calc(100vh - ${LINK_HEIGHT}px)}
p{margin:0}
h1{position:absolute;width:1px;height:1px;margin:0;overflow:hidden;clip-path:inset(50%)}
.sentence{display:none;padding:12px 4.7% 4px;font:17px/1.35 'Source Serif 4','Iowan Old Style',Palatino,Georgia,serif}
.link{padding:0 4.7%;font-size:14px;line-height:${LINK_HEIGHT}px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
@media(max-width:560px) and (max-aspect-ratio:1/1){.sentence{display:block}svg text.h{display:none}}
`

const coloursOf = ({ paper, ink, accent }: Colours) =>
  `body{background:${paper};color:${ink}}a{color:${accent}}`

const EITHER = `${coloursOf(COLOURS.light)}@media(prefers-color-scheme:dark){${coloursOf(COLOURS.dark)}}`
