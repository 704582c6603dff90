/** The decision line: when a board decides, how far it is, and what was decided. */
import type { Decides, PlanPart } from '../contracts/decides.ts'
import type { Language } from '../contracts/language.ts'
import { hasDecisionDay, isSealedView } from '../contracts/limits.ts'
import type { FinishBoard } from './finish-board.ts'
import { shortName } from './text.ts'
import { WORDS } from './words.ts'

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
  const isSealed = decides !== null && isSealedView(view, decides)
  const line = decisionWords({ decides, soFar: isSealed ? votes : null, now: computedAt }, language)
  if (decides === null || !hasDecisionDay(decides) || isSealed) return line
  return { ...line, isElsewhere: true, rest: [WORDS[language].decision.notSealed, line.rest].join(' · ') }
}

/** The same of an arena. */
export function decisionWords(
  { decides, soFar, now }: DecisionFacts,
  language: Language = 'en',
): DecisionLine {
  const say = WORDS[language].decision
  const dayText = (at: string) => shortDay(at, now, language)
  const changes = (decides?.changed ?? []).map(({ at, what }) =>
    say.changed(
      dayText(at),
      what.map((part: PlanPart) => say.parts[part]),
    ),
  )
  if (decides === null || !hasDecisionDay(decides))
    return { lead: say.openEnded, rest: [say.onlyIfHeld, ...changes].join(' · '), share: null }
  const sealed = say.sealed(dayText(decides.sealedAt))
  const { decided, votes, at } = decides
  const by = say.voters[decides.plan.view.source]
  if (decided) {
    const isPlanned = decided.looks === 'one'
    const since = soFar === null ? 0 : soFar - decided.votes
    return {
      lead: say.decided(
        dayText(decided.at),
        decided.votes,
        isPlanned,
        decided.state,
        decided.leader === null ? null : shortName(decided.leader, LONGEST_NAME),
      ),
      rest: [sealed, ...changes, ...(since > 0 ? [say.since(since)] : [])].join(' · '),
      share: null,
    }
  }
  return {
    lead: say.decides(votes, at === null ? null : dayText(at)),
    rest: [soFar === null ? by : say.soFar(soFar), sealed, ...changes].join(' · '),
    share: votes === null || soFar === null ? null : Math.min(1, soFar / votes),
  }
}

/** "22 Nov", and "22 Nov 2025" in another year. */
function shortDay(at: string, now: string, language: Language): string {
  const isThisYear = at.slice(0, 4) === now.slice(0, 4)
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    day: 'numeric',
    month: 'short',
    ...(!isThisYear && { year: 'numeric' }),
    timeZone: 'UTC',
  }).format(new Date(at))
}
