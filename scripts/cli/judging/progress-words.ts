/** The progress of judging, in words for the terminal. */
import type { JudgingProgress } from '../../../shared/contracts/index.ts'
import { joinNames, withCommas } from '../../../shared/sentence/index.ts'
import { visible, countWithNoun, usd } from '../../../shared/finish/lines.ts'

/** One line: done, failed, failed calls by cause, seconds a call, cost so far and in all, pace, time left, and what it waits for. */
export function progressLine(progress: JudgingProgress, now: Date): string {
  const { answers, judgements, checks, calls, spentUsd, estimatedUsd, callsPerMinute, etaSeconds } = progress
  const part = ({ done, failed, total }: Omit<typeof judgements, 'setAside'>, work: string) =>
    `${withCommas(done)} of ${withCommas(total ?? 0)} ${work}${failed > 0 ? `, ${withCommas(failed)} failed` : ''}`
  const { setAside } = judgements
  return [
    answers.total > 0 && part(answers, 'answers'),
    judgements.total !== null && part(judgements, 'judgements'),
    setAside > 0 && `${withCommas(setAside)} wait, since ${stoppedIn(progress)} is stopped`,
    calls.causes.length > 0 && `calls that failed: ${countedCauses(calls.causes)}`,
    calls.secondsEach !== null && `${Number(calls.secondsEach.toPrecision(2))} s a call`,
    checks.total !== null &&
      checks.total > 0 &&
      `${withCommas(checks.done + checks.failed)} of ${withCommas(checks.total)} checks`,
    estimatedUsd === null
      ? `${usd(spentUsd)} so far, total unknown`
      : `${usd(spentUsd)} of about ${usd(estimatedUsd)}`,
    callsPerMinute !== null && `${withCommas(Math.round(callsPerMinute))} calls/min`,
    calls.secondsEach === null && calls.underWay > 0 && `${countWithNoun(calls.underWay, 'call')} under way`,
    etaSeconds !== null && `${duration(etaSeconds)} left`,
    ...progress.waitingFor.map((wait) => waitingWords(wait, now)),
  ]
    .filter((part) => part !== false)
    .join(' · ')
}

const countedCauses = (causes: JudgingProgress['failures']) =>
  causes.map(({ cause, count }) => `${cause.replaceAll('_', ' ')} ${withCommas(count)}`).join(', ')

const stoppedIn = ({ trials }: JudgingProgress): string =>
  joinNames(trials.flatMap(({ judge, state }) => (state === 'failed' ? [judge] : [])))

/** A reply that holds no verdict, in one line and shortened. */
export const unreadableWords = ({ judge, cause, reply }: JudgingProgress['unreadable'][number]): string =>
  visible(`A reply of ${judge} holds no verdict (${cause}). It begins: ${JSON.stringify(reply)}`)

function waitingWords(
  { provider, why, until, cause }: JudgingProgress['waitingFor'][number],
  now: Date,
): string {
  if (why === 'no_key') return `${provider} has no key here`
  const next = until === null ? '' : `, next try in ${duration(secondsTo(until, now))}`
  return `${provider}: ${cause ?? 'paused'}${next}`
}

const secondsTo = (moment: string, now: Date) => Math.max(0, (Date.parse(moment) - now.getTime()) / 1000)

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/**
 * The result of a run, for the last line.
 * @param there  how many votes of judges the board counts
 */
export function resultLine(progress: JudgingProgress, resumeCommand: string, there: number): string {
  const {
    status,
    judgements,
    answers,
    checks,
    spentUsd,
    budgetUsd,
    failures,
    cause,
    skippedPairs,
    injected,
    cutOff,
    ledger,
    finding,
  } = progress
  const did = `${countWithNoun(judgements.done, 'judgement')}, ${usd(spentUsd)}`
  const failed = countedCauses(failures)
  const lost = [
    answers.failed > 0 && `${countWithNoun(answers.failed, 'answer')} could not be generated`,
    judgements.failed > 0 &&
      `${countWithNoun(judgements.failed, 'judgement')} failed (${failed}) and ${judgements.failed === 1 ? 'is no vote' : 'are not votes'}`,
  ].filter((part) => part !== false)
  const unmade =
    checks.failed > 0
      ? ` ${checks.failed === 1 ? '1 check result is' : `${withCommas(checks.failed)} check results are`} missing because the calls failed.`
      : ''
  const out =
    skippedPairs > 0
      ? ` ${withCommas(skippedPairs)} ${skippedPairs === 1 ? 'pair of answers was' : 'pairs of answers were'} skipped: an answer failed a gating check.`
      : ''
  const speaking =
    injected > 0
      ? ` Warning: ${countWithNoun(injected, 'judgement')} showed an answer that speaks to the judge: see \`injected\` in export ARENA judgements.`
      : ''
  const aside =
    judgements.setAside > 0
      ? ` ${countWithNoun(judgements.setAside, 'judgement')} of ${stoppedIn(progress)} ${judgements.setAside === 1 ? 'waits' : 'wait'}, since it is stopped.`
      : ''
  const unknown =
    cutOff.calls > 0
      ? ` ${usd(cutOff.usd)} of it is what was reserved for ${countWithNoun(cutOff.calls, 'call')} that ended without a reply: their cost is unknown.`
      : ''
  const also =
    unknown +
    aside +
    out +
    speaking +
    (lost.length > 0 ? ` ${lost.join('; ')}: use --retry-failed to try them again.` : '') +
    unmade
  const didNothing = judgements.done + judgements.failed + answers.done + answers.failed + checks.done === 0
  if (status === 'done' && didNothing)
    return `Done: nothing was left to do, and nothing was paid. ${countWithNoun(there, 'vote')} of judges ${there === 1 ? 'was' : 'were'} there already.${also}`
  if (status === 'done') return `Done: ${did}.${also}`
  if (status === 'cancelled') return `Cancelled: ${did}.${also}`
  if (status !== 'budget_reached')
    return `Paused${cause ? ` (${cause})` : ''}: ${did}.${also} To resume: ${resumeCommand}`
  const why = cause ? `, because ${cause.replace(/^budget_reached: /, '')}` : ''
  const resume = resumeCommand.replace(/ --budget[ =]\S+/, '')
  if (finding?.code !== 'next_calls_over_arena')
    return `Stopped at the budget of ${usd(budgetUsd ?? ledger.budgetUsd ?? 0)}${why}: ${did}.${also} To resume with a higher budget: ${resume} --budget USD`
  return finding.values.isToday
    ? `Stopped at today's budget of the arena${why}: ${did}.${also} To resume tomorrow: ${resume}`
    : `Stopped at the budget of the arena${why}: ${did}.${also} To resume: ${resume} --budget USD`
}
