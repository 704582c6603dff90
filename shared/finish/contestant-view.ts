/** One contestant as it is shown, in one language. Text and page lay it out; the page draws beside it. */
import type { ContestantRecord } from '../contracts/contestant-record.ts'
import type { Language } from '../contracts/language.ts'
import type { Numbers } from '../sentence/numbers.ts'
import type { WordsOf } from '../sentence/words.ts'
import { placeText, pointsText } from './board-view.ts'
import type { contestantTexts } from './contestant-texts.ts'
import { boardWords, isRated, levelPercent } from './headline.ts'

/** A language of contestants: its words, and how it writes names, days and figures. */
export interface ContestantLanguage {
  code: Language
  words: WordsOf<typeof contestantTexts>
  numbers: Numbers
  name: (name: string) => string
  day: (at: string) => string
  /** The word for a cause of failure. */
  cause: (cause: string) => string
}

export interface ContestantView {
  /** Null: it is in use. */
  retired: string | null
  /** Where it stands on the board. */
  place: string | null
  rating: string | null
  /** Won, lost and tied. */
  record: string | null
  /** What prompts say of it. */
  prompts: string
  /** Judgements that failed or contradicted themselves. Empty if the votes are of no judge. */
  judging: readonly string[]
}

/** Others of a dead heat that are named; more are counted. */
const MAX_NAMED = 3

/** @param ofJudges  whether the view counts judges */
export function contestantView(
  record: ContestantRecord,
  language: ContestantLanguage,
  ofJudges: boolean,
): ContestantView {
  const { words: say, day } = language
  const { row, contestant } = record
  return {
    retired: contestant.retiredAt && say.retiredSince({ day: day(contestant.retiredAt) }),
    place: placeSentence(record, language),
    rating: row && isRated(row) ? ratingSentence(record, language) : null,
    record: row && row.votes > 0 ? recordSentence(row, say) : null,
    prompts: promptsSentence(record, say),
    judging: ofJudges ? judgingSentences(record, language) : [],
  }
}

function placeSentence({ row, board }: ContestantRecord, { words: say, numbers, name }: ContestantLanguage) {
  if (!row) return say.noBoardYet
  if (!isRated(row) || board.state === 'first_votes') return say.unrated[row.status]
  if (board.leader === row.name)
    return (board.state === 'wins' ? say.wins : say.leads)[board.speaksFor ?? 'all']
  if (!board.deadHeat.includes(row.name) || board.leader !== null)
    return row.place && say.place({ place: placeText(row.place), of: String(board.rated) })
  const rivals = board.deadHeat.filter((rival) => rival !== row.name)
  const others =
    rivals.length > MAX_NAMED ? say.others({ count: rivals.length }) : numbers.list(rivals.map(name))
  return say.deadHeat({ others })
}

function ratingSentence({ row, board }: ContestantRecord, { words: say, code }: ContestantLanguage): string {
  const { rating, interval } = row!
  const ends = interval && {
    name: boardWords(code).interval({ level: levelPercent(board.level) }),
    low: pointsText(interval[0]),
    high: pointsText(interval[1]),
  }
  return `${say.rating({ points: pointsText(rating!) })}${ends ? say.intervalOf(ends) : ''}.`
}

const recordSentence = (
  { wins, losses, ties, bothBad }: NonNullable<ContestantRecord['row']>,
  say: ContestantLanguage['words'],
): string =>
  bothBad > 0 ? say.recordWithBad({ wins, losses, ties, bothBad }) : say.record({ wins, losses, ties })

function promptsSentence({ prompts }: ContestantRecord, say: ContestantLanguage['words']): string {
  if (prompts.score === null) return say.noPrompts
  const marked = [...prompts.best, ...prompts.worst].filter(({ standsOut }) => standsOut)
  return marked.length > 0 ? say.someStandOut({ count: marked.length }) : say.noneStandsOut
}

function judgingSentences(
  { judgements: { inconsistent, failed } }: ContestantRecord,
  { words: say, numbers, cause: causeWord }: ContestantLanguage,
): string[] {
  const count = failed.reduce((sum, failure) => sum + failure.count, 0)
  if (count === 0 && inconsistent === 0) return [say.nothingFailed]
  const causes = failed.map((failure) => `${causeWord(failure.cause)} ${numbers.integer(failure.count)}`)
  return [
    ...(inconsistent > 0 ? [say.inconsistentVotes({ count: inconsistent })] : []),
    ...(count > 0 ? [say.failedJudgements({ count, causes: causes.join(', ') })] : []),
  ]
}
