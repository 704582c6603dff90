/** Which boards the rating job keeps current: one per source and criterion that have votes. */
import type { Kysely } from 'kysely'
import type { Arena } from '../arenas/index.ts'
import type { View } from '../../shared/contracts/index.ts'
import type { Database } from '../platform/schema.ts'
import { selectVotedSources } from './queries.ts'
import { resolveView } from './view.ts'
import type { ArenaView } from './view.ts'

export const isKeptCurrent = ({ source, category, from, to }: View): boolean =>
  source !== 'all' && category === null && from === null && to === null

export async function keptViews(db: Kysely<Database>, arena: Arena): Promise<ArenaView[]> {
  const views = new Map<string, ArenaView>()
  for (const { source, name, criterion } of await selectVotedSources(db, arena.id)) {
    for (const asked of sourcesCounting(source, name)) {
      const view = await resolveView(db, arena, { source: asked, criterion })
      views.set(view.key, view)
    }
  }
  return [...views.values()]
}

function sourcesCounting(source: 'human' | 'judge' | 'result' | 'simulated', name: string | null): string[] {
  if (source === 'judge') return ['judges', `judge:${name}`]
  if (source === 'result') return ['all']
  return [source === 'human' ? 'humans' : 'simulated']
}
