/** The decision line: when a board decides, how far it is, and what was decided. */
import type { Decides, Decision, PlanPart } from '../contracts/decides.ts'
import { locale, type Language } from '../contracts/language.ts'
import { hasDecisionDay, isPlannedView } from '../contracts/limits.ts'
import type { FinishBoard } from './finish-board.ts'
import { shortName } from './text.ts'
import { boardWords } from './words.ts'

/** The longest name in the line, in columns. */
const LONGEST_NAME = 40

export interface DecisionLine {
  /** "Decides after 1,000 votes", shown in bold. */
  lead: string
  /** "640 so far · plan sealed 22 Nov" */
  rest: string
  /** How far the votes are, 0 … 1. Null: it is decided, has a day alone, or never decides. */
  share: number | null
  /** Whether the board is of another view than the sealed one, which alone is decided. */
  isElsewhere?: boolean
}

/** What is known of a decision day: of a board, or of an arena without its board. */
export interface DecisionFacts {
  /** Null: open-ended. */
  decides: Decides | null
  /** The counted votes of the sealed view. Null: not known here. */
  soFar: number | null
  /** The moment by which years are left out. */
  now: string
}

/** The decision line of a board. Null: it is of a file, or of a run of judges that was planned as one look. */
export function decisionLine(board: FinishBoard, language: Language = 'en'): DecisionLine | null {
  const { decides, view, looks, votes, computedAt } = board
  if (decides === undefined || !view || computedAt === undefined) return null
  if ((decides === null || !hasDecisionDay(decides)) && looks === 'one') return null
  const isSealed = decides !== null && isPlannedView(view, decides)
  const line = decisionWords({ decides, soFar: isSealed ? votes : null, now: computedAt }, language)
  if (decides === null || !hasDecisionDay(decides) || isSealed) return line
  return {
    ...line,
    isElsewhere: true,
    rest: [boardWords(language).decision.notSealed, line.rest].join(' · '),
  }
}

/** The same of an arena. */
export function decisionWords(
  { decides, soFar, now }: DecisionFacts,
  language: Language = 'en',
): DecisionLine {
  const { decision: say, ...words } = boardWords(language)
  const votesText = (votes: number) => words.votes({ count: votes })
  const dayText = (day: string) => shortDay(day, now, language)
  const changes = (decides?.changed ?? []).map(({ at, what }) =>
    say.changed({ day: dayText(at), parts: what.map((part: PlanPart) => say.parts[part]) }),
  )
  if (decides === null || !hasDecisionDay(decides))
    return { lead: say.openEnded, rest: [say.onlyIfLeadHolds, ...changes].join(' · '), share: null }
  const sealed = say.sealed({ day: dayText(decides.sealedAt) })
  const { decided, votes, at } = decides
  const by = say.voters[decides.plan.view.source]
  if (decided) {
    const decidedWords = decided.looks === 'one' ? say.decidedAsPlanned : say.decided
    const since = soFar === null ? 0 : soFar - decided.votes
    return {
      lead: decidedWords({
        day: dayText(decided.at),
        votes: votesText(decided.votes),
        result: resultText(decided, say.results),
      }),
      rest: [sealed, ...changes, ...(since > 0 ? [say.since({ votes: votesText(since) })] : [])].join(' · '),
      share: null,
    }
  }
  return {
    lead: say.decides[at === null ? 'votes' : votes === null ? 'at' : 'either']({
      day: at === null ? '' : dayText(at),
      votes: votes === null ? '' : votesText(votes),
    }),
    rest: [soFar === null ? by : say.soFar({ votes: soFar }), sealed, ...changes].join(' · '),
    share: votes === null || soFar === null ? null : Math.min(1, soFar / votes),
  }
}

function resultText(
  { state, leader }: Pick<Decision, 'state' | 'leader'>,
  say: ReturnType<typeof boardWords>['decision']['results'],
): string {
  if (state === 'first_votes') return say.first_votes
  if (leader === null) return say.dead_heat
  return say[state === 'wins' ? 'wins' : 'leads']({ leader: shortName(leader, LONGEST_NAME) })
}

/** "22 Nov", and "22 Nov 2025" in another year. */
function shortDay(day: string, now: string, language: Language): string {
  const isThisYear = day.slice(0, 4) === now.slice(0, 4)
  return new Intl.DateTimeFormat(locale(language), {
    day: 'numeric',
    month: 'short',
    ...(!isThisYear && { year: 'numeric' }),
    timeZone: 'UTC',
  }).format(new Date(day))
}
