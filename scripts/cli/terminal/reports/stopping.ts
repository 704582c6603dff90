import { twoDigits, withCommas } from '../../../../shared/sentence/index.ts'
import type { StoppingReport } from '../../../../server/ratings/reports/compute-reports.ts'
import { paragraph, percent, range } from './lines.ts'

export function stoppingLines(report: StoppingReport, width: number): string[] {
  const { contestants, votes, batches, batch, mean, interval, orderedBy, of } = report
  const [firstName, secondName] = contestants
  if (votes === 0) return paragraph(`Stopping: there are no votes on ${firstName} and ${secondName}.`, width)
  const units = (count: number) => `${withCommas(count)} ${batch}${count === 1 ? '' : 's'}`
  const counted = batch === 'prompt' ? `${withCommas(votes)} votes on ${units(batches)}` : units(batches)
  const ends = interval ? ` (95 % at every look: ${range(interval)})` : ' (no value fits at every look)'
  const looks = of === 'votes' ? ' Prompts got votes at several times, so each vote was looked at.' : ''
  const order = orderedBy === 'file' ? ' The order of votes is that of the file.' : ''
  return paragraph(
    `Stopping: ${firstName} scores ${percent(mean)} against ${secondName} over ${counted}${ends}. ${verdictOf(report, units)}${looks}${order}`,
    width,
  )
}

function verdictOf(report: StoppingReport, units: (count: number) => string): string {
  const { decidedAfter, decidedFor, votesToDecide, moreToDecide, batch } = report
  if (decidedAfter !== null) {
    const spent =
      batch === 'prompt'
        ? `${units(decidedAfter)} (${withCommas(votesToDecide!)} votes)`
        : units(decidedAfter)
    return `It was decided for ${decidedFor} after ${spent}: judging could have stopped there.`
  }
  if (moreToDecide === null)
    return 'Not decided, and twenty times as many votes like these would not decide it.'
  return `Not decided yet: about ${twoDigits(moreToDecide)} more ${batch}s like these would decide it. You may look after each one.`
}
