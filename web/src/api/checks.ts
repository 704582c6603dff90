import type { ChecksReport } from '../../../shared/contracts/reports.ts'
import { answered, server } from './http.ts'

/** How many answers of each contestant passed each check, per run. Throws a `Failure`. */
export function checksReport(arena: string): Promise<ChecksReport> {
  const call: Promise<Response> = server.api.arenas[':arena'].checks.$get({ param: { arena } })
  return answered(call)
}
