/** A climb and its attempts as text. */
import type {
  Challenged,
  Climb,
  ClimbAttempt,
  ClimbCounts,
  ClimbResult,
  ClimbWarning,
} from '../../shared/contracts/index.ts'
import type { Layout } from '../platform/http/answer.ts'
import {
  chance,
  countWithNoun,
  terminalStyles,
  paragraph,
  percent,
  range,
  table,
} from '../../shared/finish/lines.ts'

/** The outcome of a challenge: the sentence, the figures, and the results prompt by prompt. */
export function challengeText(challenged: Challenged, { width, colour }: Layout): string {
  const { strong, faint } = terminalStyles(colour)
  const { attempt, epoch, stood, results, warnings, level, question } = challenged
  const attemptLine = `Attempt ${attempt}, epoch ${epoch}${stood ? '; it was already in the log, so nothing was judged' : ''}.`
  return [
    ...paragraph(resultSentence(challenged), width).map(strong),
    '',
    ...table(TITLES, [attemptRow(challenged)], { width, names: NAMES }),
    ...(level ? paragraph(level.message, width) : []),
    ...(question ? paragraph(questionLine(question), width) : []),
    ...paragraph(`${attemptLine} ${LEGEND}`, width).map(faint),
    '',
    ...table(
      ['prompt', 'winner', 'reason'],
      results.map((result) => resultRow(result, challenged)),
      { width, names: 3 },
    ),
    ...noteLines(warnings, width),
  ].join('\n')
}

export const questionLine = (question: string) => `The judge was asked: ${question}`

function resultSentence({
  promoted,
  answer,
  challenger,
  incumbent,
  winRate,
  pValue,
  wins,
  losses,
  gate,
  holdOut,
}: Challenged) {
  const figures = `a win rate of ${rate(winRate)}, ${wins} won and ${losses} lost, p ${chance(pValue)}`
  if (promoted) return `Promoted: ${challenger} replaces ${incumbent} as the incumbent, with ${figures}.`
  const holdOutSentence =
    gate.holdOut && holdOut !== null ? ` It did not win on the hold-out (${rate(holdOut.winRate)}).` : ''
  const lead = { better: 'Not promoted', worse: 'Worse', not_shown: 'Not shown' }[answer]
  return `${lead}: ${incumbent} stays the incumbent. ${challenger} had ${figures}; required: more than 50 %${gate.minWinRate > 0.5 ? `, at least ${percent(gate.minWinRate)}` : ''}${gate.alpha < 1 ? `, and p of at most ${Number(gate.alpha.toPrecision(2))}` : ''}.${holdOutSentence}`
}

const TITLES = [
  'challenger',
  'incumbent',
  'attempt',
  'won/lost/tied',
  'win rate',
  'interval',
  'p',
  'hold-out',
  '',
]
const NAMES = 2

const LEGEND =
  'Won, lost and tied: by the challenger, one result for each prompt; an inconsistent judgement is a tie. Interval: 95 %, for the win rate. p: one-sided and exact, over decisive results.'

function attemptRow(attempt: ClimbAttempt): string[] {
  const { holdOut, promoted, kind, answer } = attempt
  return [
    attempt.challenger,
    attempt.incumbent,
    String(attempt.attempt),
    tally(attempt),
    rate(attempt.winRate),
    range(attempt.interval),
    chance(attempt.pValue),
    holdOut ? `${tally(holdOut)} ${rate(holdOut.winRate)}` : '–',
    promoted ? 'promoted' : kind === 'again' ? 'judged again' : answer.replace('_', ' '),
  ]
}

const rate = (share: number | null) => (share === null ? '–' : percent(share))

const tally = ({ wins, losses, ties }: Pick<ClimbCounts, 'wins' | 'losses' | 'ties'>) =>
  `${wins}/${losses}/${ties}`

function resultRow(
  { prompt, winner, absent, inconsistent, identical, reason }: ClimbResult,
  { incumbent, challenger }: ClimbAttempt,
): string[] {
  const nobody = absent === null ? 'failed' : 'no result'
  const winnerName = winner === null ? nobody : winner === 'tie' ? 'tie' : { incumbent, challenger }[winner]
  const without = absent && ` (no answer of ${{ incumbent, challenger }[absent]})`
  const aside = inconsistent ? ' (inconsistent)' : identical ? ' (same text)' : ''
  return [prompt, winnerName + (without ?? aside), (reason ?? '').replace(/\s+/g, ' ').trim()]
}

/** The log: a table for each epoch. */
export function climbText(climb: Climb, { width, colour }: Layout): string {
  const { strong, faint } = terminalStyles(colour)
  const { arena, attempts, epochs, incumbent, overfit, warnings } = climb
  if (attempts.length === 0)
    return paragraph(
      `No challenge of arena ${arena} has finished yet. Start one: deadheat challenge ${arena} --incumbent NAME --challenger NAME.`,
      width,
    ).join('\n')
  const { level } = attempts.at(-1)!
  const epochTables = epochs.flatMap((epoch) => {
    const epochAttempts = attempts.filter((attempt) => attempt.epoch === epoch.epoch)
    const heldOutPart = epoch.heldOut > 0 ? `, ${epoch.heldOut} held out` : ''
    const title = `Epoch ${epoch.epoch}: ${countWithNoun(epoch.references, 'reference')}${heldOutPart}, judged by ${epoch.judge} (${epoch.model}, rubric ${epoch.rubric})`
    return epochAttempts.length === 0
      ? []
      : [
          '',
          ...paragraph(title, width),
          ...(epoch.question ? paragraph(questionLine(epoch.question), width) : []),
          ...table(TITLES, epochAttempts.map(attemptRow), { width, names: NAMES }),
        ]
  })
  return [
    ...paragraph(
      `${incumbent} is the incumbent of ${arena} after ${countWithNoun(attempts.length, 'attempt')}.`,
      width,
    ).map(strong),
    ...epochTables,
    ...paragraph(LEGEND, width).map(faint),
    ...(level ? paragraph(level.message, width) : []),
    ...(overfit ? paragraph(overfitWords(overfit), width) : []),
    ...noteLines(warnings, width),
  ].join('\n')
}

const overfitWords = ({ attempts, chance: any }: NonNullable<Climb['overfit']>) =>
  `If ${attempts === 1 ? 'the challenger were' : `all ${attempts} challengers were`} no better than the incumbent on these references, the chance of at least one promotion by luck would be ${percent(any)}.`

const noteLines = (warnings: readonly ClimbWarning[], width: number): string[] =>
  warnings.flatMap(({ message }) => paragraph(`Note: ${message}`, width))
