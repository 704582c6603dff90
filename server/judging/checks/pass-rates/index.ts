/** Pass rates: the results of checks by run and contestant. Shown beside ratings, never part of them. */
export { checksReport } from './checks-report.ts'
