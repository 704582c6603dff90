/** Settings are environment variables, checked once at start; a wrong one stops the start in one line. */
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { SetupError } from './setup-error.ts'
import { refuse } from '../../shared/contracts/refusals.ts'
import { messagesOfIssue, msg } from '../../shared/messages/index.ts'

interface Setting {
  name: string
  means: string
  fallback: string
  schema: z.ZodType
}

const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+$/, refuse('whole_number_asked'))
    .transform(Number)
    .pipe(z.number().min(least).max(most))

const aToken = z.string().regex(/^(\S{16,})?$/, refuse('token_asked'))

const settings = {
  port: {
    name: 'PORT',
    means: 'port of the page and the API; 0 picks a free one',
    fallback: '4747',
    schema: wholeNumber(0, 65535),
  },
  host: {
    name: 'HOST',
    means: 'address to listen on; 0.0.0.0 for all',
    fallback: '127.0.0.1',
    schema: z.string().min(1),
  },
  dataDir: {
    name: 'DEADHEAT_DATA',
    means: 'folder of the embedded database and the admin token',
    fallback: '.deadheat',
    schema: z.string().min(1),
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    means: 'a Postgres of your own instead of the embedded one',
    fallback: '',
    schema: z.string().regex(/^(postgres(ql)?:\/\/.+)?$/, refuse('postgres_address_asked')),
  },
  adminToken: {
    name: 'DEADHEAT_ADMIN_TOKEN',
    means: 'admin token, 16 characters or more; if unset, one is made and kept in the data folder',
    fallback: '',
    schema: aToken,
  },
  metricsToken: {
    name: 'DEADHEAT_METRICS_TOKEN',
    means: 'a token that only reads /metrics, 16 characters or more; the admin token reads it too',
    fallback: '',
    schema: aToken,
  },
  workerPort: {
    name: 'DEADHEAT_WORKER_PORT',
    means: 'port on which a worker serves /healthz and /metrics; 0: none',
    fallback: '0',
    schema: wholeNumber(0, 65535),
  },
  publishEvery: {
    name: 'DEADHEAT_PUBLISH_EVERY',
    means: 'seconds between publications of the board; 0 publishes at once',
    fallback: '0',
    schema: wholeNumber(0, 86_400),
  },
  prices: {
    name: 'DEADHEAT_PRICES',
    means: 'a price file of your own; it takes precedence over the built-in prices',
    fallback: '',
    schema: z.string(),
  },
  providerKeys: {
    name: 'DEADHEAT_PROVIDER_KEYS',
    means:
      'names of variables, split by commas, that arenas sent over HTTP may use as keys; names that end in _API_KEY are always allowed',
    fallback: '',
    schema: z
      .string()
      .regex(/^(\s*[A-Za-z_]\w*\s*(,\s*[A-Za-z_]\w*\s*)*)?$/, refuse('variables_asked'))
      .transform((list) => list.split(',').flatMap((name) => name.trim() || [])),
  },
  callTimeout: {
    name: 'DEADHEAT_CALL_TIMEOUT',
    means: 'seconds a provider has for one reply',
    fallback: '180',
    schema: wholeNumber(1, 290),
  },
  logLevel: {
    name: 'DEADHEAT_LOG',
    means: 'silent, error, warn, info (each request) or debug; JSON lines on stderr',
    fallback: 'warn',
    schema: z.enum(['silent', 'error', 'warn', 'info', 'debug']),
  },
} satisfies Record<string, Setting>

export type Config = { [K in keyof typeof settings]: z.output<(typeof settings)[K]['schema']> }

/** Settings whose values are never shown. */
const SECRET = new Set(['adminToken', 'metricsToken', 'databaseUrl'])

const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Reads the settings from `env`; unset and empty ones take their defaults. Relative paths are the caller's; the default
 * data folder lies in the checkout.
 * @throws {SetupError} naming the first wrong setting; values of tokens and of the database's address are never shown.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const config: Record<string, unknown> = {}
  for (const [key, { name, fallback, schema }] of Object.entries(settings)) {
    const value = env[name] || fallback
    const parsed = schema.safeParse(value, { reportInput: true })
    if (!parsed.success) {
      const secret = SECRET.has(key)
      const [problem] = messagesOfIssue(parsed.error.issues[0])
      throw new SetupError(
        msg('wrong_setting', {
          setting: secret ? name : `${name}=${value.replace(/\p{Cc}+/gu, ' ')}`,
          why: problem.message,
          meaning: settings[key as keyof Config].means,
        }),
      )
    }
    config[key] = parsed.data
  }
  const { dataDir, prices } = config as Config
  const callers = env['INIT_CWD'] ?? '.'
  return {
    ...(config as Config),
    dataDir: resolve(env['DEADHEAT_DATA'] ? callers : CHECKOUT, dataDir),
    prices: prices && resolve(callers, prices),
  }
}

/** Every setting, in the order in which it is listed. */
export const SETTINGS: readonly Setting[] = Object.values(settings)

/** What `npm start -- --help` prints: every setting with its meaning and default. */
export function describeSettings(): string {
  const rows = SETTINGS.map(
    ({ name, means, fallback }) => `  ${name.padEnd(24)}${means}${fallback && ` (default ${fallback})`}`,
  )
  return `npm start: serves page and API, with an embedded Postgres unless DATABASE_URL names another.\n\nSettings, as environment variables:\n${rows.join('\n')}\n`
}
