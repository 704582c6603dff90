/** `providers` of arena.yaml: who makes answers, and how each is called. */
import { z } from 'zod'
import { refuse } from './refusals.ts'

const Variable = z.string().regex(/^[A-Z_][A-Z0-9_]*$/, refuse('no_variable'))

const Limits = {
  concurrency: z
    .number()
    .int()
    .positive()
    .optional()
    .describe('Calls at once from each process; 8 if left out.'),
  requestsPerMinute: z
    .number()
    .positive()
    .optional()
    .describe('Requests a minute from each process, spread evenly.'),
}

const Query = z.record(z.string(), z.string())

const ModelServer = {
  baseUrl: z.url().optional().describe("The server's address, if it is not the vendor's."),
  apiKeyEnv: Variable.optional().describe(
    'The environment variable that holds the key. The key itself is never in a file. Only a provider with a `baseUrl` may leave it out: then no key is sent.',
  ),
  ...Limits,
}

/** How long one call may take: a day is more than any answer needs, and timers take no more than 24 days. */
const LONGEST_SECONDS = 86_400

const PerCall = {
  answer: z
    .string()
    .regex(/^(\/([^~/]|~[01])*)*$/, refuse('no_pointer'))
    .optional()
    .describe(
      'Where the text of the answer is in a reply in JSON, as a JSON Pointer (RFC 6901), such as `/choices/0/text`. If left out, the whole reply is the answer.',
    ),
  timeoutSeconds: z
    .number()
    .positive()
    .max(LONGEST_SECONDS)
    .optional()
    .describe('How long one call may take; DEADHEAT_CALL_TIMEOUT if left out.'),
  costUsd: z
    .number()
    .nonnegative()
    .optional()
    .describe('What one call costs, in US dollars. Counted as 0 if left out.'),
}

/** One provider of an arena.yaml. */
export const ProviderFile = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('openai').describe('How it is called: the protocol of its server, or in another way.'),
    ...ModelServer,
    apiKeyHeader: z
      .string()
      .regex(/^[A-Za-z0-9-]+$/, refuse('no_header'))
      .optional()
      .describe('The header that carries the key, such as `api-key`; `authorization` if left out.'),
    query: Query.optional().describe('Added to the address of each call, such as `api-version`.'),
  }),
  z.strictObject({ type: z.literal('anthropic'), ...ModelServer }),
  z.strictObject({
    type: z.literal('http'),
    url: z.url().describe('The address that is called.'),
    method: z.enum(['POST', 'PUT', 'PATCH', 'GET']).default('POST').describe('`GET` sends no body.'),
    query: Query.optional(),
    headers: z
      .record(z.string().regex(/^[A-Za-z0-9-]+$/, refuse('no_header')), z.string())
      .optional()
      .describe('Headers of each call. A secret is written as `{{env.NAME}}`, never itself.'),
    body: z
      .json()
      .optional()
      .describe('The JSON that is sent, with placeholders (docs/how-to/contestants.md#placeholders).'),
    ...PerCall,
    ...Limits,
  }),
  z.strictObject({
    type: z.literal('exec'),
    command: z
      .array(z.string())
      .min(1)
      .describe(
        'The program and its arguments. It is started in the folder of the file, without a shell. It reads JSON and writes the answer.',
      ),
    env: z
      .array(Variable)
      .optional()
      .describe('Environment variables that are passed on, besides PATH, HOME, LANG and TMPDIR.'),
    ...PerCall,
    ...Limits,
  }),
])
export type ProviderFile = z.infer<typeof ProviderFile>
export type ProviderType = ProviderFile['type']

/** What an arena.yaml says about a provider besides its type, address, key and limits. */
export interface ProviderOptions {
  apiKeyHeader?: string
  query?: Record<string, string>
  method?: 'POST' | 'PUT' | 'PATCH' | 'GET'
  headers?: Record<string, string>
  body?: z.core.util.JSONType
  answer?: string
  timeoutSeconds?: number
  costUsd?: number
  command?: string[]
  env?: string[]
  /** The folder in which the command is started: that of the arena.yaml. */
  folder?: string
}

/** Whether a provider is no server of models: it takes any parameters, and its calls have a price of their own. */
export const isOwnProgram = (type: ProviderType): type is 'http' | 'exec' =>
  type === 'http' || type === 'exec'

/** The environment variables named as `{{env.NAME}}` in the headers of a provider. */
export const variablesIn = (headers: Readonly<Record<string, string>> = {}): string[] => [
  ...new Set(
    Object.values(headers).flatMap((value) =>
      [...value.matchAll(/\{\{\s*env\.([A-Z_][A-Z0-9_]*)\s*\}\}/g)].map(([, name]) => name!),
    ),
  ),
]
