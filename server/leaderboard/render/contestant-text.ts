/** One contestant as text: where it stands, what it is, and how it fared. The words are those of its page. */
import { parseSource, type ContestantRecord, type PromptRecord } from '../../../shared/contracts/index.ts'
import { contestantTexts } from '../../../shared/finish/contestant-texts.ts'
import { contestantView, type ContestantLanguage } from '../../../shared/finish/contestant-view.ts'
import { boardWords, longDay } from '../../../shared/finish/headline.ts'
import { layoutLines, plainNumbers, type Part } from '../../../shared/finish/lines.ts'
import { buildWords } from '../../../shared/sentence/words.ts'
import { causes } from '../../../shared/messages/en/causes.ts'
import { countedText } from './cells.ts'
import type { Layout } from '../../platform/http/answer.ts'

const ENGLISH: ContestantLanguage = {
  code: 'en',
  words: buildWords(contestantTexts, 'en'),
  numbers: plainNumbers,
  name: String,
  day: (at) => longDay(at, 'en'),
  cause: (cause) => (causes as Partial<Record<string, string>>)[cause] ?? cause.replaceAll('_', ' '),
}
const say = ENGLISH.words

export function contestantText(record: ContestantRecord, { width }: Layout): string {
  const { contestant, title, board, view, row } = record
  const ofJudges = parseSource(view.source)?.kinds.includes('judge') ?? false
  const shown = contestantView(record, ENGLISH, ofJudges)
  const blocks: Part[][] = [
    [
      `${contestant.name} · ${title}`,
      ...[shown.retired, shown.place, shown.rating, shown.record].filter(isThere),
    ],
    [`The board counts ${countedText({ votes: board.votes, view })}.`],
    [...factLines(contestant), ...checkLines(row?.checks ?? [])],
    opponentLines(record),
    [shown.prompts],
    ...extremes(record),
    [...shown.judging],
  ]
  return blocks
    .filter((parts) => parts.length > 0)
    .map((parts) => `${layoutLines(parts, width).join('\n')}\n`)
    .join('\n')
}

const isThere = (text: string | null): text is string => text !== null

function factLines({ model, provider, family, owner, controlOf, factors }: ContestantRecord['contestant']) {
  const facts: [string, string | null][] = [
    ['Model', model],
    [say.provider, provider],
    [say.family, family],
    [say.owner, owner],
    [say.controlOf, controlOf],
    ...Object.entries(factors),
  ]
  return facts.flatMap(([what, is]) => (is === null ? [] : [`${what}: ${is}`]))
}

const checkLines = (checks: NonNullable<NonNullable<ContestantRecord['row']>['checks']>): string[] =>
  checks.map(({ name, passed, of, holds }) => {
    const reached = holds === undefined ? '' : `, ${holds ? say.bar.met : say.bar.missed}`
    return `${say.checks}, ${name}: ${passed} of ${of}${reached}`
  })

const counts = ({ wins, losses, ties }: Pick<PromptRecord, 'wins' | 'losses' | 'ties'>): string =>
  [wins, losses, ties].map(plainNumbers.integer).join(' · ')

function opponentLines({ opponents }: ContestantRecord): Part[] {
  if (opponents.length === 0) return [say.metNobody]
  return [
    `${say.opponents}. ${say.opponentsCaption} ${boardWords('en').margin.pairs}`,
    '',
    {
      titles: [say.opponent, say.expected, say.interval, say.counts],
      rows: opponents.map(({ name, expected, ...record }) => [
        name,
        expected ? plainNumbers.share(expected.winRate) : '–',
        expected ? plainNumbers.shareRange(expected.interval) : '–',
        counts(record),
      ]),
    },
  ]
}

/** Its best and its worst prompts; nothing if no vote names a prompt. */
function extremes({ prompts: { score, counted, best, worst } }: ContestantRecord): Part[][] {
  if (score === null) return []
  const caption = say.promptsCaption({
    score: plainNumbers.percent(score),
    prompts: plainNumbers.counted(counted, 'prompt'),
  })
  return [[caption], extreme(say.best, say.noBest, best), extreme(say.worst, say.noWorst, worst)]
}

const extreme = (title: string, none: string, prompts: readonly PromptRecord[]): Part[] =>
  prompts.length === 0
    ? [none]
    : [
        {
          titles: [title, say.score, say.interval, say.counts, ''],
          rows: prompts.map((prompt) => [
            prompt.key,
            plainNumbers.share(prompt.score),
            plainNumbers.shareRange(prompt.interval),
            counts(prompt),
            prompt.standsOut ? say.standsOut : '',
          ]),
        },
      ]
