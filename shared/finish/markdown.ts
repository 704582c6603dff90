import { decisionText, notesBelow, type BoardView, type Row } from './board-view.ts'
import { boardWords, levelPercent } from './headline.ts'

/** Invisible in HTML. Splits text that GitHub would turn into a link or a mention after parsing Markdown. */
const PARTED = '<!-- -->'

/** Text escaped for Markdown and GitHub: no name becomes markup, a link, a mention or a reference. */
export function escapedMarkdown(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/[\\`*_{}[\]#+!|~>$]/g, '\\$&')
    .replace(/@(?=[\w-])|:\/(?=\/)|\\#(?=\d)|\bwww(?=\.)|\bGH(?=-\d)/gi, `$&${PARTED}`)
}

/** A board as Markdown: headline, rule, a table of all that are rated, what the others lack, and what was counted. */
export function markdownTable(view: BoardView): string {
  const { headline, rule, groups, source } = view
  const rows = groups
    .filter(({ kind }) => kind !== 'unrated')
    .flatMap((group) => [...group.rows, ...group.thin])
  const unrated = groups.filter(({ kind }) => kind === 'unrated').flatMap((group) => group.rows)
  const parts = [
    `**${escapedMarkdown(headline.lead)}**${headline.rest && ` ${escapedMarkdown(headline.rest)}`}`,
    view.outlook?.isFirst ? escapedMarkdown(view.outlook.text) : '',
    [rule.lead, rule.rest].filter(Boolean).map(escapedMarkdown).join(' '),
    escapedMarkdown(decisionText(view)),
    rows.length > 0 ? boardTable(view, rows) : '',
    unrated
      .map(({ name, lacks }) => `- ${escapedMarkdown(name)}: ${escapedMarkdown(lacks ?? '')}`)
      .join('\n'),
    escapedMarkdown(source),
    ...notesBelow(view).map(escapedMarkdown),
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

function boardTable(view: BoardView, rows: readonly Row[]): string {
  const say = boardWords(view.language)
  const [head, cells] = view.axis
    ? [
        [
          say.place,
          say.contestant,
          say.rating,
          say.interval({ level: levelPercent(view.board.level) }),
          say.votesHead,
        ],
        rows.map((row) => [row.place, escapedMarkdown(row.name), row.rating, row.interval || '–', row.votes]),
      ]
    : [
        [say.contestant, say.won, say.lost, say.tied, say.votesHead],
        rows.map(({ name, counts }) => [escapedMarkdown(name), ...counts]),
      ]
  const rule = head.map((title) => (title === say.contestant ? '---' : '--:'))
  return [head, rule, ...cells].map((line) => `| ${line.join(' | ')} |`).join('\n')
}
