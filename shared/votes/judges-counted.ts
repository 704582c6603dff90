import type { JudgeChoice, JudgeTrust } from '../contracts/index.ts'

/**
 * Which judges a view counts. Null: all judges of its source. Together with people only calibrated judges count. On
 * boards of judges alone all count except those that were measured and failed. A judge that decides by position counts
 * nowhere.
 */
export function judgesCounted(source: string, trust: readonly JudgeTrust[]): JudgeChoice | null {
  const named = (state: JudgeTrust['state']) =>
    trust.filter((judgeTrust) => judgeTrust.state === state).map(({ judge }) => judge)
  if (source === 'all') return { only: named('calibrated').sort() }
  const byPosition = trust.flatMap(({ judge, failure }) => (failure?.reason === 'position' ? [judge] : []))
  const failed = source === 'judges' ? named('uncalibrated').sort() : byPosition.sort()
  return failed.length > 0 ? { except: failed } : null
}

/** Whether a view counts the votes of a judge. Without a choice it counts all judges. */
export function countsJudge(choice: JudgeChoice | undefined | null, judge: string): boolean {
  if (!choice) return true
  return 'only' in choice ? choice.only.includes(judge) : !choice.except.includes(judge)
}
