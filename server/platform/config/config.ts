/** Settings are environment variables. They are checked once at start; a wrong one stops the start with one line. */
import { resolve } from 'node:path'
import { z } from 'zod'
import { defaultDataFolder, START_COMMAND } from './installation.ts'
import { SetupError } from '../setup-error.ts'
import { englishText, messagesOfIssue, msg } from '../../../shared/messages/index.ts'

/** Keys of Standard Webhooks (https://www.standardwebhooks.com): base64 of at least 24 bytes, with or without `whsec_`. */
const PREFIX = 'whsec_'
const MIN_BYTES = 24

const signingKey = (text: string): Buffer => Buffer.from(text.replace(PREFIX, ''), 'base64')

const isSigningKey = (text: string): boolean =>
  /^(whsec_)?[A-Za-z0-9+/]+={0,2}$/.test(text) && signingKey(text).length >= MIN_BYTES

/** With which a check of a setting refuses it. */
const refusal = (text: string) => ({ params: { finding: msg('as_given', { text }) } })

interface Setting {
  name: string
  meaning: string
  /** Default: the empty text. */
  fallback?: string
  schema: z.ZodType
}

const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .refine((text) => /^\d+$/.test(text), refusal('is not a whole number'))
    .transform(Number)
    .pipe(z.number().min(least).max(most))

/** Null for an empty text. The fault of any other text is that of `schema`. */
const unsetOr = <Schema extends z.ZodType>(schema: Schema) =>
  z.string().transform((text, context): z.output<Schema> | null => {
    if (text === '') return null
    const parsed = schema.safeParse(text, { reportInput: true })
    if (parsed.success) return parsed.data
    for (const issue of parsed.error.issues) context.issues.push({ ...issue, input: text } as never)
    return z.NEVER
  })

const postgresAddress = z
  .string()
  .refine((text) => /^(postgres(ql)?:\/\/.+)?$/.test(text), refusal('is not a postgres:// address'))

const aToken = z
  .string()
  .refine((text) => /^(\S{16,})?$/.test(text), refusal('needs at least 16 characters and no spaces'))

const settings = {
  port: {
    name: 'PORT',
    meaning: 'port of the page and the API; 0 picks a free one',
    fallback: '4747',
    schema: wholeNumber(0, 65535),
  },
  host: {
    name: 'HOST',
    meaning: 'address to listen on; 0.0.0.0 for all',
    fallback: '127.0.0.1',
    schema: z.string().min(1),
  },
  origins: {
    name: 'DEADHEAT_ORIGINS',
    meaning: 'addresses of this server in browsers besides DEADHEAT_PUBLIC_URL, split by commas',
    schema: z
      .string()
      .refine(
        (text) => /^(\s*https?:\/\/[^\s/,]+\/?\s*(,|$))*$/i.test(text),
        refusal('is not a list of addresses like https://arena.example, separated by commas'),
      )
      .transform((list) =>
        list.split(',').flatMap((address) => (address.trim() ? new URL(address.trim()).origin : [])),
      ),
  },
  publicUrl: {
    name: 'DEADHEAT_PUBLIC_URL',
    meaning:
      'address at which readers find this server, like https://arena.example; all links have it; if unset, that of each request',
    schema: z
      .string()
      .trim()
      .refine(
        (text) => /^(https?:\/\/[a-z\d.:[\]-]+\/?)?$/i.test(text),
        refusal('is not an address like https://arena.example, without a path, user or password'),
      )
      .refine(
        (text) => text === '' || URL.canParse(text),
        refusal('is not an address like https://arena.example, without a path, user or password'),
      )
      .transform((text) => (text === '' ? '' : new URL(text).origin)),
  },
  dataDir: {
    name: 'DEADHEAT_DATA',
    meaning:
      'folder of the embedded database and the admin token; if unset, .deadheat in the checkout, or deadheat in the data folder of the user',
    schema: z.string(),
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    meaning: 'a Postgres of your own instead of the embedded one',
    schema: postgresAddress,
  },
  directUrl: {
    name: 'DATABASE_DIRECT_URL',
    meaning: 'the same database without a pooler such as PgBouncer in transaction mode',
    schema: postgresAddress,
  },
  connections: {
    name: 'DEADHEAT_CONNECTIONS',
    meaning: 'connections to Postgres that pages, operators and boards of one process share',
    fallback: '10',
    schema: wholeNumber(3, 500),
  },
  demo: {
    name: 'DEADHEAT_DEMO',
    meaning:
      'whether npm start makes the demo arena in a new database: 1 yes, 0 no; if unset: only in the embedded one',
    schema: z.enum(['', '0', '1']),
  },
  adminToken: {
    name: 'DEADHEAT_ADMIN_TOKEN',
    meaning: 'admin token, 16 characters or more; if unset, one is kept in the data folder',
    schema: aToken,
  },
  sealingKey: {
    name: 'DEADHEAT_SEALING_KEY',
    meaning:
      'secret of 16 characters or more that seals keys set on the page, the same for all servers and workers; if unset, one is kept in the data folder',
    schema: aToken,
  },
  metricsToken: {
    name: 'DEADHEAT_METRICS_TOKEN',
    meaning: 'a token that only reads /metrics, 16 characters or more; the admin token reads it too',
    schema: aToken,
  },
  publishEvery: {
    name: 'DEADHEAT_PUBLISH_EVERY',
    meaning:
      'seconds between publications of the board; 0 publishes at once; if unset: 60, or 0 if only this machine reaches the server',
    schema: unsetOr(wholeNumber(0, 86_400)),
  },
  voteLimit: {
    name: 'DEADHEAT_VOTE_LIMIT',
    meaning:
      'votes that one address may cast in an hour, and a voter half of them; 0: no limit; if unset: 600, or 0 if only this machine reaches the server',
    schema: unsetOr(wholeNumber(0, 1_000_000)),
  },
  trustProxy: {
    name: 'DEADHEAT_TRUST_PROXY',
    meaning: 'how many proxies in front of the server add to X-Forwarded-For; 0: the header is ignored',
    fallback: '0',
    schema: wholeNumber(0, 10),
  },
  prices: {
    name: 'DEADHEAT_PRICES',
    meaning: 'a price file of your own, before the built-in prices',
    schema: z.string(),
  },
  fonts: {
    name: 'DEADHEAT_FONTS',
    meaning: 'font files (TTF or OTF), split by commas, for letters such as Chinese',
    schema: z.string().transform((list) => list.split(',').flatMap((file) => file.trim() || [])),
  },
  chromium: {
    name: 'DEADHEAT_CHROMIUM',
    meaning: 'a Chromium that draws web answers for judges that see pictures',
    schema: z.string(),
  },
  providerKeys: {
    name: 'DEADHEAT_PROVIDER_KEYS',
    meaning:
      'variables, split by commas, that arenas sent over HTTP may use as keys, besides those that end in _API_KEY',
    schema: z
      .string()
      .refine(
        (text) => /^(\s*[A-Za-z_]\w*\s*(,\s*[A-Za-z_]\w*\s*)*)?$/.test(text),
        refusal('is not a list of variables, separated by commas'),
      )
      .transform((list) => list.split(',').flatMap((name) => name.trim() || [])),
  },
  privateProviders: {
    name: 'DEADHEAT_ALLOW_PRIVATE_PROVIDERS',
    meaning:
      'whether providers in arenas sent over HTTP may have private addresses: 1 yes, 0 no; if unset: if only this machine reaches the server',
    schema: z.enum(['', '0', '1']),
  },
  noticesUrl: {
    name: 'DEADHEAT_NOTICES_URL',
    meaning:
      'address that receives notices of runs and budgets (docs/how-to/notices.md); if unset, none are sent',
    schema: z
      .string()
      .refine(
        (text) => /^(https?:\/\/[^\s@/]+(\/\S*)?)?$/i.test(text),
        refusal('is not an address like https://hooks.example/arena, without user and password'),
      ),
  },
  noticesSecret: {
    name: 'DEADHEAT_NOTICES_SECRET',
    meaning:
      'key that signs notices as JSON, as `openssl rand -base64 32` prints it; if unset, they are `{"text"}` for a chat',
    schema: z
      .string()
      .refine(
        (secret) => secret === '' || isSigningKey(secret),
        refusal('needs base64 of at least 24 bytes, as "openssl rand -base64 32" prints it'),
      ),
  },
  importMegabytes: {
    name: 'DEADHEAT_IMPORT_LIMIT',
    meaning: 'megabytes that an import over HTTP may have; its files wait in TMPDIR',
    fallback: '1024',
    schema: wholeNumber(1, 1_000_000),
  },
  callTimeout: {
    name: 'DEADHEAT_CALL_TIMEOUT',
    meaning: 'seconds a provider has for one reply',
    fallback: '180',
    schema: wholeNumber(1, 290),
  },
  logLevel: {
    name: 'DEADHEAT_LOG',
    meaning: 'silent, error, warn, info (each request) or debug; JSON lines on stderr',
    fallback: 'warn',
    schema: z.enum(['silent', 'error', 'warn', 'info', 'debug']),
  },
} satisfies Record<string, Setting>

export type Config = { [K in keyof typeof settings]: z.output<(typeof settings)[K]['schema']> }

/** Settings whose values are never shown. */
const SECRET = new Set([
  'publicUrl',
  'adminToken',
  'sealingKey',
  'metricsToken',
  'databaseUrl',
  'directUrl',
  'noticesUrl',
  'noticesSecret',
])

/**
 * Reads the settings from `env`. Unset and empty ones get their defaults. Relative paths start at the working
 * directory of the caller.
 * @throws {SetupError} for the first wrong setting. The message never shows the value of a token or of the database
 *   address.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const config: Record<string, unknown> = {}
  for (const [key, { name, fallback = '', schema }] of Object.entries<Setting>(settings)) {
    const value = env[name] || fallback
    const parsed = schema.safeParse(value, { reportInput: true })
    if (!parsed.success) {
      const secret = SECRET.has(key)
      const [problem] = messagesOfIssue(parsed.error.issues[0])
      throw new SetupError(
        `${secret ? name : `${name}=${value.replace(/\p{Cc}+/gu, ' ')}`}: ${englishText(problem.message)}. It means: ${settings[key as keyof Config].meaning}.`,
      )
    }
    config[key] = parsed.data
  }
  const { dataDir, prices, chromium, fonts, publicUrl, origins } = config as Config
  const callers = env['INIT_CWD'] ?? '.'
  return {
    ...(config as Config),
    origins: [...new Set([...(publicUrl ? [publicUrl] : []), ...origins])],
    dataDir: dataDir ? resolve(callers, dataDir) : defaultDataFolder(env),
    prices: prices && resolve(callers, prices),
    chromium: chromium && resolve(callers, chromium),
    fonts: fonts.map((file) => resolve(callers, file)),
  }
}

/** Whether `npm start` makes the demo arena in a database that never had an arena. */
export const makesDemo = ({ demo, databaseUrl }: Pick<Config, 'demo' | 'databaseUrl'>): boolean =>
  demo === '' ? databaseUrl === '' : demo === '1'

/** All settings, in the order of the list. */
export const SETTINGS: readonly Setting[] = Object.values(settings)

/** The text of `npm start -- --help` and `serve --help`: every setting with its meaning and default. */
export function describeSettings(): string {
  const width = Math.max(...SETTINGS.map(({ name }) => name.length)) + 2
  const rows = SETTINGS.map(
    ({ name, meaning, fallback = '' }) =>
      `  ${name.padEnd(width)}${meaning}${fallback && ` (default ${fallback})`}`,
  )
  return `${START_COMMAND}: serves page and API, with an embedded Postgres unless DATABASE_URL names another.\n\nSettings, as environment variables:\n${rows.join('\n')}\n`
}

// Where notices go, as the environment says.

export interface NoticeAddress {
  /** It may contain a secret, as the addresses of Slack do: never log or show it. */
  url: string
  /** Signs what is sent. Null: unsigned text, as chats read it. */
  key: Buffer | null
}

export const noticeAddress = ({
  noticesUrl: url,
  noticesSecret: secret,
}: Pick<Config, 'noticesUrl' | 'noticesSecret'>): NoticeAddress | null =>
  url === '' ? null : { url, key: secret === '' ? null : signingKey(secret) }
