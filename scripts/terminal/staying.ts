import type { ImportResult } from '../../server/exchange/index.ts'
import { listed } from '../../shared/sentence/index.ts'

/** What an arena.yaml no longer names and is there all the same. */
export function staying({ contestantsNotNamed: names }: ImportResult): string[] {
  if (names.length === 0) return []
  const [are, them] = names.length === 1 ? ['is', 'it'] : ['are', 'them']
  return [
    `${listed(names)} ${are} no longer in the file and still in the arena, with all votes. Retire ${them} to have ${them} shown and judged no more.`,
  ]
}
