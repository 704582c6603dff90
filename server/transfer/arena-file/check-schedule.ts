/** Checks the schedule of an arena.yaml. */
import { few, msg } from '../../../shared/messages/index.ts'
import { cronTimes, isTimezone } from '../../platform/cron-times.ts'
import type { CronTimes } from '../../platform/cron-times.ts'
import type { Described } from './arena-plan.ts'
import type { Path } from './problems.ts'

/** Once an hour. */
const MOST_TIMES_A_DAY = 24

export function checkSchedule(described: Described): void {
  const { file, findings, now } = described
  if (!file.schedule) return
  const { timezone = 'UTC', entries } = file.schedule
  const isKnown = isTimezone(timezone)
  if (!isKnown) findings.problem(['schedule', 'timezone'], msg('timezone_unknown', { name: timezone }))
  for (const [i, { cron, judges }] of entries.entries()) {
    const path = ['schedule', 'entries', i]
    const times = readCron(cron, isKnown ? timezone : 'UTC')
    const at = [...path, 'cron']
    if (times === null) findings.problem(at, msg('cron_unread', { cron }))
    else if (times.perDay > MOST_TIMES_A_DAY)
      findings.problem(at, msg('cron_too_often', { cron, times: times.perDay }))
    else if (times.next(now) === null) findings.problem(at, msg('cron_never', { cron }))
    checkJudgeNames(judges, [...path, 'judges'], described)
  }
}

function checkJudgeNames(judges: readonly string[] = [], path: Path, { file, findings }: Described): void {
  const there = file.judges.map(({ name }) => name)
  for (const [i, judge] of judges.entries())
    if (!there.includes(judge))
      findings.problem([...path, i], msg('no_judge_of_file', { name: judge, there: few(there) }))
}

function readCron(cron: string, timezone: string): CronTimes | null {
  try {
    return cronTimes(cron, timezone)
  } catch {
    return null
  }
}
