import type { JudgeTrial, ReplyForm } from '../contracts/judges.ts'

const FORMS: Record<ReplyForm, string> = {
  schema: 'JSON by a schema',
  json: 'JSON in a fence',
  lines: 'marked lines',
  prose: 'a verdict after prose',
}

/** The trial of a judge in one line: the form that was read, refusals, position, price, seconds, people. */
export function trialWords({ state, stop, ...trial }: JudgeTrial, usd: (amount: number) => string): string {
  const { form, calls, pairs, byPosition, refused, usdPerPair, seconds, decided, agreed } = trial
  if (stop) return stop.reason
  if (state === 'open') return `its trial has not ended, asked for ${FORMS[form]}`
  return [
    `tried on ${pairs} pairs in ${calls} calls: ${FORMS[form]}`,
    `${byPosition} by position`,
    `${refused} refused`,
    usdPerPair !== null && `${usd(usdPerPair)} a pair`,
    seconds !== null && `${Number(seconds.toPrecision(2))} s a reply`,
    decided > 0 && `as people on ${agreed} of ${decided}`,
  ]
    .filter((part) => part !== false)
    .join(', ')
}
