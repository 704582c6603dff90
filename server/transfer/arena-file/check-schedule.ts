/** Checks the schedule of an arena.yaml. */
import type { ScheduleEntry } from '../../../shared/contracts/index.ts'
import { few, msg } from '../../../shared/messages/index.ts'
import { sequentialGate } from '../../comparisons/index.ts'
import { cronTimes, isTimezone, type CronTimes } from '../../platform/cron-times.ts'
import { ProblemError } from '../../platform/problem.ts'
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
  for (const [i, entry] of entries.entries()) {
    const { cron } = entry
    const path = ['schedule', 'entries', i]
    const times = readCron(cron, isKnown ? timezone : 'UTC')
    const at = [...path, 'cron']
    if (times === null) findings.problem(at, msg('cron_unread', { cron }))
    else if (times.perDay > MOST_TIMES_A_DAY)
      findings.problem(at, msg('cron_too_often', { cron, times: times.perDay }))
    else if (times.next(now) === null) findings.problem(at, msg('cron_never', { cron }))
    if (entry.does === 'compare') checkComparison(entry, path, described)
    else checkJudgeNames(entry.judges, [...path, 'judges'], described)
  }
}

function checkJudgeNames(judges: readonly string[] = [], path: Path, { file, findings }: Described): void {
  const there = file.judges.map(({ name }) => name)
  for (const [i, judge] of judges.entries())
    if (!there.includes(judge))
      findings.problem([...path, i], msg('no_judge_of_file', { name: judge, there: few(there) }))
}

function checkComparison(
  { shipped, current }: ScheduleEntry & { does: 'compare' },
  path: Path,
  { file, findings, isPart }: Described,
): void {
  const there = file.contestants.map(({ name }) => name)
  for (const [key, name] of Object.entries({ shipped, current }))
    if (name !== undefined && !there.includes(name) && !isPart)
      findings.problem([...path, key], msg('no_contestant', { name, there: few(there) }))
  if (shipped === current)
    findings.problem([...path, 'current'], msg('schedule_same_builds', { name: shipped }))
  try {
    sequentialGate({}, file.gate)
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    findings.problem([...path, 'does'], error.finding)
  }
}

function readCron(cron: string, timezone: string): CronTimes | null {
  try {
    return cronTimes(cron, timezone)
  } catch {
    return null
  }
}
