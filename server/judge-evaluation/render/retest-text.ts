/** What changes if a judge is asked again, as text. */
import type { RetestReport, RunToRun } from '../../../shared/contracts/index.ts'
import { withCommas } from '../../../shared/sentence/index.ts'
import { paragraph, percent, table } from '../../../shared/finish/lines.ts'
import { labelled, agreementWords, shareWords } from './agreement-lines.ts'

/** A block for each judge that was asked again. No line is wider than `width`. */
export function retestText({ arena, repeats }: RetestReport, width: number): string {
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
  return [...again, '', ...paragraph('In brackets: 95 % intervals.', width)].join('\n').trimStart()
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

const points = (share: number) => (100 * share).toFixed(1)

const indented = (lines: readonly string[]) => lines.map((line) => `  ${line}`)
