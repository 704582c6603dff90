/** What verbs need from the process they run in. `createApp` receives it; nothing imports it. */
import type { NoticeEvent } from '../../shared/contracts/index.ts'
import type { CodedMessage } from '../../shared/messages/index.ts'
import type { Log } from './log.ts'
import type { Metrics } from './http/metrics.ts'
import type { NoticeAddress } from './config/config.ts'
import type { Notifications } from './postgres/notifications.ts'
import type { PriceTable, Providers } from './providers/index.ts'
import type { Reads } from './http/reads.ts'
import type { RateLimits, TokenGuesses } from './http/rate-limits.ts'
import type { Database, Db, Trx } from './schema.ts'

/** Who acted: an operator with a token, a person at the terminal, or the server itself. */
type Actor = Database['audit_entries']['actor']

/** A verb takes the groups it uses: `Pick<Deps, 'db' | 'clock'>`. */
export interface Deps {
  db: Db
  postgres: Postgres
  clock: () => Date
  chance: Chance
  /** The actor that the audit log records for these verbs. */
  actor: Actor
  access: Access
  settings: Settings
  services: Services
}

/** The other connections to the database of `db`, and what is known of it. */
interface Postgres {
  /** Connections that only battles and votes use. */
  voting: Db
  /** Connections that only exports use. */
  exports: Db
  /** The address, for threads with a connection of their own. It contains the password: never log it. */
  connectionString: string
  notifications: Notifications
  /** Throws if the database does not answer, cannot store anything now, or misses a migration. */
  check: () => Promise<void>
}

interface Chance {
  /** Uniform in [0, 1). */
  random: () => number
  /** A fresh UUID. */
  newId: () => string
}

/** Who may do what, and from where. */
interface Access {
  /** Signs tickets and hides voters' cookies. */
  secret: Buffer
  adminToken: string
  /** The token that reads `/metrics` and nothing else. Empty: only the admin token reads them. */
  metricsToken: string
  /** Counts wrong tokens by the address they came from. */
  tokenGuesses: TokenGuesses
  /** How much a voter and a network may do in an hour. */
  limits: RateLimits
  /** Proxies in front of the server that add to `X-Forwarded-For`. */
  trustProxy: number
  /** Addresses of this server in browsers, as origins, besides the one that a request names. */
  origins: readonly string[]
  /** The origin of links, for readers. Null: that of each request. */
  publicUrl: string | null
  /** The site that may show public pages in a frame. Null: none. */
  framedBy: string | null
  isLocal: boolean
  /** Whether others than programs on this machine can reach the server, directly or through a proxy. */
  isPublic: boolean
}

/** What the operator chose. */
interface Settings {
  /** Seconds between publications of the board; 0: at once. */
  publishEvery: number
  /** The longest wait for a board that is being computed. */
  boardSeconds: number
  /** How long battles and votes wait for a database that has gone away. */
  outageSeconds: number
  /** How large an import over HTTP may be, in MiB. */
  importMegabytes: number
  /** How long reading the files of a request may take, and how much memory, in MiB; buffers that are sent do not count. */
  fileLimits: { seconds: number; megabytes: number }
  /** Font files for letters in pictures that the packaged fonts lack. */
  fonts: readonly string[]
  /** The Chromium that draws answers for judges. Empty: none. */
  chromium: string
  /** Where notices go. Null: nowhere. */
  notices: NoticeAddress | null
  prices: PriceTable
  /** The seconds for one reply that runs started here are given, whichever process calls; null: its own. */
  callSeconds: number | null
  /** Variables that arenas sent over HTTP may name as keys, besides those that end in `_API_KEY`. */
  providerKeys: readonly string[]
  /** Whether arenas sent over HTTP may name private addresses of providers. */
  privateProviders: boolean
}

/** What lives as long as the process. A domain may add its own. */
export interface Services {
  log: Log
  metrics: Metrics
  /** Responses to reads in the memory of this process. */
  reads: Reads
  /** The providers of models. Their keys are in the environment, under the names that arenas give. */
  providers: Providers
  /** Aborted when the server shuts down; open streams end then. */
  stopping: AbortSignal
  /** What features do when something happens in an arena. */
  hooks: readonly ArenaHooks[]
}

/** By answer, the PNG of each of its turns; empty where it is no page, or could not be drawn. */
export type DrawnAnswers = ReadonlyMap<number, readonly Buffer[]>

/** Something that happened in an arena, for operators. */
export interface NoticedEvent {
  event: NoticeEvent
  arena: { id: number; slug: string; title: string }
  at: Date
  /** The event as a sentence. */
  text: CodedMessage
}

/** Each `after…` is called in the transaction of what it follows. */
export interface ArenaHooks {
  /** Called in the transaction of the event. */
  notify?(deps: Pick<Deps, 'chance' | 'settings'>, trx: Trx, event: NoticedEvent): Promise<void>
  /** Before a voter is shown a pair. */
  beforeDraw?(deps: Deps, arenaId: number, voter: string): Promise<void>
  /** After a choice on the page, which is not stored if this throws. `network` is null if it is not known. */
  afterChoice?(
    deps: Deps,
    trx: Trx,
    choice: { arenaId: number; battle: string; voter: string; at: Date; network: string | null },
  ): Promise<void>
  /** After a choice became a vote. */
  afterVote?(
    deps: Pick<Deps, 'db' | 'clock' | 'chance' | 'settings' | 'services' | 'access'>,
    trx: Trx,
    vote: { arenaId: number },
  ): Promise<void>
  /** @param promptId of the whole prompt; null: answers alone were erased */
  afterErasedText?(
    trx: Trx,
    erased: { arenaId: number; promptId: number | null; answerIds: readonly number[]; at: Date },
  ): Promise<void>
  /** Whether there is something of a person who was shown no battle. */
  knowsVoter?(db: Db, arenaId: number, voter: string): Promise<boolean>
  /** @param name the pseudonym that the voter has now */
  afterErasedVoter?(
    trx: Trx,
    erased: { arenaId: number; voter: string; name: string; at: Date },
  ): Promise<void>
  /** How answers look that people see run, for judges that see. */
  drawAnswers?(
    deps: Pick<Deps, 'db' | 'clock' | 'settings' | 'services'>,
    arenaId: number,
    answers: readonly { id: number; turns: readonly string[] }[],
    signal: AbortSignal,
  ): Promise<DrawnAnswers>
}
