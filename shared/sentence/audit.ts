/** Names of the audit log as words. */

/** Acts whose names say too little. */
const ACTS: Readonly<Record<string, string>> = {
  closing_changed: 'end of voting changed',
  decides_changed: 'decision day changed',
  live_reopened: 'contestant answers visitors again',
}

/** `arena_created` as "arena created" */
export const actWords = (act: string): string => ACTS[act] ?? act.replaceAll('_', ' ')

/** `votesAdded` as "votes added", `budgetUsdBefore` as "budget in USD before" */
export const detailName = (name: string): string =>
  name
    .replace(/Usd(?=$|[A-Z])/, 'InUsd')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace('in usd', 'in USD')
