/** A judging run in words: one line while it runs, its figures one by one, and its result. Operators read English. */
import type { JudgingProgress } from '../contracts/index.ts'
import { causes as CAUSES } from '../messages/en/causes.ts'
import { withCommas } from '../sentence/index.ts'
import { completedShare, integerPercent } from '../sentence/count.ts'
import { trialWords } from '../sentence/trial.ts'
import { countWithNoun, joinNames, paragraph, usd, visible } from './lines.ts'

const STATUS: Record<JudgingProgress['status'], string> = {
  running: 'Judging is running',
  paused: 'Judging is paused',
  cancelled: 'Judging was cancelled',
  budget_reached: 'Judging stopped: the budget is reached',
  done: 'Judging is done',
}

/** What the page and a text say of a run. */
export interface RunView {
  title: string
  /** Why it is paused or stopped, and the provider's line about it, if there is one. */
  why: CauseWords | null
  waits: RunWait[]
  /** "40 % of all calls" */
  share: string
  figures: RunFigure[]
  /** Lists under a title: why judgements failed, why calls failed. */
  causes: { title: string; rows: string[] }[]
  /** What the trials of judges showed, and replies without a verdict. */
  notes: string[]
}

type RunFigure = [name: string, value: string]

interface RunWait {
  text: string
  /** The provider's line about it. */
  line: string | null
  isForKey: boolean
}

interface CauseWords {
  word: string
  line: string | null
}

/** The word for a cause; as the server stores it, if it is a newer one. */
export const causeWord = (code: string): string =>
  (CAUSES as Partial<Record<string, string>>)[code] ?? code.replaceAll('_', ' ')

/** A cause as it is stored, `rate_limited: …`: its word, and the provider's line. */
export function causeWords(cause: string): CauseWords {
  const [, code = cause, line = null] = /^(\w+): (.+)$/s.exec(cause) ?? []
  return { word: causeWord(code), line }
}

/** A cause in one sentence part: "key refused: HOST answered 401". */
export const joinedCause = (cause: string): string => {
  const { word, line } = causeWords(cause)
  return line === null ? word : `${word}: ${line}`
}

/** @param now  when it is read, from which the wait for a provider counts */
export function runView(progress: JudgingProgress, now: Date): RunView {
  const { status, cause, failures, calls, trials, unreadable, waitingFor } = progress
  const causes = [
    { title: 'Why judgements failed', rows: failures.map(causeRow) },
    { title: 'Why calls failed', rows: calls.causes.map(causeRow) },
  ]
  const why = cause === null ? null : causeWords(cause)
  return {
    title: STATUS[status],
    why,
    waits: waitingFor.map(({ provider, why, until, cause: line }) => ({
      text:
        why === 'no_key'
          ? `${provider} has no key on this server.`
          : `${provider} is paused, because it refused calls${nextTry(until, now)}.`,
      line,
      isForKey: why === 'no_key',
    })),
    share: `${integerPercent(completedShare(progress))} % of all calls`,
    figures: figuresOfRun(progress),
    causes: causes.filter(({ rows }) => rows.length > 0),
    notes: [
      // why a judge is stopped may be why all of it is
      ...trials
        .filter(({ stop }) => stop === null || stop.reason !== why?.line)
        .map(({ judge, ...trial }) => `${trial.stop ? '' : `${judge}: `}${trialWords(trial, usd)}`),
      ...unreadable.map(unreadableReply),
    ],
  }
}

const causeRow = ({ cause, count }: { cause: string; count: number }) =>
  `${withCommas(count)} · ${causeWord(cause)}`

/** A reply that holds no verdict, in one line and shortened. */
const unreadableReply = ({ judge, cause, reply }: JudgingProgress['unreadable'][number]): string =>
  visible(`A reply of ${judge} holds no verdict (${causeWord(cause)}). It begins: ${JSON.stringify(reply)}`)

type Part = Record<'done' | 'failed', number> & { total: number | null; setAside?: number }

const partDone = ({ total, done, failed, setAside = 0 }: Part): string =>
  [
    total === null ? `${withCommas(done)} so far` : `${withCommas(done)} of ${withCommas(total)} done`,
    failed > 0 && `${withCommas(failed)} failed`,
    setAside > 0 && `${withCommas(setAside)} wait, since their judge is stopped`,
  ]
    .filter(Boolean)
    .join(', ')

/** What is not known, or is nothing, is left out. */
function figuresOfRun(progress: JudgingProgress): RunFigure[] {
  const { answers, judgements, checks, calls, ledger, cutOff } = progress
  const { spentUsd, budgetUsd, estimatedUsd, callsPerMinute, etaSeconds } = progress
  const within = (name: string, spent: number, budget: number | null): RunFigure | false =>
    budget !== null && [name, `${usd(spent)} of ${usd(budget)}`]
  const figures: (RunFigure | false)[] = [
    ['Answers', partDone(answers)],
    ['Judgements', partDone(judgements)],
    progress.injected > 0 && ['Judgements of answers that speak to the judge', withCommas(progress.injected)],
    !!checks.total && ['Checks', partDone(checks)],
    ['Calls', `${withCommas(calls.done)} done, ${withCommas(calls.underWay)} waiting for a reply`],
    calls.secondsEach !== null && ['Time of a call', `${Number(calls.secondsEach.toPrecision(2))} s`],
    ['Cost so far', usd(spentUsd)],
    cutOff.calls > 0 && [
      'Of it, calls of unknown cost',
      `${usd(cutOff.usd)} reserved for ${withCommas(cutOff.calls)}`,
    ],
    ['Cost in all, about', estimatedUsd === null ? 'not known yet' : usd(estimatedUsd)],
    ['Budget', budgetUsd === null ? 'no limit' : usd(budgetUsd)],
    within('All of the arena so far', ledger.spentUsd, ledger.budgetUsd),
    within('All of the arena today (UTC)', ledger.todayUsd, ledger.budgetUsdPerDay),
    callsPerMinute !== null && ['Rate', `${countWithNoun(Math.round(callsPerMinute), 'call')} a minute`],
    etaSeconds !== null && progress.status === 'running' && ['Done in about', duration(etaSeconds)],
    ['Started', minute(progress.startedAt)],
    progress.endedAt !== null && ['Ended', minute(progress.endedAt)],
  ]
  return figures.filter((figure) => figure !== false)
}

/** "2026-11-30 16:20 UTC" */
const minute = (moment: string): string => `${moment.slice(0, 16).replace('T', ' ')} UTC`

/** The latest run as plain text. @param progress  null: the arena was never judged */
export function runText(progress: JudgingProgress | null, now: Date, width: number): string {
  if (!progress) return 'Nothing was judged yet.'
  const { title, why, waits, share, figures, causes, notes } = runView(progress, now)
  const withLine = (text: string, line: string | null) => (line === null ? text : `${text} ${line}`)
  return [
    `${title}. ${share}.`,
    ...(why ? [withLine(`Why: ${why.word}.`, why.line)] : []),
    ...waits.map(({ text, line }) => withLine(text, line)),
    ...notes,
  ]
    .flatMap((text) => paragraph(text, width))
    .concat(
      figures.map(([name, value]) => `${name}: ${value}`),
      causes.flatMap((list) => ['', list.title, ...list.rows.map((row) => `  ${visible(row)}`)]),
    )
    .join('\n')
}

/** One line: done, failed, failed calls by cause, seconds a call, cost so far and in all, pace, time left, and what it waits for. */
export function runLine(progress: JudgingProgress, now: Date): string {
  const { answers, judgements, checks, calls, spentUsd, estimatedUsd, callsPerMinute, etaSeconds } = progress
  const part = ({ done, failed, total }: Omit<typeof judgements, 'setAside'>, work: string) =>
    `${withCommas(done)} of ${withCommas(total ?? 0)} ${work}${failed > 0 ? `, ${withCommas(failed)} failed` : ''}`
  const { setAside } = judgements
  return [
    answers.total > 0 && part(answers, 'answers'),
    judgements.total !== null && part(judgements, 'judgements'),
    setAside > 0 && `${withCommas(setAside)} wait, since ${stoppedJudges(progress)} is stopped`,
    calls.causes.length > 0 && `calls that failed: ${countedCauses(calls.causes)}`,
    calls.secondsEach !== null && `${Number(calls.secondsEach.toPrecision(2))} s a call`,
    checks.total !== null &&
      checks.total > 0 &&
      `${withCommas(checks.done + checks.failed)} of ${withCommas(checks.total)} checks`,
    estimatedUsd === null
      ? `${usd(spentUsd)} so far, total unknown`
      : `${usd(spentUsd)} of about ${usd(estimatedUsd)}`,
    callsPerMinute !== null && `${countWithNoun(Math.round(callsPerMinute), 'call')} a minute`,
    calls.secondsEach === null && calls.underWay > 0 && `${countWithNoun(calls.underWay, 'call')} under way`,
    etaSeconds !== null && `${duration(etaSeconds)} left`,
    ...progress.waitingFor.map(({ provider, why, until, cause }) =>
      why === 'no_key'
        ? `${provider} has no key here`
        : `${provider}: ${cause ?? 'paused'}${nextTry(until, now)}`,
    ),
  ]
    .filter((text) => text !== false)
    .join(' · ')
}

const countedCauses = (causes: JudgingProgress['failures']): string =>
  causes.map(({ cause, count }) => `${causeWord(cause)} ${withCommas(count)}`).join(', ')

const stoppedJudges = ({ trials }: JudgingProgress): string =>
  joinNames(trials.flatMap(({ judge, state }) => (state === 'failed' ? [judge] : [])))

const nextTry = (until: string | null, now: Date): string =>
  until === null ? '' : `, next try in ${duration(Math.max(0, (Date.parse(until) - now.getTime()) / 1000))}`

/** "45 s", "12 min", "3 h 20 min" */
export function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/**
 * The result of a run, in its last line.
 * @param there  how many votes of judges the board counts
 */
export function runResult(progress: JudgingProgress, resumeCommand: string, there: number): string {
  const {
    status,
    judgements,
    answers,
    checks,
    spentUsd,
    estimatedUsd,
    budgetUsd,
    failures,
    cause,
    skippedPairs,
    injected,
    cutOff,
    ledger,
    finding,
  } = progress
  // without the price of a model, a sum of nothing is no cost
  const isCostUnknown = estimatedUsd === null && spentUsd === 0
  const did = `${countWithNoun(judgements.done, 'judgement')}, ${isCostUnknown ? 'cost not known' : usd(spentUsd)}`
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
      ? ` ${countWithNoun(judgements.setAside, 'judgement')} of ${stoppedJudges(progress)} ${judgements.setAside === 1 ? 'waits' : 'wait'}, since it is stopped.`
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
    return `Paused${cause ? ` (${joinedCause(cause)})` : ''}: ${did}.${also} To resume: ${resumeCommand}`
  const why = cause ? `, because ${cause.replace(/^budget_reached: /, '')}` : ''
  const resume = resumeCommand.replace(/ --budget[ =]\S+/, '')
  if (finding?.code !== 'next_calls_over_arena')
    return `Stopped at the budget of ${usd(budgetUsd ?? ledger.budgetUsd ?? 0)}${why}: ${did}.${also} To resume with a higher budget: ${resume} --budget USD`
  return finding.values.isToday
    ? `Stopped at today's budget of the arena${why}: ${did}.${also} To resume tomorrow: ${resume}`
    : `Stopped at the budget of the arena${why}: ${did}.${also} To resume: ${resume} --budget USD`
}
