import type { JudgeReport } from '../../../shared/contracts/index.ts'
import { msg } from '../../../shared/messages/index.ts'
import { dueSince, lapseMessage } from '../../judge-evaluation/index.ts'
import type { Event, FindEvents } from '../event.ts'
import { selectReports } from './queries.ts'

/** A judge that is only known from imported votes may still vote elsewhere. */
const isInUse = ({ active, versions }: JudgeReport): boolean =>
  active || versions.every(({ version }) => version === null)

/** Judges in use that became better or worse by more than chance, in the month of `since` or later. */
export const driftedJudges: FindEvents = async ({ db }, since) => {
  const firstMonth = since.toISOString().slice(0, 7)
  const reports = await selectReports(db)
  return reports.flatMap(({ arena_id: arenaId, title, report, tried_at: happenedAt }): Event[] =>
    report.judges.filter(isInUse).flatMap(({ judge, drift }) =>
      drift
        .filter(({ period }) => period >= firstMonth)
        .map(({ measure, before, period, from, to }) => ({
          arenaId,
          kind: 'judge_drifted',
          subject: `${judge} ${measure} ${period}`,
          finding: msg('notice_judge_drifted', {
            title,
            judge,
            finding: msg('judge_drifted', { measure, before, period, from, to }),
          }),
          happenedAt,
        })),
    ),
  )
}

/** Judges in use that no longer agree with themselves, since the day of `since` or later. */
export const lapsedJudges: FindEvents = async ({ db }, since) => {
  const firstDay = since.toISOString().slice(0, 10)
  const reports = await selectReports(db)
  return reports.flatMap(
    ({ arena_id: arenaId, title, report: { judges, trust }, tried_at: happenedAt }): Event[] =>
      judges
        .filter(isInUse)
        .filter(
          ({ failure, evidence }) => failure?.reason === 'self_agreement' && evidence!.since! >= firstDay,
        )
        .map(({ judge, failure, evidence }) => ({
          arenaId,
          kind: 'judge_drifted',
          subject: `${judge} itself ${evidence!.since}`,
          finding: msg('notice_judge_drifted', {
            title,
            judge,
            finding: lapseMessage({ failure, evidence }, trust),
          }),
          happenedAt,
        })),
  )
}

/** Judges in use whose measurement became older than `recheckDays` after `since`, each once for each measurement. */
export const dueJudges: FindEvents = async ({ db, clock }, since) => {
  const now = clock()
  const reports = await selectReports(db)
  return reports.flatMap(({ arena_id: arenaId, title, report: { judges, trust } }): Event[] =>
    judges.filter(isInUse).flatMap(({ judge, measuredAt }) => {
      const happenedAt = dueSince(measuredAt, trust)
      if (happenedAt === null || happenedAt > now || happenedAt < since) return []
      return {
        arenaId,
        kind: 'judge_due',
        subject: `${judge} measured ${measuredAt}`,
        finding: msg('notice_judge_due', {
          title,
          judge,
          finding: msg('judge_due', { measuredAt: measuredAt!, days: trust.recheckDays }),
        }),
        happenedAt,
      }
    }),
  )
}
