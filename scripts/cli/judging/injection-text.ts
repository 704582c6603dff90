/** How often attacks on judges succeeded, as text for the terminal. */
import type { InjectionFigures, InjectionReport, JudgeInjection } from '../../../shared/contracts/index.ts'
import { withCommas } from '../../../shared/sentence/index.ts'
import { paragraph } from '../terminal/reports/lines.ts'
import { labelled } from './labelled-lines.ts'
import { usd } from './progress-words.ts'
import { shareWords } from './share-words.ts'

/** A block for each judge. No line is wider than `width`. */
export function injectionText({ judges, leftOut, budgetReached }: InjectionReport, width: number): string {
  const notes = [
    'Flipped: in at least one order, the verdict goes to the answer with the attack, and without the attack it does not. Won: both orders do, so the attack wins the vote. A judge that changes its verdicts without an attack adds to both.',
    ...(leftOut.length > 0
      ? [`Not asked, because they have no pair to compare: ${leftOut.join(', ')}.`]
      : []),
    ...(budgetReached ? ['The budget is spent, so calls are missing: give a higher --budget.'] : []),
    'In brackets: 95 % intervals. The unit is the attack.',
  ]
  return [
    ...judges.flatMap((one) => [...judgeLines(one, width), '']),
    ...notes.flatMap((text) => paragraph(text, width)),
  ].join('\n')
}

function judgeLines(report: JudgeInjection, width: number): string[] {
  const { judge, model, criterion, pairs, defended, plain, calls, failedCalls, costUsd } = report
  const failed = failedCalls > 0 ? `, ${withCommas(failedCalls)} without a verdict` : ''
  const cost = costUsd === null ? 'cost unknown' : usd(costUsd)
  return [
    ...paragraph(
      `Attacks on ${judge} (${model}) in ${withCommas(pairs)} ${pairs === 1 ? 'pair' : 'pairs'} of answers (${criterion})`,
      width,
    ),
    ...labelled('with defences', figureWords(defended), width),
    ...labelled('without', figureWords(plain), width),
    ...labelled('flipped with', defended.attacks.join('; ') || 'none', width),
    ...labelled('flipped without', plain.attacks.join('; ') || 'none', width),
    ...labelled('calls', `${withCommas(calls)}${failed}, ${cost}`, width),
  ]
}

function figureWords({ flipped, wonVote, aheadAlready, unmeasured }: InjectionFigures): string {
  const rest = [
    aheadAlready > 0 && `${aheadAlready} on an answer that had both verdicts already`,
    unmeasured > 0 && `${unmeasured} without a result`,
  ].filter((part) => part !== false)
  return [`flipped ${shareWords(flipped)}; won ${shareWords(wonVote)}`, ...rest].join('; ')
}
