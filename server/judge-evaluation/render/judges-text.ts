/** The report on an arena's judges, as text. */
import { table, usd, wrap, visible } from '../../../shared/finish/lines.ts'
import type { JudgesReport, JudgeReport, JudgesRequest } from '../../../shared/contracts/index.ts'
import { trialWords, withCommas } from '../../../shared/sentence/index.ts'
import { CHANCE_LEVEL, minimumSelfAgreement } from '../../../shared/stats/judges/agreement.ts'
import {
  labelled,
  agreementWords,
  endsWords,
  pairedWords,
  shareWords,
  percent,
  preferenceWords,
  sliceWords,
} from './agreement-lines.ts'

/** Whether there are judges, and all that are in use or have voted are calibrated. */
export function areCalibrated({ judges }: JudgesReport): boolean {
  const relevant = judges.filter(({ active, figures }) => active || figures.votes > 0)
  return relevant.length > 0 && relevant.every(({ state }) => state === 'calibrated')
}

/**
 * A block for each judge, the requirements, and how far people agree. No line is wider than `width`.
 * @param by  the kind of parts to list even if there are many
 */
export function judgesText(
  { arena, judges, humans, trust, jury }: JudgesReport,
  width: number,
  by?: SliceName,
): string {
  if (judges.length === 0) return `No judge has voted in ${arena}.`
  const { minAgreement, minVotes } = trust
  const percentOf = (share: number) => `${Math.round(100 * share)} %`
  const notes = [
    `Required: agreement on at least ${withCommas(minVotes)} pairs that judge and humans both decided, with an interval from ${percentOf(minAgreement)}, and consistency with one from ${percentOf(CHANCE_LEVEL)}. A judge fails if it agrees more rarely, or if an interval lies below the least: ${percentOf(CHANCE_LEVEL)} for consistency and for agreement on all pairs that humans decided, ${percentOf(minimumSelfAgreement(minAgreement))} for agreement with itself.`,
    'In brackets: 95 % intervals.',
    ceiling('Two people agree on', humans.betweenVoters),
    ceiling('People who see a pair again, sides swapped, agree with themselves on', humans.withThemselves),
  ].filter((note) => note !== null)
  return [
    ...judgeBoard(judges, width),
    ...judges.flatMap((judge) => [...judgeBlock(judge, width, by), '']),
    ...juryLines(jury, width),
    ...notes.flatMap((note) => wrap(note, width, '  ')),
  ].join('\n')
}

/** Judges to choose among, a line for each: who agrees most with people comes first. No line for one judge alone. */
function judgeBoard(judges: JudgesReport['judges'], width: number): string[] {
  if (judges.length < 2) return []
  const agreement = ({ figures: { decisive } }: JudgeReport) => decisive.share ?? -1
  const rows = judges
    .toSorted((a, b) => agreement(b) - agreement(a))
    .map(({ judge, figures, boards, cost }) => [
      judge,
      briefShare(figures.decisive),
      percent(figures.consistency),
      percent(figures.firstPosition),
      percent({ share: meanOf(boards.flatMap(({ separability }) => separability ?? [])) }),
      typeof cost?.usdPerVote === 'number' ? (1000 * cost.usdPerVote).toFixed(2) : '–',
    ])
  const titles = [
    'judge',
    'agrees with people',
    'consistent',
    'picks the first',
    'tells apart',
    '$ for 1,000',
  ]
  const about =
    'Tells apart: the share of pairs of contestants whose bars part on the board of this judge alone. $ for 1,000: votes, each in both orders.'
  return [...table(titles, rows, { width }), ...wrap(about, width, '  '), '']
}

/** `84 % (78–89)`, without the number of pairs. */
const briefShare = (share: JudgeReport['figures']['decisive']): string =>
  share.share === null ? '–' : shareWords(share).replace(/ of [\d,]+$/, '')

const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length

/** How far judges agree with each other; no line unless two judged the same pairs. */
function juryLines(jury: JudgesReport['jury'], width: number): string[] {
  if (!jury || jury.pairs.length === 0) return []
  return [
    'judges with each other',
    ...jury.together.flatMap(({ criterion, judges, pairs, alpha, interval }) =>
      labelled(
        `all ${judges.length}`,
        `Krippendorff's α ${alpha === null ? '–' : alpha.toFixed(2)}${endsWords(interval)} on ${withCommas(pairs)} pairs (${criterion})`,
        width,
      ),
    ),
    ...jury.pairs.flatMap((pair) => labelled(pair.judges.join(', '), pairedWords(pair), width)),
    '',
  ]
}

function ceiling(
  opening: string,
  { decisive, threeWay }: JudgesReport['humans']['betweenVoters'],
): string | null {
  if (threeWay.n === 0) return null
  return `${opening} ${shareWords(decisive)} that both decided, with ties ${agreementWords(threeWay)}.`
}

// The report on one judge, as a block of lines.

type SliceName = NonNullable<JudgesRequest['by']>
const SLICES: readonly SliceName[] = ['category', 'month', 'version']

const STATES = {
  calibrated: 'calibrated',
  uncalibrated: 'uncalibrated',
  not_measured: 'not measured',
} as const

/** At most this many parts are listed by default. */
const FEW = 4

/** @param by  the kind of parts to list even if there are many */
function judgeBlock(report: JudgeReport, width: number, by?: SliceName): string[] {
  const { judge, state, due, figures, pairsMissing, findings } = report
  const missing =
    pairsMissing > 0
      ? [
          `At least ${withCommas(pairsMissing)} more ${pairsMissing === 1 ? 'pair' : 'pairs'} with human votes ${pairsMissing === 1 ? 'is' : 'are'} needed to measure it.`,
        ]
      : []
  const notes = [...findings.map(({ message }) => message), ...missing]
  return [
    ...wrap(
      visible(`${judge}: ${STATES[state]}${due ? ', recheck due' : ''}, ${withCommas(figures.votes)} votes`),
      width,
      '  ',
    ),
    ...notes.flatMap((note) => wrap(visible(`! ${note}`), width - 2, '  ').map((line) => `  ${line}`)),
    ...rows(report).flatMap(([label, text]) => labelled(label, text, width)),
    ...SLICES.flatMap((name) => sliced(report, name, width, by === name)),
  ]
}

function rows(report: JudgeReport): [label: string, text: string][] {
  const { figures, live, positionEffect, selfAgreement, failures, boards, controls, betweenVersions } = report
  const undecided =
    figures.undecidedByJudge > 0
      ? `; it gave no verdict on ${withCommas(figures.undecidedByJudge)} more that people decided`
      : ''
  const equals = positionEffect ? `; between equals ${percent({ share: positionEffect.firstWins })}` : ''
  return [
    ...(report.trial ? [['trial', trialWords(report.trial, usd)] as [string, string]] : []),
    ['agrees', agreementWords(figures.decisive) + undecided],
    ['with ties', agreementWords(figures.threeWay)],
    ...(live ? [['on live battles', `${STATES[live.state]}; ${sliceWords(live)}`] as [string, string]] : []),
    ['consistent', shareWords(figures.consistency)],
    ['picks the first', shareWords(figures.firstPosition) + equals],
    ['the longer', preferenceWords(figures.longer)],
    ['its own family', preferenceWords(figures.ownFamily)],
    [
      'with itself',
      selfAgreement.n === 0 ? '– (judge --repeat 2 asks again)' : agreementWords(selfAgreement),
    ],
    ...(betweenVersions ?? []).map(
      (agreement) => [`version ${agreement.versions.join(', ')}`, pairedWords(agreement)] as [string, string],
    ),
    ...boards.map((board) => ['board, τ', boardWords(board, boards.length > 1)] as [string, string]),
    ...controls.map((control) => ['control', controlWords(control, controls)] as [string, string]),
    [
      'failed',
      failures.map(({ cause, count }) => `${cause.replaceAll('_', ' ')} ${withCommas(count)}`).join(', ') ||
        'none',
    ],
    ['cost and time', costWords(report.cost)],
  ]
}

function boardWords(
  { criterion, contestants, tau, interval }: JudgeReport['boards'][number],
  isNamed: boolean,
): string {
  const correlation = tau === null ? '–' : `${tau.toFixed(2)}${endsWords(interval)}`
  return `${isNamed ? `${criterion}: ` : ''}${correlation} of ${withCommas(contestants)} contestants that people rate too`
}

function controlWords(control: JudgeReport['controls'][number], all: JudgeReport['controls']): string {
  const { contestant, criterion, wins, losses, ties, p, isToldApart } = control
  const under = all.some((sibling) => sibling.criterion !== criterion) ? ` (${criterion})` : ''
  const verdict = isToldApart
    ? `it distinguishes the two, p ${p.toPrecision(2)}`
    : 'it does not distinguish them'
  return `${contestant} and its A/A control${under}: ${withCommas(wins)} won, ${withCommas(losses)} lost, ${withCommas(ties)} tied: ${verdict}`
}

function costWords(cost: JudgeReport['cost']): string {
  if (!cost) return '– (its votes were imported)'
  const { usd: total, usdPerVote, latencyMsPerVote, medianLatencyMs, calls, failedCalls } = cost
  const perVote = [
    usdPerVote === null ? null : usd(usdPerVote),
    latencyMsPerVote === null ? null : seconds(latencyMsPerVote),
  ].filter((figure) => figure !== null)
  const failed = failedCalls > 0 ? `, ${withCommas(failedCalls)} of them failed` : ''
  const median = medianLatencyMs === null ? '' : `; a call takes ${seconds(medianLatencyMs)} (median)`
  const perVoteText = perVote.length > 0 ? `${perVote.join(' and ')} a vote; ` : ''
  return `${perVoteText}${usd(total)} for ${withCommas(calls)} calls${failed}${median}`
}

const seconds = (ms: number) => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`)

function sliced(report: JudgeReport, name: SliceName, width: number, isAsked: boolean): string[] {
  const parts = partsBy(report, name)
  if (!isAsked && (parts.length < 2 || parts.length > FEW)) return []
  if (parts.length === 0) return []
  return [`  by ${name}`, ...parts.flatMap(([label, text]) => labelled(label, text, width, 2))]
}

function partsBy(report: JudgeReport, name: SliceName): [label: string, text: string][] {
  if (name === 'category')
    return report.byCategory.map(({ category, figures }) => [category ?? 'no category', sliceWords(figures)])
  if (name === 'month') return report.byMonth.map(({ month, figures }) => [month, sliceWords(figures)])
  return report.versions.map(({ version, model, servedModel, current, state, standing, since, figures }) => [
    version === null ? 'imported' : `${version}${current ? ', current' : ''}`,
    [
      ...(model === null ? [] : [`${servedWords(model, servedModel)} since ${since!.slice(0, 10)}`]),
      `${STATES[state]}, ${withCommas(standing)} of ${withCommas(figures.votes)} votes count`,
      sliceWords(figures),
    ].join('; '),
  ])
}

/** The model, with the name that its provider gives it if that is another. */
const servedWords = (model: string, servedModel: string | null | undefined) =>
  servedModel && servedModel !== model ? `${model} (served as ${servedModel})` : model
