/** Requests of the operator. Every call carries the admin token; the server's routes say what each answers with. */
import type {
  ArenaReceipt,
  ArenaTrial,
  BroughtArchive,
  FileLook,
  FileLooks,
  ImportReceipt,
  ImportRequest,
} from '../../../shared/contracts/admin-arenas.ts'
import type { Visibility } from '../../../shared/contracts/arena.ts'
import type { DecidesRequest } from '../../../shared/contracts/decides.ts'
import type { PreviewRequest } from '../../../shared/contracts/battle.ts'
import type { JudgingRequest, JudgingState } from '../../../shared/contracts/judging.ts'
import type { ModelKeyRequest, ModelPriceRequest } from '../../../shared/contracts/models.ts'
import type {
  AuditAct,
  AuditEntry,
  AuditLog,
  OperatorTokenRequest,
} from '../../../shared/contracts/operators.ts'
import type { InvitationsRequest } from '../../../shared/contracts/people.ts'
import type { NonVoteKind } from '../../../shared/contracts/votes.ts'
import { toFailure, responseFailure } from './failure.ts'
import { responseJson, server, signed, followEvents, downloadPath, type Following } from './http.ts'

const admin = server.api.admin.arenas
const arenaRoutes = admin[':arena']
type Route<Body> = (of: { param: { arena: string } }) => Promise<Response & { json(): Promise<Body> }>

/** Asks a route that needs to know the arena and nothing else. */
const asks =
  <Body>(route: Route<Body>) =>
  (arena: string): Promise<Body> =>
    responseJson(route({ param: { arena } }))

/** Large files take a busy server long. */
const PATIENCE_WITH_FILES_MS = 120_000

export async function allArenas() {
  return (await responseJson(admin.$get())).arenas
}

/** The files of an arena. Keys: paths relative to the folder of arena.yaml. */
export type ArenaFiles = ReadonlyMap<string, Blob>

/** Checks these files and returns what they would change. Stores nothing. */
export const tryFiles = (files: ArenaFiles): Promise<ArenaTrial> => sendFiles(files, '?dry-run')

/** Creates or updates the arena. */
export const bringFiles = (files: ArenaFiles): Promise<ArenaReceipt> => sendFiles(files, '')

function sendFiles<Body>(files: ArenaFiles, query: string): Promise<Body> {
  const body = new FormData()
  for (const [path, content] of files) body.append(path, content, path)
  const signal = AbortSignal.timeout(PATIENCE_WITH_FILES_MS)
  return responseJson(fetch(`/api/admin/arenas${query}`, { method: 'POST', body, headers: signed(), signal }))
}

export const arenaForAdmin = asks(arenaRoutes.$get)

/** The arena as the files that would create it, for editing. */
export const fetchRecipe = (arena: string) =>
  responseJson(arenaRoutes.recipe.$get({ param: { arena }, query: { for: 'editing' } }))

export const changeVisibility = (arena: string, visibility: Visibility) =>
  responseJson(arenaRoutes.visibility.$post({ param: { arena }, json: { visibility } }))

export async function fetchContestants(arena: string) {
  return (await responseJson(arenaRoutes.contestants.$get({ param: { arena } }))).contestants
}

export const retireContestant = (arena: string, contestant: string, retire: boolean) =>
  responseJson(
    arenaRoutes.contestants[':contestant'][':change{(?:retire|restore)}'].$post({
      param: { arena, contestant, change: retire ? 'retire' : 'restore' },
    }),
  )

/** A part of the prompts, or of those that match. */
export const fetchPrompts = (arena: string, find: string, offset: number) =>
  responseJson(arenaRoutes.prompts.$get({ param: { arena }, query: { find, offset: String(offset) } }))

export const retirePrompts = (arena: string, keys: string[], retire: boolean) =>
  responseJson(arenaRoutes.prompts[retire ? 'retire' : 'restore'].$post({ param: { arena }, json: { keys } }))

export const fetchJudging = asks(arenaRoutes.judging.$get)

export const startJudging = (arena: string, json: JudgingRequest) =>
  responseJson(arenaRoutes.judging.start.$post({ param: { arena }, json }))

/** What starting by this request would do and cost. */
export const estimateJudging = (arena: string, json: JudgingRequest) =>
  responseJson(arenaRoutes.judging.estimate.$post({ param: { arena }, json }))

export const changeJudging = (arena: string, verb: 'pause' | 'resume' | 'cancel') =>
  responseJson(
    arenaRoutes.judging[':change{(?:pause|resume|cancel)}'].$post({ param: { arena, change: verb } }),
  )

export const setBudget = (arena: string, budgetUsd: number | null) =>
  responseJson(arenaRoutes.judging.budget.$post({ param: { arena }, json: { budgetUsd } }))

export interface VotesQuery {
  before?: string
  source?: 'human' | 'judge' | 'result' | 'simulated' | 'live'
  quarantined?: 'true'
  flagged?: 'true'
}

export const fetchVotes = (arena: string, query: VotesQuery) =>
  responseJson(arenaRoutes.votes.$get({ param: { arena }, query }))

export const quarantine = (arena: string, votes: number[], reason: string, release: boolean) =>
  responseJson(
    arenaRoutes.votes[':change{(?:quarantine|release)}'].$post({
      param: { arena, change: release ? 'release' : 'quarantine' },
      json: { votes, reason },
    }),
  )

/** Who voted on the page, the last first. */
export const fetchVoters = asks(arenaRoutes.voters.$get)

/** Puts all votes of a voter into quarantine, or releases them. @param reason  empty: the server gives the reason */
export const judgeSuspect = (arena: string, voter: string, reason: string, release: boolean) =>
  responseJson(
    arenaRoutes.suspicions[':change{(?:quarantine|release)}'].$post({
      param: { arena, change: release ? 'release' : 'quarantine' },
      json: { voter, ...(reason !== '' && { reason }) },
    }),
  )

/** The leaks of an arena, newest first. @param before  where the page begins; null: at the newest */
export const fetchLeaks = (arena: string, before: number | null) =>
  responseJson(
    arenaRoutes.leaks.$get({ param: { arena }, query: before === null ? {} : { before: String(before) } }),
  )

/** Answers that speak to a judge, newest first. @param before  where the page begins; null: at the newest */
export const fetchInjections = (arena: string, before: number | null) =>
  responseJson(
    arenaRoutes.injections.$get({
      param: { arena },
      query: before === null ? {} : { before: String(before) },
    }),
  )

export const changeLeak = (arena: string, leak: number, reason: string, hold: boolean) =>
  responseJson(
    arenaRoutes.leaks[':change{(?:release|hold)}'].$post({
      param: { arena, change: hold ? 'hold' : 'release' },
      json: { leaks: [leak], reason },
    }),
  )

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Erases a person. @param id of the voter, or of a battle that it saw */
export const eraseVoter = (arena: string, id: string) =>
  responseJson(
    arenaRoutes.erase.voter.$post({ param: { arena }, json: UUID.test(id) ? { battle: id } : { voter: id } }),
  )

/** Erases a prompt with all answers to it, or only the answers of one contestant. */
export const eraseText = (arena: string, prompt: string, contestant: string) =>
  responseJson(
    arenaRoutes.erase.text.$post({
      param: { arena },
      json: { prompt, ...(contestant !== '' && { contestant }) },
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
  return (await responseJson<FileLooks>(upload(`/api/admin/look?${query}`, files, onShare))).files
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
  return responseJson<ImportReceipt>(upload(`/api/admin/arenas/${arena}/import?${query}`, files, onShare))
}

export async function removeSimulated(arena: string): Promise<number> {
  return (await responseJson(arenaRoutes.votes.$delete({ param: { arena }, query: { source: 'simulated' } })))
    .removed
}

/** Saves the whole arena as a file. */
export const downloadArchive = (arena: string): Promise<void> =>
  downloadPath(`/api/admin/arenas/${arena}/content`, `${arena}.deadheat`)

/** Makes a new arena from the archive of one. */
export const bringArchive = (arena: string, archive: Blob): Promise<BroughtArchive> =>
  responseJson(
    fetch(`/api/admin/arenas/${arena}/content`, {
      method: 'PUT',
      body: archive,
      headers: signed(),
      signal: AbortSignal.timeout(PATIENCE_WITH_FILES_MS),
    }),
  )

/** Archives an arena, or ends that. */
export const archiveArena = (arena: string, archived: boolean) =>
  responseJson(arenaRoutes.archive.$post({ param: { arena }, json: { archived } }))

/** Removes an arena for good. @param confirm  its slug, as the operator typed it */
export const removeArena = (arena: string, confirm: string) =>
  responseJson(arenaRoutes.remove.$post({ param: { arena }, json: { confirm } }))

/** The log of the server, newest first. */
export async function serverLog(): Promise<readonly AuditEntry[]> {
  return (await responseJson<AuditLog>(server.api.admin.log.$get({ query: {} }))).entries
}

export const fetchAudit = (
  arena: string,
  { before, find, act }: { before: number | null; find: string; act: AuditAct | '' },
): Promise<AuditLog> =>
  responseJson(
    arenaRoutes.audit.$get({
      param: { arena },
      query: {
        ...(before !== null && { before: String(before) }),
        ...(find && { find }),
        ...(act && { act }),
      },
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

const LONGEST_WAIT_MS = 10_000

/** Calls back with the progress of judging as it changes. Returns a function that stops it. */
export const followJudging = (
  arena: string,
  listener: Following & { onState(state: JudgingState): void },
): (() => void) =>
  followEvents(`/api/admin/arenas/${arena}/judging/stream`, {
    ...listener,
    onData: (text) => listener.onState(JSON.parse(text) as JudgingState),
    longestWaitMs: LONGEST_WAIT_MS,
  })

// The named tokens of operators need the role admin.
const tokens = server.api.admin.tokens

export const operatorTokens = async () => (await responseJson(tokens.$get())).tokens

/** Whose token this tab has. */
export const fetchToken = () => responseJson(server.api.admin.self.$get())

export const makeToken = (request: OperatorTokenRequest) => responseJson(tokens.$post({ json: request }))

export const withdrawToken = (token: number) =>
  responseJson(tokens[':token{\\d{1,9}}'].withdraw.$post({ param: { token: String(token) } }))

const { keys, models } = server.api.admin

export const providerKeys = () => responseJson(keys.$get())

export const setKey = (json: ModelKeyRequest) => responseJson(keys.$post({ json }))

export const withdrawKey = (variable: string) =>
  responseJson(keys[':variable{[A-Z][A-Z0-9_]*}'].withdraw.$post({ param: { variable } }))

/** The models whose price the server knows. */
export const pricedModels = () => responseJson(models.$get())

export const setPrice = (json: ModelPriceRequest) => responseJson(models.price.$post({ json }))

/** A pair as voters would see it; nothing is recorded. */
export const fetchPreview = (arena: string, query: PreviewRequest) =>
  responseJson(arenaRoutes.preview.$get({ param: { arena }, query }))

// People who are invited to vote.
const invitations = arenaRoutes.invitations

export const fetchInvitations = asks(invitations.$get)

/** How far the invited people agree with each other. */
export const agreementOfPeople = asks(invitations.agreement.$get)

export async function invite(arena: string, request: InvitationsRequest) {
  return (await responseJson(invitations.$post({ param: { arena }, json: request }))).invitations
}

export const withdrawInvitation = (arena: string, invitation: number) =>
  responseJson(
    invitations[':invitation{\\d{1,9}}'].withdraw.$post({ param: { arena, invitation: String(invitation) } }),
  )

export const renewInvitation = (arena: string, invitation: number, days: number) =>
  responseJson(
    invitations[':invitation{\\d{1,9}}'].renew.$post({
      param: { arena, invitation: String(invitation) },
      json: { days },
    }),
  )

/** Draws pairs that everybody in the group is shown. Returns how many were drawn. */
/** @param votes how many people vote on each pair; null: everybody in the group */
export async function sharePairs(
  arena: string,
  group: string,
  pairs: number,
  votes: number | null,
): Promise<number> {
  const json = { group, pairs, ...(votes !== null && { votes }) }
  return (await responseJson(invitations['shared-pairs'].$post({ param: { arena }, json }))).drawn
}

/**
 * Sets when the arena decides.
 * @returns the day, and since when voting is closed; null: it is open
 */
export const setDecides = (arena: string, json: DecidesRequest) =>
  responseJson(arenaRoutes.decides.$post({ param: { arena }, json }))

/** Saves the table of invitations, for reminders. */
export const downloadInvitations = (arena: string): Promise<void> =>
  downloadPath(`/api/admin/arenas/${arena}/invitations/csv`, `${arena}-people.csv`)
