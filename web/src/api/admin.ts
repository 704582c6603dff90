/** Requests of the operator that are more than one call of `adminRoutes`, or that several pages make. */
import type {
  ArenaReceipt,
  ArenaTrial,
  BroughtArchive,
  FileLook,
  FileLooks,
  ImportReceipt,
  ImportRequest,
} from '../../../shared/contracts/admin-arenas.ts'
import type { DecidesRequest } from '../../../shared/contracts/decides.ts'
import type { NonVoteKind } from '../../../shared/contracts/votes.ts'
import { toFailure, responseFailure } from './failure.ts'
import { adminArenaRoutes, adminRoutes, ask, signed, downloadPath } from './http.ts'

/** Large files take a busy server long. */
const PATIENCE_WITH_FILES_MS = 120_000

/** The files of an arena. Keys: paths relative to the folder of arena.yaml. */
export type ArenaFiles = ReadonlyMap<string, string | Blob>

/** Checks these files and returns what they would change. Stores nothing. */
export const tryFiles = (files: ArenaFiles): Promise<ArenaTrial> => sendFiles(files, '?dry-run')

/** Creates or updates the arena. */
export const bringFiles = (files: ArenaFiles): Promise<ArenaReceipt> => sendFiles(files, '')

function sendFiles<Body>(files: ArenaFiles, query: string): Promise<Body> {
  const body = new FormData()
  for (const [path, content] of files) body.append(path, new Blob([content]), path)
  const signal = AbortSignal.timeout(PATIENCE_WITH_FILES_MS)
  return ask(fetch(`/api/admin/arenas${query}`, { method: 'POST', body, headers: signed(), signal }))
}

export async function fetchContestants(arena: string) {
  return (await ask(adminArenaRoutes.contestants.$get({ param: { arena } }))).contestants
}

/** Puts all votes of a voter into quarantine, or releases them. @param reason  empty: the server gives the reason */
export const judgeSuspect = (arena: string, voter: string, reason: string, release: boolean) =>
  ask(
    adminArenaRoutes.suspicions[':change{(?:quarantine|release)}'].$post({
      param: { arena, change: release ? 'release' : 'quarantine' },
      json: { voter, ...(reason !== '' && { reason }) },
    }),
  )

/** Title and question of an arena that is created with the files. */
export interface NewArena {
  title: string
  question: string
}

/** Which columns are read under other names, and which are not read, as `--map` and `--ignore` say it. */
export interface HowToRead {
  map: string
  ignore: string
  outcomes: string
  from?: NonVoteKind
}

/** What each file holds, and as what its columns are read. */
export async function previewFiles(
  files: ReadonlyMap<string, Blob>,
  how: HowToRead,
  onShare: (share: number) => void,
): Promise<readonly FileLook[]> {
  const query = new URLSearchParams({ ...how })
  return (await ask<FileLooks>(upload(`/api/admin/look?${query}`, files, onShare))).files
}

/** Imports files of votes, answers and prompts, or previews the import. */
export function importFiles(
  arena: string,
  files: ReadonlyMap<string, Blob>,
  how: { orders: ImportRequest['orders']; dryRun: boolean; newArena: NewArena | null } & HowToRead,
  onShare: (share: number) => void,
): Promise<ImportReceipt> {
  const query = new URLSearchParams({
    orders: how.orders,
    map: how.map,
    ignore: how.ignore,
    outcomes: how.outcomes,
    ...(how.from && { from: how.from }),
    // what is doubtful is shown, and a click says that it is meant
    ...(how.dryRun ? { 'dry-run': '' } : { yes: '' }),
    ...(how.newArena && { create: '', title: how.newArena.title, question: how.newArena.question }),
  })
  return ask<ImportReceipt>(upload(`/api/admin/arenas/${arena}/import?${query}`, files, onShare))
}

/** Saves the whole arena as a file. */
export const downloadArchive = (arena: string): Promise<void> =>
  downloadPath(`/api/admin/arenas/${arena}/content`, `${arena}.deadheat`)

/** Makes a new arena from the archive of one. */
export const bringArchive = (arena: string, archive: Blob): Promise<BroughtArchive> =>
  ask(
    fetch(`/api/admin/arenas/${arena}/content`, {
      method: 'PUT',
      body: archive,
      headers: signed(),
      signal: AbortSignal.timeout(PATIENCE_WITH_FILES_MS),
    }),
  )

/** Whether this is the admin token. Does not store it. */
export async function tokenHolds(token: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch('/api/admin/arenas', { headers }).catch((error) => {
    throw toFailure(error)
  })
  if (response.ok) return true
  const failure = await responseFailure(response)
  if (failure.code === 'token_invalid') return false
  throw failure
}

/**
 * Sends files as a form with the admin token. Each field has the path of its file as name.
 * @param onShare called with the share that is sent, 0 … 1
 */
function upload(
  path: string,
  files: ReadonlyMap<string, Blob>,
  onShare: (share: number) => void,
): Promise<Response> {
  const body = new FormData()
  for (const [name, content] of files) body.append(name, content, name)
  // fetch does not report upload progress
  const request = new XMLHttpRequest()
  return new Promise((resolve, reject) => {
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onShare(loaded / total)
    }
    request.onload = () => {
      const headers = { 'retry-after': request.getResponseHeader('retry-after') ?? '' }
      resolve(new Response(request.responseText, { status: request.status, headers }))
    }
    request.onerror = () => reject(new Error('the server cannot be reached'))
    request.open('POST', path)
    for (const [name, value] of signed()) request.setRequestHeader(name, value)
    request.send(body)
  })
}

/** The path of the stream of the progress of judging, of `JudgingState`. */
export const judgingStream = (arena: string): string => `/api/admin/arenas/${arena}/judging/stream`

/** Whose token this tab has. */
export const fetchToken = () => ask(adminRoutes.self.$get())

/** The models whose price the server knows. */
export const pricedModels = () => ask(adminRoutes.models.$get())

/**
 * Sets when the arena decides.
 * @returns the day, and since when voting is closed; null: it is open
 */
export const setDecides = (arena: string, json: DecidesRequest) =>
  ask(adminArenaRoutes.decides.$post({ param: { arena }, json }))
