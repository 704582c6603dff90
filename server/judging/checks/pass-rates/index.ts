/** Pass rates: what checks found, by run and contestant. Shown beside ratings and never part of one. */
export { checksReport } from './checks-report.ts'
