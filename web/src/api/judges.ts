import type { JudgesReport } from '../../../shared/contracts/judges.ts'
import { answered, server } from './http.ts'

/** The report on the judges of an arena. Throws a `Failure`. */
export function judgesReport(arena: string): Promise<JudgesReport> {
  const call: Promise<Response> = server.api.arenas[':arena'].judges.$get({ param: { arena } })
  return answered(call)
}
