import type { Client } from 'pg'

interface Plan {
  'Node Type': string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}

export interface Work {
  /** What the query returned. */
  rows: number
  /** Rows that any step of the plan produced or looked at and left out. */
  touched: number
}

/** Runs a query and counts the rows that Postgres went through for it: how long it took plays no part. */
export async function workOf(
  client: Pick<Client, 'query'>,
  query: string,
  values: unknown[] = [],
): Promise<Work> {
  const { rows } = await client.query(`explain (analyze, timing off, format json) ${query}`, values)
  const plan: Plan = rows[0]['QUERY PLAN'][0].Plan
  return { rows: plan['Actual Rows'] * plan['Actual Loops'], touched: Math.round(touchedBy(plan)) }
}

function touchedBy(plan: Plan): number {
  const {
    'Actual Rows': made,
    'Rows Removed by Filter': filtered = 0,
    'Rows Removed by Join Filter': unjoined = 0,
    'Rows Removed by Index Recheck': rechecked = 0,
  } = plan
  const own = (made + filtered + unjoined + rechecked) * plan['Actual Loops']
  return (plan.Plans ?? []).reduce((sum, child) => sum + touchedBy(child), own)
}
