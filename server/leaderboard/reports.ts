import { BoardReports } from '../../shared/contracts/index.ts'
import type { Arena } from '../arenas/index.ts'
import type { ArenaView, ComputedReports } from '../ratings/index.ts'
import { shownView } from './head-to-head.ts'
import { cachedJson } from '../platform/respond.ts'
import type { Tagged } from '../platform/respond.ts'

const written = cachedJson<ComputedReports>()

/** The reports beside a board as they are sent. */
export const reportsOf = ({ slug: arena }: Arena, view: ArenaView, reports: ComputedReports): Tagged =>
  written(reports, () =>
    BoardReports.parse({ arena, view: shownView(view), ...reports } satisfies BoardReports),
  )
