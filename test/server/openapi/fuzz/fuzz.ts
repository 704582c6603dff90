/** Sends requests that are made from the OpenAPI document to a real server, and checks each answer by the document. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { shuffled } from '../../../../server/judging/plan/planned.ts'
import type { IssuedBattle } from '../../../../shared/contracts/index.ts'
import { RandomStream } from '../../../../shared/stats/numbers/random.ts'
import type { TestApp } from '../../../support/app.ts'
import { Visitor } from '../../visitor.ts'
import { OPEN_BATTLE, OPEN_TICKET, requestsOf, type FuzzedRequest, type Operation } from './requests-of.ts'
import type { JsonSchema, Known } from './values-of.ts'

/** A request without an answer after so long hangs. */
const LONGEST_MS = 30_000
/** Requests that are under way at the same time. */
const AT_ONCE = 4

export interface Fuzzed {
  /** How many requests got an answer. */
  answers: number
  /** Operations without a single successful answer. */
  neverSuccessful: string[]
  /** What is wrong, with the request that shows it. */
  faults: string[]
}

/**
 * Sends `count` requests, as many for each operation; equal seeds make equal requests. What an operation finds depends on
 * those under way beside it, so one without success is sent as many again.
 */
export async function fuzz(
  app: TestApp,
  { count, seed, known, voteIn }: { count: number; seed: number; known: Known; voteIn: string },
): Promise<Fuzzed> {
  const address = await app.serve()
  const operations = await operationsOf(app)
  const there = { ...known, '/oembed url': [`${address}/a/${voteIn}?category=a`] }
  const each = Math.ceil(count / operations.length)
  const statuses = new Map(operations.map((operation) => [operation, [] as number[]]))
  const faults: string[] = []
  const check = answerCheck()
  const visitor = new Visitor(app)
  const sendEach = async (some: Operation[], firstSeed: number) => {
    const requests = some.flatMap((operation, n) =>
      fc.sample(requestsOf(operation, there), { seed: firstSeed + n, numRuns: each }),
    )
    const left = shuffled(requests, new RandomStream(firstSeed, 0))
    const send = async () => {
      for (let request = left.pop(); request; request = left.pop()) {
        const filled = await withOpenBattle(request, visitor, voteIn)
        const fault = await answered(address, filled, statuses.get(request.operation)!, check)
        const logged = fault?.startsWith('5')
          ? app.logged.findLast((line) => line.includes('request failed'))
          : ''
        if (fault) faults.push([shown(filled), fault, logged].join('\n  '))
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, send))
  }
  const unsuccessful = () => operations.filter((one) => !statuses.get(one)!.some((status) => status < 400))
  await sendEach(operations, seed)
  await sendEach(unsuccessful(), seed + operations.length)
  return {
    answers: [...statuses.values()].flat().length,
    neverSuccessful: unsuccessful().map(({ method, path }) => `${method} ${path}`),
    faults,
  }
}

async function operationsOf(app: TestApp): Promise<Operation[]> {
  const { paths } = (await (await app.request('/openapi.json')).json()) as {
    paths: Record<string, Record<string, Described>>
  }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      method,
      path,
      parameters: described.parameters ?? [],
      body: described.requestBody?.content['application/json']?.schema ?? null,
      isAdmin: (described.security ?? []).some((scheme) => 'admin' in scheme),
      byTicket: (described.security ?? []).some((scheme) => 'ticket' in scheme),
      answers: Object.fromEntries(
        Object.entries(described.responses).map(([status, { content = {} }]) => [
          status,
          Object.fromEntries(
            Object.entries(content).map(([type, { schema }]) => [
              type,
              type.endsWith('json') && schema && Object.keys(schema).length > 0 ? schema : null,
            ]),
          ),
        ]),
      ),
    })),
  )
}

interface Described {
  parameters?: Operation['parameters']
  requestBody?: { content: Record<string, { schema: JsonSchema }> }
  responses: Record<string, { content?: Record<string, { schema?: JsonSchema }> }>
  security?: object[]
}

/** A request for an open battle gets one; one that takes a vote back gets a battle with a vote. */
async function withOpenBattle(
  request: FuzzedRequest,
  visitor: Visitor,
  arena: string,
): Promise<FuzzedRequest> {
  const text = JSON.stringify([request.path, request.body, request.headers])
  if (!text.includes(OPEN_BATTLE) && !text.includes(OPEN_TICKET)) return request
  const issued = await visitor.ask(arena)
  if (issued.status !== 201) return request
  const open = (await issued.json()) as IssuedBattle
  if (request.operation.method === 'delete') await visitor.vote(open, 'left')
  const { battle, ticket } = open
  const fill = (part: string) => part.replaceAll(OPEN_BATTLE, battle.id).replaceAll(OPEN_TICKET, ticket)
  return {
    ...request,
    path: fill(request.path),
    body: request.body && fill(request.body),
    headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, fill(value)])),
  }
}

type AnswerCheck = (operation: Operation, status: number, type: string, text: string) => string | null

async function answered(
  address: string,
  { operation, path, headers, body }: FuzzedRequest,
  statuses: number[],
  check: AnswerCheck,
): Promise<string | null> {
  const ended = new AbortController()
  const timer = setTimeout(() => ended.abort(), LONGEST_MS)
  try {
    const method = operation.method.toUpperCase()
    const response = await fetch(new URL(path, address), { method, headers, body, signal: ended.signal })
    statuses.push(response.status)
    const type = response.headers.get('content-type')?.split(';')[0] ?? ''
    if (type === 'text/event-stream') {
      await response.body!.cancel()
      return response.status === 200 ? null : `a stream with status ${response.status}`
    }
    return check(operation, response.status, type, await response.text())
  } catch (error) {
    return ended.signal.aborted ? `no answer after ${LONGEST_MS} ms` : `no answer: ${String(error)}`
  } finally {
    clearTimeout(timer)
  }
}

/** What the document does not allow about an answer; null: nothing. */
function answerCheck(): AnswerCheck {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  const compiled = new Map<JsonSchema, ValidateFunction>()
  return ({ answers }, status, type, text) => {
    if (status >= 500 && status !== 501) return `${status}: ${text.slice(0, 300)}`
    const media = answers[status]
    if (!media) return `status ${status} is not described: ${text.slice(0, 200)}`
    if (status === 304) return text === '' ? null : 'a 304 with a body'
    if (!(type in media)) return `${status} is ${type}, not ${Object.keys(media).join(' or ')}`
    const schema = media[type]
    if (schema === null) return null
    if (!compiled.has(schema)) compiled.set(schema, ajv.compile(schema))
    const validate = compiled.get(schema)!
    return validate(JSON.parse(text))
      ? null
      : `${status} is not as its schema: ${ajv.errorsText(validate.errors)}`
  }
}

const shown = ({ operation, path, headers, body }: FuzzedRequest) =>
  `${operation.method.toUpperCase()} ${path} ${JSON.stringify(headers)} ${body?.slice(0, 600) ?? ''}`
