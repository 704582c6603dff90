/** Results of checks, run by run, as text. */
import type { ChecksReport, PassRate } from '../../../shared/contracts/index.ts'
import { align, type Column, visible, wrap } from '../../../shared/finish/lines.ts'
import { withCommas } from '../../../shared/sentence/index.ts'

/** Whether the last run of each active check has its required share. */
export const allChecksPass = ({ checks }: ChecksReport): boolean =>
  checks
    .filter(({ active }) => active)
    .every(({ runs }) => runs.at(-1)!.contestants.every(({ met }) => met !== false))

type Check = ChecksReport['checks'][number]
type Run = Check['runs'][number]

const NONE = '–'

const COLUMNS: (Column & { cell: (rate: PassRate, run: Run) => string })[] = [
  { title: 'run', align: 'right', cell: (_rate, { run }) => String(run) },
  { title: 'started', align: 'left', cell: (_rate, { startedAt }) => startedAt.slice(0, 10) },
  { title: 'contestant', align: 'left', cell: ({ contestant }) => visible(contestant) },
  { title: 'passed', align: 'right', cell: ({ passed }) => withCommas(passed) },
  { title: 'of', align: 'right', cell: ({ passed, failed }) => withCommas(passed + failed) },
  { title: 'share', align: 'right', cell: ({ share }) => (share === null ? NONE : `${percent(share)} %`) },
  {
    title: '95 %',
    align: 'right',
    cell: ({ interval }) => (interval ? interval.map(percent).join('–') : NONE),
  },
  { title: 'required', align: 'left', cell: (rate, run) => barOf(rate, run) },
  { title: 'not run', align: 'right', cell: ({ notMade }) => withCommas(notMade) },
]

const percent = (share: number) => String(Math.round(100 * share))

function barOf({ met }: PassRate, { mustPass }: Run): string {
  if (mustPass === null) return NONE
  const bar = `${Number((100 * mustPass).toPrecision(6))} %`
  return met === null ? bar : `${bar} ${met ? 'met' : 'missed'}`
}

/** A table for each check: how many answers passed in each run, and whether that met the required share. */
export function checksText({ arena, checks }: ChecksReport, width: number): string {
  if (checks.length === 0) return `No checks have been run in "${arena}".`
  return checks.map((check) => checkLines(check, width).join('\n')).join('\n\n')
}

function checkLines({ name, active, runs }: Check, width: number): string[] {
  const head = `Check ${visible(name)}${active ? '' : ', no longer in use'}`
  const rows = runs.flatMap((run) =>
    run.contestants.map((rate) => COLUMNS.map(({ cell }) => cell(rate, run))),
  )
  const changed = runs.filter(({ sha256 }, i) => i > 0 && sha256 !== runs[i - 1].sha256)
  const notes = changed.map(
    ({ run }) =>
      `The check or its required share was changed before run ${run}: shares before and after may not be comparable.`,
  )
  return [head, ...align(COLUMNS, rows), ...notes.flatMap((note) => wrap(note, width, '  '))]
}
