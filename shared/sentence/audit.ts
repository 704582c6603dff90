/** Names of the audit log as words. */

/** `arena_created` as "arena created" */
export const actWords = (act: string): string => act.replaceAll('_', ' ')

/** `votesAdded` as "votes added", `budgetUsdBefore` as "budget in USD before" */
export const detailName = (name: string): string =>
  name
    .replace(/Usd(?=$|[A-Z])/, 'InUsd')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace('in usd', 'in USD')
