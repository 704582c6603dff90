/** Results of checks, run by run, as text. */
import type { ChecksReport } from '../../../shared/contracts/index.ts'
import { plainNumbers, table, visible, wrap } from '../../../shared/finish/lines.ts'
import { cellText, ENGLISH } from '../../../shared/finish/report-lines.ts'
import { checkView } from '../../../shared/finish/report-view.ts'

/** Whether the last run of each active check has its required share. */
export const allChecksPass = ({ checks }: ChecksReport): boolean =>
  checks
    .filter(({ active }) => active)
    .every(({ runs }) => runs.at(-1)!.contestants.every(({ met }) => met !== false))

/** What the page says of each check, for every run instead of the latest. */
export function checksText({ checks }: ChecksReport, width: number): string {
  if (checks.length === 0) return ENGLISH.words.checks.none
  return checks.map((check) => checkLines(check, width).join('\n')).join('\n\n')
}

function checkLines({ name, active, runs }: ChecksReport['checks'][number], width: number): string[] {
  const { title, required, passed } = checkView({ name, mustPass: runs.at(-1)!.mustPass }, ENGLISH)
  const head = [`${title}.`, required, active ? '' : 'It is no longer in use.'].filter(Boolean).join(' ')
  const rows = runs.flatMap(({ run, startedAt, mustPass, contestants }) =>
    contestants.map((rate) => [
      rate.contestant,
      String(run),
      startedAt.slice(0, 10),
      mustPass === null ? '–' : plainNumbers.exactPercent(mustPass),
      cellText(passed, rate),
    ]),
  )
  const changed = runs.filter(({ sha256 }, i) => i > 0 && sha256 !== runs[i - 1].sha256)
  const notes = changed.map(
    ({ run }) =>
      `The check or its required share was changed before run ${run}. Shares before and after may not be comparable.`,
  )
  return [
    ...wrap(visible(head), width),
    ...table(['contestant', 'run', 'started', 'required', passed.head.toLowerCase()], rows, { width }),
    ...notes.flatMap((note) => wrap(note, width, '  ')),
  ]
}
