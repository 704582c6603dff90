import { arenaNamed, listForAdmin, showTo } from '../../../server/arenas/index.ts'
import { archiveArena, eraseText, eraseVoter, removeArena } from '../../../server/integrity/index.ts'
import { duplicateArena } from '../../../server/transfer/index.ts'
import { removeSimulatedVotes } from '../../../server/votes/index.ts'
import type {
  AdminArena,
  ArchiveReceipt,
  DuplicatedArena,
  ErasedText,
  ErasedVoter,
  EraseTextRequest,
  EraseVoterRequest,
  RemovedArena,
  Visibility,
} from '../../../shared/contracts/index.ts'
import { serverOf, withServer } from '../remote/server.ts'
import type { Remote, ServerFlags } from '../remote/server.ts'
import type { Terminal } from './terminal.ts'
import { withApp } from './with-app.ts'

/** What an operator does with whole arenas, in the database or on a server. */
export interface ArenaOperations {
  list: () => Promise<AdminArena[]>
  /** @throws an error with code arena_unknown */
  mustExist: (slug: string) => Promise<void>
  /** Sets who may see it. */
  show: (slug: string, visibility: Visibility) => Promise<void>
  visibilityOf: (slug: string) => Promise<Visibility>
  /** @param as the slug of the new arena */
  duplicate: (slug: string, as: string) => Promise<DuplicatedArena>
  /** Archives it, or ends that. */
  archive: (slug: string, isArchived: boolean) => Promise<ArchiveReceipt>
  /** Returns how many votes were removed. */
  removeSimulatedVotes: (slug: string) => Promise<number>
  eraseVoter: (slug: string, request: EraseVoterRequest) => Promise<ErasedVoter>
  eraseText: (slug: string, request: EraseTextRequest) => Promise<ErasedText>
  /** @param confirm the slug once more */
  remove: (slug: string, confirm: string) => Promise<RemovedArena>
}

/** Runs `act` on the arenas of the named server, or else of the database. */
export async function withArenas<T>(
  terminal: Terminal,
  flags: ServerFlags,
  act: (operations: ArenaOperations) => Promise<T>,
): Promise<T> {
  const server = serverOf(terminal, flags)
  if (server) return withServer(terminal, server, (remote) => act(onServer(remote)))
  return withApp(terminal, ({ deps }) => {
    const named = (slug: string) => arenaNamed(deps.db, slug)
    return act({
      list: () => listForAdmin(deps),
      mustExist: async (slug) => void (await named(slug)),
      show: async (slug, visibility) => void (await showTo(deps, await named(slug), visibility)),
      visibilityOf: async (slug) => (await named(slug)).visibility,
      duplicate: async (slug, as) => duplicateArena(deps, await named(slug), { as }),
      archive: async (slug, isArchived) => archiveArena(deps, await named(slug), isArchived),
      removeSimulatedVotes: async (slug) => removeSimulatedVotes(deps, await named(slug)),
      eraseVoter: async (slug, request) => eraseVoter(deps, await named(slug), request),
      eraseText: async (slug, request) => eraseText(deps, await named(slug), request),
      remove: async (slug, confirm) => removeArena(deps, await named(slug), confirm),
    })
  })
}

function onServer({ json, request }: Remote): ArenaOperations {
  const at = (slug: string) => `/api/admin/arenas/${encodeURIComponent(slug)}`
  const post = <Body>(path: string, body: object) => json<Body>(path, { method: 'POST', body })
  return {
    list: async () => (await json<{ arenas: AdminArena[] }>('/api/admin/arenas')).arenas,
    mustExist: async (slug) => void (await request(at(slug))),
    show: async (slug, visibility) => void (await post(`${at(slug)}/visibility`, { visibility })),
    visibilityOf: async (slug) => (await json<{ visibility: Visibility }>(at(slug))).visibility,
    duplicate: (slug, as) => post(`${at(slug)}/duplicate`, { as }),
    archive: (slug, archived) => post(`${at(slug)}/archive`, { archived }),
    removeSimulatedVotes: async (slug) => {
      const query = { source: 'simulated' }
      return (await json<{ removed: number }>(`${at(slug)}/votes`, { method: 'DELETE', query })).removed
    },
    eraseVoter: (slug, erased) => post(`${at(slug)}/erase/voter`, erased),
    eraseText: (slug, erased) => post(`${at(slug)}/erase/text`, erased),
    remove: (slug, confirm) => post(`${at(slug)}/remove`, { confirm }),
  }
}
