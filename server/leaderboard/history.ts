import { History } from '../../shared/contracts/index.ts'
import type { Arena } from '../arenas/index.ts'
import type { ArenaView, BoardHistory } from '../ratings/index.ts'
import { shownView } from './head-to-head.ts'
import { cachedJson, type Tagged } from '../platform/http/respond.ts'

const written = cachedJson<BoardHistory>()

/** The JSON of the history of a view. */
export function historyOf(arena: Arena, view: ArenaView, history: BoardHistory): Tagged {
  return written(history, () =>
    History.parse({ arena: arena.slug, view: shownView(view), ...history } satisfies History),
  )
}
