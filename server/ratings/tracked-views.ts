import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { DataState } from './data-version.ts'
import { resolveView } from './resolve-view.ts'
import type { ArenaView } from './arena-view.ts'
import { sourceOfJudge } from '../../shared/contracts/index.ts'

/** The tracked views of an arena, which the rating job keeps current: one for each source and criterion with votes. */
export async function trackedViews(deps: Deps, arena: Arena, { groups }: DataState): Promise<ArenaView[]> {
  const views = new Map<string, ArenaView>()
  for (const { source, name, criterion } of groups) {
    for (const sourceName of sourcesCounting(source, name)) {
      const view = await resolveView(deps, arena, { source: sourceName, criterion })
      views.set(view.key, view)
    }
  }
  return [...views.values()]
}

function sourcesCounting(source: 'human' | 'judge' | 'result' | 'simulated', name: string | null): string[] {
  if (source === 'judge') return ['judges', sourceOfJudge(name!)]
  if (source === 'result') return ['all']
  return [source === 'human' ? 'humans' : 'simulated']
}
