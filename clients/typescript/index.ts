/**
 * A client of a running server. A browser refuses addresses of other sites unless a proxy allows them.
 */
import type { WrittenReadPlan } from '../../shared/contracts/read-plan.ts'
import type { ArenaDetail, ArenaList, ListedArena } from '../../shared/contracts/arena.ts'
import type { IssuedBattle, Reveal, VoteReceipt, VoteRequest } from '../../shared/contracts/battle.ts'
import type { Board } from '../../shared/contracts/board.ts'
import type { Comparison } from '../../shared/contracts/comparison.ts'
import type { ContestantList } from '../../shared/contracts/contestant-record.ts'
import type { Differences, HeadToHead, History } from '../../shared/contracts/reports.ts'
import type { ImportReceipt } from '../../shared/contracts/admin-arenas.ts'
import { readLines, openRequests, type Connection } from './request.ts'

export { DeadheatError } from './request.ts'
export type { Connection } from './request.ts'
export type {
  ArenaDetail,
  ListedArena,
  Board,
  Comparison,
  ContestantList,
  Differences,
  HeadToHead,
  History,
  ImportReceipt,
  IssuedBattle,
  Reveal,
  VoteReceipt,
  VoteRequest,
}

/** Which votes a board counts. The server has a default for each part. */
export interface ViewQuery {
  /** `humans`, `judges`, `judge:NAME`, `all` or `simulated`. */
  source?: string | undefined
  criterion?: string | undefined
  category?: string | undefined
  /** ISO 8601: votes from this time on. */
  from?: string | undefined
  /** ISO 8601: votes before this time. */
  to?: string | undefined
  looks?: 'any' | 'one' | undefined
}

/** May contestant `a` replace `b`? The server has a default for all else. */
export interface ComparisonRequest {
  a: string
  b: string
  source?: string | undefined
  criterion?: string | readonly string[] | undefined
  preset?: Comparison['gate']['preset'] | undefined
  minWinRate?: number | undefined
  minVotes?: number | undefined
  alpha?: number | undefined
  sequential?: boolean | undefined
  maxCostRatio?: number | undefined
  maxLatencyRatio?: number | undefined
}

/** What the server exports. */
export type ExportKind = 'votes' | 'ratings' | 'battles' | 'judgements' | 'preferences'

export interface ImportOptions {
  /** How the files are read: the `plan` that a look has. Default: by their columns. */
  plan?: WrittenReadPlan
  /** Stores nothing and says what would be added. */
  dryRun?: boolean | undefined
  /** Whether the two orders of a judgement are merged into one vote. Default: 'merge'. */
  orders?: 'merge' | 'separate' | undefined
  /** Imports what is doubtful, too, as `look` shows it. */
  yes?: boolean | undefined
  /** Makes a new arena. */
  create?: boolean | undefined
  /** The title of a new arena, and what its voters are asked. */
  title?: string | undefined
  question?: string | undefined
}

export type Client = ReturnType<typeof openClient>

/**
 * Opens a client of one server. It sends nothing yet. Where no browser keeps cookies, it keeps the voter's cookie until
 * it is dropped: one client is one voter. Every method throws a `DeadheatError` if the server refuses or does not
 * answer.
 */
export function openClient(connection: Connection) {
  const request = openRequests(connection)
  const get = async <Body>(path: string, query: object = {}): Promise<Body> =>
    (await (await request(path, { query: { ...query } })).json()) as Body
  const at = (arena: string) => `/api/arenas/${encodeURIComponent(arena)}`
  const battleAt = (battle: string) => `/api/battles/${encodeURIComponent(battle)}/vote`

  return {
    /** The public arenas, newest first; with `q`, those whose title or address contains its words. */
    arenas: async ({ q }: { q?: string } = {}): Promise<ListedArena[]> => {
      const all: ListedArena[] = []
      for (;;) {
        const page = await get<ArenaList>('/api/arenas', { q, limit: 200, offset: all.length })
        all.push(...page.arenas)
        if (page.arenas.length === 0 || all.length >= page.total) return all
      }
    },

    /** One arena, with the sources, criteria and categories of its boards. */
    arena: (arena: string) => get<ArenaDetail>(at(arena)),

    /** Each contestant of an arena: model, templates, parameters. */
    contestants: (arena: string) => get<ContestantList>(`${at(arena)}/contestants`),

    /** The published board of a view. */
    board: (arena: string, view: ViewQuery = {}) => get<Board>(`${at(arena)}/leaderboard`, view),

    /** Wins, losses and ties of each pair. */
    headToHead: (arena: string, view: ViewQuery = {}) => get<HeadToHead>(`${at(arena)}/head-to-head`, view),

    /** The rating differences between one contestant and every other. */
    differences: (arena: string, contestant: string, view: ViewQuery = {}) =>
      get<Differences>(`${at(arena)}/differences`, { ...view, contestant }),

    /** The ratings over time. */
    history: (arena: string, view: ViewQuery = {}) => get<History>(`${at(arena)}/history`, view),

    /** Whether one contestant may replace another. */
    compare: (arena: string, query: ComparisonRequest) => get<Comparison>(`${at(arena)}/compare`, query),

    /** Draws a blind battle, with the ticket to vote on it. */
    nextBattle: async (arena: string, criterion?: string) =>
      (await (
        await request(`${at(arena)}/battles`, { method: 'POST', body: criterion ? { criterion } : {} })
      ).json()) as IssuedBattle,

    /** Votes on a battle. Until it is final, another outcome takes its place. */
    vote: async (battle: string, vote: VoteRequest) =>
      (await (await request(battleAt(battle), { method: 'POST', body: vote })).json()) as VoteReceipt,

    /** Makes a vote final, and names both contestants. */
    reveal: async (battle: string, ticket: string) =>
      (await (
        await request(`/api/battles/${encodeURIComponent(battle)}/reveal`, {
          method: 'POST',
          body: { ticket },
        })
      ).json()) as Reveal,

    /** Takes a vote back that is not final. */
    takeBack: async (battle: string, ticket: string): Promise<void> => {
      const headers = { authorization: `Ticket ${ticket}` }
      await request(battleAt(battle), { method: 'DELETE', headers })
    },

    /** The rows of an export, one after the other as they arrive. */
    async *exportRows(
      arena: string,
      kind: ExportKind,
      view: ViewQuery = {},
    ): AsyncGenerator<Record<string, unknown>> {
      const response = await request(`${at(arena)}/export/${kind}.jsonl`, { query: { ...view } })
      for await (const line of readLines(response)) yield JSON.parse(line) as Record<string, unknown>
    },

    /**
     * Imports files of votes, answers or prompts by their names, all or nothing. Needs the admin token. The same file
     * again adds nothing.
     */
    async importFiles(
      arena: string,
      files: Readonly<Record<string, Blob | string>>,
      { dryRun = false, orders = 'merge', yes = false, create = false, plan, ...words }: ImportOptions = {},
    ): Promise<ImportReceipt> {
      const body = new FormData()
      for (const [name, content] of Object.entries(files)) body.append(name, new Blob([content]), name)
      const flag = (isSet: boolean) => (isSet ? 'true' : undefined)
      const planned = plan && { plan: JSON.stringify(plan) }
      const query = {
        ...words,
        ...planned,
        orders,
        'dry-run': flag(dryRun),
        yes: flag(yes),
        create: flag(create),
      }
      const path = `/api/admin/arenas/${encodeURIComponent(arena)}/import`
      return (await (await request(path, { method: 'POST', query, body })).json()) as ImportReceipt
    },
  }
}
