import type { Differences } from '../../../../shared/contracts/differences.ts'
import type { HeadToHead } from '../../../../shared/contracts/head-to-head.ts'
import { encountersOf, type Met } from '../../charts/pairs.ts'

/** What is known of one contestant against others: taken singly, and as they met. */
export interface Opponents {
  differences: Differences
  met: HeadToHead
}

export interface Duel {
  /** Null where one of the two has no rating. */
  difference: Differences['others'][number] | null
  estimated: boolean
  met: Met | null
}

/** One contestant against another, seen from the first. */
export function duelOf({ differences, met }: Opponents, name: string, other: string): Duel {
  return {
    difference: differences.others.find((one) => one.name === other) ?? null,
    estimated: differences.estimated,
    met: encountersOf(met)(name, other),
  }
}
