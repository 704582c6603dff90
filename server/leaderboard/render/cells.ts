import { judgeOfSource } from '../../../shared/contracts/source.ts'
import type { BoardContestant, Board, Warning } from '../../../shared/contracts/index.ts'
import type { Language } from '../../../shared/contracts/language.ts'
import { withCommas } from '../../../shared/sentence/index.ts'
import { wordsByLanguage } from '../../../shared/sentence/words.ts'
import { countWithNoun, plainNumbers, visible } from '../../../shared/finish/lines.ts'
import { cutToColumns } from '../../../shared/finish/text.ts'

/** "53 % (48–58 %)": the predicted win rate against the baseline. */
export function baselineCell({ againstBaseline }: BoardContestant): string {
  if (!againstBaseline) return ''
  const { winRate, interval } = againstBaseline
  return plainNumbers.share(winRate) + (interval ? ` (${plainNumbers.shareRange(interval)})` : '')
}

/** How the board was computed, in one line: everything needed to compute it again. */
export function provenance(board: Board): string {
  const parts = [
    countedText(board),
    METHODS[board.method] ?? board.method,
    intervalsText(board),
    board.weights === 'votes' ? 'all votes weigh the same' : '',
    board.ties === 'drop' ? 'ties dropped' : '',
    board.anchor ? `${board.anchor.name} = ${board.anchor.value}` : '',
    `votes ${board.votesSha256.slice(0, 12)}`,
    `deadheat ${board.version}`,
  ]
  return `${parts.filter(Boolean).join(' · ')}`
}

/** How many votes are counted, and which: "640 votes (source people, criterion overall)". */
export function countedText({ votes, view }: Pick<Board, 'votes' | 'view'>): string {
  const { source, criterion, category, from, to, group = null } = view
  const parts = [
    `source ${source}`,
    labelled('group', group),
    labelled('criterion', criterion),
    labelled('category', category),
    labelled('from', from),
    labelled('to', to),
  ]
  return `${countWithNoun(votes, 'vote')} (${parts.filter(Boolean).join(', ')})`
}

/** How intervals were computed, in a few words. */
function intervalsText({ intervals, rounds, seed, units, groups }: Board): string {
  if (intervals === null) return 'no intervals'
  const kinds = units.map((kind) => (kind === 'prompt' && groups !== undefined ? 'group' : kind))
  const over = kinds.length > 0 ? kinds.map((kind) => `${kind}s`).join(' and ') : 'single votes'
  if (intervals === 'closed_form') return `bootstrap over ${over}, endless rounds`
  const method = intervals === 'classic' ? 'rounds by vote' : `bootstrap rounds over ${over}`
  return `${withCommas(rounds)} ${method}, seed ${seed}`
}

/** A note that the votes are simulated; null for real votes. */
export function simulatedText({ view }: Board): string | null {
  return view.source === 'simulated' ? 'These votes were made by a simulation, not by people.' : null
}

const METHODS: Record<string, string> = {
  'bradley-terry': 'Bradley-Terry',
  elo: 'online Elo, K = 4',
}

const labelled = (label: string, value: string | null) => (value === null ? '' : `${label} ${value}`)

/**
 * The warnings before and after the board. Only the warning that more rows were left out than the board has votes
 * comes before it.
 */
export function warningsAround({ votes, warnings }: Board): { first: Warning[]; last: Warning[] } {
  const isFirst = ({ code, count = 0 }: Warning) => code === 'dirty_rows' && count > votes
  return { first: warnings.filter(isFirst), last: warnings.filter((warning) => !isFirst(warning)) }
}

const viewWords = wordsByLanguage({
  en: {
    judges: 'judges',
    mixed: 'people and judges',
    simulated: 'simulated votes',
    judge: 'judge {judge}',
    from: 'from {day}',
    to: 'to {day}',
  },
  de: {
    judges: 'Richter',
    mixed: 'Menschen und Richter',
    simulated: 'simulierte Stimmen',
    judge: 'Richter {judge}',
    from: 'ab {day}',
    to: 'bis {day}',
  },
} as const)

/** The longest part of a title beside the arena, in columns. */
const LONGEST_PART = 20

/**
 * The title of a picture of a board: that of the arena, if there is one, and what the view differs in from all votes of people, so that no
 * picture of a part or of a simulation passes for the whole.
 */
export function pictureTitle(
  title: string,
  { view, warnings }: Pick<Board, 'view' | 'warnings'>,
  language: Language = 'en',
): string {
  const { source, criterion, category, from, to, group } = view
  const say = viewWords(language)
  const judge = judgeOfSource(source)
  const isMixed = warnings.some(({ code }) => code === 'mixed_sources')
  const kind = isMixed ? 'mixed' : source === 'judges' || source === 'simulated' ? source : null
  const sourceName = judge === null ? kind && say[kind] : say.judge({ judge })
  const days = [from && say.from({ day: day(from) }), to && say.to({ day: day(to) })]
  const parts = [sourceName, group, criterion, category, ...days]
  const narrowed = parts.flatMap((part) => (part ? [cutToColumns(visible(part), LONGEST_PART)] : []))
  return [title, ...narrowed].filter(Boolean).join(' · ')
}

const day = (moment: string) => moment.slice(0, 10)
