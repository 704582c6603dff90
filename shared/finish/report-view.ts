/** The reports beside a board as they are shown, in one language. Text and page lay them out; the page may draw beside. */
import type { BoardReports, Ingredients, PassRate } from '../contracts/reports.ts'
import type { JudgeReport, JudgesReport, Share } from '../contracts/judges.ts'
import type { Language } from '../contracts/language.ts'
import type { StyleFeature } from '../contracts/votes.ts'
import { ingredientsSentence, restSentence } from '../sentence/ingredients.ts'
import type { WordsOf } from '../sentence/words.ts'
import type { Numbers } from '../sentence/numbers.ts'
import type { reportTexts } from './report-texts.ts'

/** A language of reports: its words, and how it writes numbers. */
export interface ReportLanguage {
  code: Language
  words: WordsOf<typeof reportTexts>
  numbers: Numbers
}

/** A report of sentences. */
export interface ReportView {
  title: string
  sentences: readonly string[]
  /** A list: each begins in bold. */
  effects?: readonly { lead: string; text: string }[]
  /** Sentences below the list. */
  notes?: readonly string[]
}

/** What a table says of each row. */
export interface ReportColumn<Row> {
  head: string
  /** What its figures are. */
  title?: string
  /** Null: it is not known. */
  text: (row: Row) => string | null
  /** The 95 % interval, null if it is not known. */
  interval?: (row: Row) => string | null
  /** Of how many it is a share, where nothing in small print says it. */
  of?: (row: Row) => number
  /** What is added in small print. Parts that are false are left out. */
  small?: (row: Row) => readonly (string | false)[]
}

type Position = NonNullable<BoardReports['position']>['leftWins']

export function positionView(leftWins: Position | null, { words, numbers }: ReportLanguage): ReportView {
  const say = words.position
  if (!leftWins) return { title: say.title, sentences: [say.unknown] }
  const { winRate, interval } = leftWins
  const includesHalf = interval[0] <= 0.5 && interval[1] >= 0.5
  const left = say.left({ share: numbers.tenths(winRate), range: numbers.tenthsRange(interval) })
  return { title: say.title, sentences: [`${left} ${includesHalf ? say.noSide : say.someSide}`] }
}

/** The largest p at which one strength for each contestant is said not to explain the votes. */
export const LACK_OF_FIT = 0.01

export const lacksFit = (fit: Pick<NonNullable<BoardReports['fit']>, 'p'> | null): boolean =>
  fit !== null && fit.p !== null && fit.p <= LACK_OF_FIT

export function fitView(
  fit: Pick<NonNullable<BoardReports['fit']>, 'degreesOfFreedom' | 'p'> | null,
  { words, numbers }: ReportLanguage,
): ReportView {
  const say = words.fit
  const text = () => {
    if (!fit) return say.tooFew
    if (fit.degreesOfFreedom === 0) return say.nothingToTest
    return (lacksFit(fit) ? say.lacks : say.explains)({ p: numbers.chance(fit.p ?? 1) })
  }
  return { title: say.title, sentences: [text()] }
}

/** The effect of style, of a live board or of a file. */
interface ShownStyle {
  votes: number
  /** Votes of the board without a known style, or not linked. */
  leftOut: number
  withheld: keyof ReportLanguage['words']['style']['withheld'] | null
  features: readonly {
    feature: StyleFeature
    interval: readonly [number, number]
    twice: { winRate: number; interval: readonly [number, number] }
  }[]
  notUsed: readonly { feature: StyleFeature; because: 'unknown' | 'no_difference' }[]
}

export function styleView(style: ShownStyle, { words, numbers }: ReportLanguage): ReportView {
  const say = words.style
  if (style.withheld) return { title: say.title, sentences: [say.withheld[style.withheld]] }
  const same = style.notUsed.filter(({ because }) => because === 'no_difference')
  const leftOut = style.leftOut > 0 ? say.leftOut({ count: style.leftOut }) : ''
  const caption = say.caption({ votes: say.votes({ count: style.votes }), leftOut })
  const never = same.map(({ feature }) => say.features[feature]).join(', ')
  return {
    title: say.title,
    sentences: [caption],
    effects: style.features.map(({ feature, interval: [low, high], twice: { winRate, interval } }) => ({
      lead: say.effect[low > 0 ? 'more' : high < 0 ? 'less' : 'none'][feature],
      text: say.twice[feature]({ share: numbers.tenths(winRate), range: numbers.tenthsRange(interval) }),
    })),
    notes: same.length > 0 ? [say.neverDiffers({ features: never })] : [],
  }
}

export function ingredientsView(report: Ingredients, { words, code }: ReportLanguage): ReportView {
  const say = words.factors
  const rest = report.withheld ? [] : [restSentence(report, code)]
  return { title: say.title, sentences: [ingredientsSentence(report, code), ...rest] }
}

/** Judges compared with people. */
export interface JudgesView {
  title: string
  /** Stands alone if there is no judge. */
  caption: string
  /** Whether a judge passed, and why not. */
  calibration: ReportColumn<JudgeReport>
  /** How often it agrees with people. */
  agreement: ReportColumn<JudgeReport>
  kappa: ReportColumn<JudgeReport>
  /** What it prefers, and how often it fails. */
  habits: readonly ReportColumn<JudgeReport>[]
  /** How far people agree, and what is required of a judge. */
  notes: readonly string[]
  /** The judges that nobody compared with people; empty for none. */
  notCompared: string
}

// Each pair of answers counts once: of one whose people also name no winner, only a part.
const wholePairs = (n: number) => Math.round(n)

export function judgesView({ judges, humans, trust }: JudgesReport, language: ReportLanguage): JudgesView {
  const { words, numbers } = language
  const say = words.judges
  const share = (value: number | null) => (value === null ? null : numbers.share(value))
  const range = (interval: Share['interval']) => interval && numbers.shareRange(interval)
  const shareColumn = (
    readShare: (figures: JudgeReport['figures']) => Share,
  ): Pick<ReportColumn<JudgeReport>, 'text' | 'interval' | 'of'> => ({
    text: ({ figures }) => share(readShare(figures).share),
    interval: ({ figures }) => range(readShare(figures).interval),
    of: ({ figures }) => readShare(figures).n,
  })
  const unmeasured = judges.filter(({ state }) => state === 'not_measured').map(({ judge }) => judge)
  const ceiling = humans.betweenVoters.decisive
  return {
    title: say.title,
    caption: judges.length === 0 ? say.none : say.caption,
    calibration: {
      head: say.calibration,
      text: ({ state, due }) => say.states[state] + (due ? `; ${say.due}` : ''),
      small: ({ state, failure, pairsMissing }) => [
        state === 'uncalibrated' && !!failure && say.failures[failure.reason],
        pairsMissing > 0 && say.pairsMissing({ count: pairsMissing }),
      ],
    },
    agreement: {
      head: say.agrees,
      text: ({ figures: { decisive } }) => share(decisive.share),
      interval: ({ figures: { decisive } }) => range(decisive.interval),
      small: ({ figures: { decisive }, live }) => [
        decisive.share !== null && say.ofPairs({ count: numbers.integer(wholePairs(decisive.n)) }),
        !!live && live.decisive.share !== null && liveAgreementText(live.decisive, language),
      ],
    },
    kappa: {
      head: 'κ',
      title: say.kappa,
      text: ({ figures: { decisive } }) =>
        decisive.n > 0 && decisive.kappa !== null ? numbers.decimal(decisive.kappa, 2) : null,
    },
    habits: [
      {
        ...shareColumn(({ consistency }) => complement(consistency)),
        head: say.flips,
        title: say.flipsMeans,
      },
      { ...shareColumn(({ firstPosition }) => firstPosition), head: say.first, title: say.firstMeans },
      {
        ...shareColumn(({ longer }) => longer),
        head: say.longer,
        title: say.longerMeans,
        small: ({ figures: { longer } }) => {
          const [judge, people] = [share(longer.judgeOnShared.share), share(longer.humansOnShared.share)]
          return [judge !== null && people !== null && say.beside({ judge, people })]
        },
      },
      { head: say.failed, title: say.failedMeans, text: (judge) => share(failedShare(judge)) },
    ],
    notes: [
      ceiling.interval && ceiling.share !== null
        ? say.ceiling({
            share: numbers.share(ceiling.share),
            range: numbers.shareRange(ceiling.interval),
            count: numbers.integer(wholePairs(ceiling.n)),
          })
        : say.noCeiling,
      say.required({ share: numbers.exactPercent(trust.minAgreement), count: trust.minVotes }),
      say.steady,
    ],
    notCompared:
      unmeasured.length > 0 ? say.notCompared({ names: unmeasured, count: unmeasured.length }) : '',
  }
}

/** How often a judge agrees with visitors on their own prompts. */
export function liveAgreementText(
  { share, n }: { share: number | null; n: number },
  { words, numbers }: ReportLanguage,
): string {
  const say = words.judges
  return say.onLive({
    share: share === null ? '–' : numbers.share(share),
    count: numbers.integer(wholePairs(n)),
  })
}

/** How often something did not happen. */
export const complement = ({ share, interval, ...counts }: Share): Share => ({
  ...counts,
  hits: counts.n - counts.hits,
  share: share === null ? null : 1 - share,
  interval: interval && [1 - interval[1], 1 - interval[0]],
})

/** The share of judgements that failed finally. Null: for imported votes it is not known. */
function failedShare({ figures: { votes }, failures, cost }: JudgeReport): number | null {
  const failed = failures.reduce((sum, { count }) => sum + count, 0)
  return cost && votes + failed > 0 ? failed / (votes + failed) : null
}

/** A check: what it requires now, and how many answers of each contestant passed it. */
export interface CheckView {
  title: string
  /** Empty: nothing is required. */
  required: string
  passed: ReportColumn<PassRate> & Required<Pick<ReportColumn<PassRate>, 'interval' | 'small'>>
}

/** @param check  by its name, with the share that it requires now; null: none */
export function checkView(
  { name, mustPass }: { name: string; mustPass: number | null },
  { words, numbers }: ReportLanguage,
): CheckView {
  const say = words.checks
  return {
    title: say.title({ check: name }),
    required: mustPass === null ? '' : say.mustPass({ share: numbers.exactPercent(mustPass) }),
    passed: {
      head: say.passed,
      text: ({ share: rate, met }) => {
        if (rate === null) return null
        const share = numbers.share(rate)
        return met === null ? share : (met ? say.passes : say.fails)({ share })
      },
      interval: ({ interval }) => interval && numbers.shareRange(interval),
      small: ({ passed, failed, notMade }) => [
        say.counted({ passed, of: passed + failed }),
        notMade > 0 && say.notMade({ count: notMade }),
      ],
    },
  }
}
