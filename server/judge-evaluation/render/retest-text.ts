/** What changes if a judge is asked again or replaced, as text. */
import type { JudgeSwap, RetestReport, RunToRun } from '../../../shared/contracts/index.ts'
import { withCommas } from '../../../shared/sentence/index.ts'
import { paragraph, percent, table } from '../../../shared/finish/lines.ts'
import { labelled, agreementWords, shareWords } from './agreement-lines.ts'

/** A block for each judge that was asked again, and for each two that judged the same. No line is wider than `width`. */
export function retestText({ arena, repeats, swaps }: RetestReport, width: number): string {
  const again =
    repeats.length > 0
      ? repeats.flatMap((repeat) => ['', ...againLines(repeat, width)])
      : [
          '',
          ...paragraph(
            `No judge of ${arena} was asked again. To do so on 20 prompts of each pair: deadheat judge ${arena} --repeat 3 --sample 20`,
            width,
          ),
        ]
  const swapped =
    swaps.length > 0
      ? swaps.flatMap((swap) => ['', ...swapLines(swap, width)])
      : [
          '',
          ...paragraph(
            'No two judges judged the same answers, so the effect of replacing one by another is unknown.',
            width,
          ),
        ]
  return [...again, ...swapped, '', ...paragraph('In brackets: 95 % intervals.', width)]
    .join('\n')
    .trimStart()
}

function againLines(retest: RunToRun, width: number): string[] {
  const { judge, criterion, runs, pairs, again, unanimous, variance, winRates } = retest
  const rows = winRates.map(({ contestant, votes, byRun, deviation }) => [
    contestant,
    withCommas(votes),
    ...byRun.map(percent),
    points(deviation),
  ])
  const titles = [
    'contestant',
    'votes',
    ...Array.from({ length: runs }, (_, run) => `run ${run + 1}`),
    'deviation',
  ]
  const spread =
    variance.share === null
      ? 'none: all its verdicts are the same'
      : `${percent(variance.share)} of the variance of its verdicts is between runs of one pair`
  return [
    ...paragraph(
      `Run to run: ${judge} on ${withCommas(pairs)} pairs of answers (${criterion}), up to ${runs} times each`,
      width,
    ),
    ...labelled('with itself', agreementWords(again), width),
    ...labelled('always the same', shareWords(unanimous), width),
    ...labelled('variance', spread, width),
    ...indented(table(titles, rows, { width: width - 2 })),
  ]
}

function swapLines(swap: JudgeSwap, width: number): string[] {
  const { judges, criterion, pairs, prompts, agreement, decisive, contestants, ranksChanged, ranked, tau } =
    swap
  const rows = contestants.map((contestant) => [
    contestant.contestant,
    withCommas(contestant.votes),
    ...contestant.winRates.map(percent),
    `${signed(100 * contestant.winRateShift, 1)}${within(contestant.winRateInterval, 100, 1)}`,
    ...(contestant.ratings ? contestant.ratings.map((rating) => rating.toFixed(0)) : ['–', '–']),
    contestant.ratingShift === null
      ? '–'
      : `${signed(contestant.ratingShift, 0)}${within(contestant.ratingInterval, 1, 0)}`,
    contestant.ranks ? contestant.ranks.join(' → ') : '–',
  ])
  const order =
    ranked < 2
      ? 'fewer than two contestants are rated by both'
      : `${ranksChanged === 0 ? 'no rank changes' : `${ranksChanged} of ${ranked} ranks change`}; ${firstWords(swap)}${tau === null ? '' : `; τ ${tau.toFixed(2)}`}`
  return [
    ...paragraph(
      `Another judge: ${judges[1]} in place of ${judges[0]}, on ${withCommas(pairs)} pairs of answers to ${withCommas(prompts)} prompts (${criterion})`,
      width,
    ),
    ...labelled('agree', agreementWords(agreement), width),
    ...labelled('both decide', agreementWords(decisive), width),
    ...labelled('order', order, width),
    ...indented(
      table(
        ['contestant', 'votes', 'win rate', 'swapped', 'shift, points', 'rating', 'swapped', 'shift', 'rank'],
        rows,
        { width: width - 2 },
      ),
    ),
  ]
}

function firstWords({ contestants, judges }: JudgeSwap): string {
  const rankedFirst = (judge: 0 | 1) =>
    contestants.filter(({ ranks }) => ranks?.[judge] === 1).map(({ contestant }) => contestant)
  const [before, after] = [rankedFirst(0).join(', '), rankedFirst(1).join(', ')]
  return before === after ? `${before} stays first` : `first is ${after}, with ${judges[0]} it was ${before}`
}

const points = (share: number) => (100 * share).toFixed(1)

const signed = (value: number, digits: number) => `${value > 0 ? '+' : ''}${value.toFixed(digits)}`

const within = (interval: readonly [number, number] | null, times: number, digits: number) =>
  interval ? ` (${interval.map((end) => signed(times * end, digits)).join(' to ')})` : ''

const indented = (lines: readonly string[]) => lines.map((line) => `  ${line}`)
