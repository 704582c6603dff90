import type { Disagreements } from '../../../shared/contracts/judges.ts'
import { answered, server } from './http.ts'

/** One page of the pairs on which a judge and most people disagree. Throws a `Failure`. */
export function disagreementsWith(
  arena: string,
  judge: string,
  { criterion, limit, offset }: { criterion: string | null; limit: number; offset: number },
): Promise<Disagreements> {
  const query = { limit: String(limit), offset: String(offset), ...(criterion !== null && { criterion }) }
  const call: Promise<Response> = server.api.arenas[':arena'].judges[':judge'].disagreements.$get({
    param: { arena, judge: encodeURIComponent(judge) },
    query,
  })
  return answered(call)
}
