/** The report on an arena's judges, as text. */
import { paragraph, plainNumbers, table, usd, wrap, visible } from '../../../shared/finish/lines.ts'
import { cellText, ENGLISH } from '../../../shared/finish/report-lines.ts'
import { judgesView, type JudgesView } from '../../../shared/finish/report-view.ts'
import type { JudgesReport, JudgeReport, JudgesRequest } from '../../../shared/contracts/index.ts'
import { trialWords, withCommas } from '../../../shared/sentence/index.ts'
import { coefficient } from '../../../shared/sentence/numbers.ts'
import { labelled, agreementWords, pairedWords, preferenceWords, sliceWords } from './agreement-lines.ts'

/** Whether there are judges, and all that are in use or have voted are calibrated. */
export function areCalibrated({ judges }: JudgesReport): boolean {
  const relevant = judges.filter(({ active, figures }) => active || figures.votes > 0)
  return relevant.length > 0 && relevant.every(({ state }) => state === 'calibrated')
}

/**
 * What the page says of judges, with a block of further figures for each. No line is wider than `width`.
 * @param by  the kind of parts to list even if there are many
 */
export function judgesText(report: JudgesReport, width: number, by?: SliceName): string {
  const { judges, humans, jury } = report
  const view = judgesView(report, ENGLISH)
  if (judges.length === 0) return view.caption
  const notes = [
    ...view.notes,
    ceiling('With ties, two people agree on', humans.betweenVoters.threeWay),
    ceiling(
      'People who see a pair again, sides swapped, agree with themselves on',
      humans.withThemselves.threeWay,
    ),
    'In brackets: 95 % intervals.',
  ].filter((note) => note !== null)
  return [
    ...wrap(view.caption, width),
    '',
    ...judgeBoard(judges, view, width),
    ...judges.flatMap((judge) => [...judgeBlock(judge, view, width, by), '']),
    ...juryLines(jury, width),
    ...notes.flatMap((note) => paragraph(note, width)),
  ].join('\n')
}

/** Judges to choose among, a line for each: who agrees most with people comes first. No line for one judge alone. */
function judgeBoard(
  judges: JudgesReport['judges'],
  { agreement, habits: [flips, first] }: JudgesView,
  width: number,
): string[] {
  if (judges.length < 2) return []
  const share = ({ figures: { decisive } }: JudgeReport) => decisive.share ?? -1
  const rows = judges
    .toSorted((a, b) => share(b) - share(a))
    .map((judge) => [
      judge.judge,
      cellText({ ...agreement, small: () => [] }, judge),
      ...[flips!, first!].map(({ text }) => text(judge) ?? '–'),
      tellsApart(judge),
      typeof judge.cost?.usdPerVote === 'number' ? (1000 * judge.cost.usdPerVote).toFixed(2) : '–',
    ])
  const heads = [agreement, flips!, first!].map(({ head }) => head.toLowerCase())
  const about =
    'Tells apart: the share of pairs of contestants whose bars part on the board of this judge alone. $ for 1,000: votes, each in both orders.'
  return [
    ...table(['judge', ...heads, 'tells apart', '$ for 1,000'], rows, { width }),
    ...wrap(about, width, '  '),
    '',
  ]
}

function tellsApart({ boards }: JudgeReport): string {
  const shares = boards.flatMap(({ separability }) => separability ?? [])
  return shares.length === 0
    ? '–'
    : plainNumbers.share(shares.reduce((sum, share) => sum + share, 0) / shares.length)
}

/** How far judges agree with each other; no line unless two judged the same pairs. */
function juryLines(jury: JudgesReport['jury'], width: number): string[] {
  if (!jury || jury.pairs.length === 0) return []
  return [
    'judges with each other',
    ...jury.together.flatMap(({ criterion, judges, pairs, alpha, interval }) =>
      labelled(
        `all ${judges.length}`,
        `Krippendorff's α ${coefficient(alpha, interval, plainNumbers)} on ${withCommas(pairs)} pairs (${criterion})`,
        width,
      ),
    ),
    ...jury.pairs.flatMap((pair) => labelled(pair.judges.join(', '), pairedWords(pair), width)),
    '',
  ]
}

const ceiling = (
  opening: string,
  figures: JudgesReport['humans']['betweenVoters']['threeWay'],
): string | null => (figures.n === 0 ? null : `${opening} ${agreementWords(figures)}.`)

// The report on one judge, as a block of lines.

type SliceName = NonNullable<JudgesRequest['by']>
const SLICES: readonly SliceName[] = ['category', 'month', 'version']

const STATES = ENGLISH.words.judges.states

/** At most this many parts are listed by default. */
const FEW = 4

/** @param by  the kind of parts to list even if there are many */
function judgeBlock(report: JudgeReport, view: JudgesView, width: number, by?: SliceName): string[] {
  const { judge, figures, findings, pairsMissing } = report
  const { calibration } = view
  // findings say in sentences why a judge failed
  const notes = [
    ...findings.map(({ message }) => message),
    ...(pairsMissing > 0 ? [ENGLISH.words.judges.pairsMissing({ count: pairsMissing })] : []),
  ]
  return [
    ...wrap(
      visible(
        `${judge}: ${calibration.head.toLowerCase()} ${calibration.text(report)}, ${withCommas(figures.votes)} votes`,
      ),
      width,
      '  ',
    ),
    ...notes.flatMap((note) => wrap(visible(`! ${note}`), width - 2, '  ').map((line) => `  ${line}`)),
    ...rows(report, view).flatMap(([label, text]) => (text ? labelled(label, text, width) : [])),
    ...SLICES.flatMap((name) => sliced(report, name, width, by === name)),
  ]
}

type Labelled = [label: string, text: string]

/** What the page says, column by column, and what the terminal adds to it. */
function rows(report: JudgeReport, view: JudgesView): Labelled[] {
  const { figures, live, positionEffect, selfAgreement, failures, boards, controls } = report
  const causes = failures.map(({ cause, count }) => `${cause.replaceAll('_', ' ')} ${withCommas(count)}`)
  return [
    ['trial', report.trial ? trialWords(report.trial, usd) : ''],
    ...[view.agreement, view.kappa, ...view.habits].map((column): Labelled => [
      column.head,
      cellText(column, report),
    ]),
    [
      'no verdict',
      figures.undecidedByJudge > 0
        ? `on ${withCommas(figures.undecidedByJudge)} more that people decided`
        : '',
    ],
    ['with ties', agreementWords(figures.threeWay)],
    ['on live battles', live ? `${STATES[live.state]}; ${sliceWords(live)}` : ''],
    ['the first of equals', positionEffect ? plainNumbers.share(positionEffect.firstWins) : ''],
    ['its own family', preferenceWords(figures.ownFamily)],
    [
      'with itself',
      selfAgreement.n === 0 ? '– (judge --repeat 2 asks again)' : agreementWords(selfAgreement),
    ],
    ...boards.map((board): Labelled => ['board, τ', boardWords(board, boards.length > 1)]),
    ...controls.map((control): Labelled => ['control', controlWords(control, controls)]),
    ['causes of failure', causes.join(', ')],
    ['cost and time', costWords(report.cost)],
  ]
}

function boardWords(
  { criterion, contestants, tau, interval }: JudgeReport['boards'][number],
  isNamed: boolean,
): string {
  const correlation = coefficient(tau, interval, plainNumbers)
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
