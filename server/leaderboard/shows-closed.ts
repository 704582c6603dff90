import { parseSource } from '../../shared/contracts/source.ts'
import { isVotingClosed, type Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { tagOf } from '../platform/http/respond.ts'
import type { ArenaView } from '../ratings/index.ts'

/** Whether a board says that voting is closed: it counts people's votes, and no further ones can come. */
export const showsClosed = async (deps: Deps, arena: Arena, { source }: ArenaView): Promise<boolean> =>
  (parseSource(source)?.kinds.includes('human') ?? false) && (await isVotingClosed(deps, arena))

/** The ETag of a rendered board. */
export const tagOfRendered = (etag: string, isClosed: boolean): string =>
  isClosed ? tagOf(`${etag} closed`) : etag
