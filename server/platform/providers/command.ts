/** A command as a provider: it reads the call as JSON and writes the answer. */
import type { ProviderOptions } from '../../../shared/contracts/index.ts'
import { msg, type CodedMessage } from '../../../shared/messages/index.ts'
import { estimatedUsage, MOST_REPLY_BYTES, storable } from './protocol.ts'
import {
  ProviderError,
  type CommandVerdict,
  type Completion,
  type Provider,
  type CompletionRequest,
} from './provider.ts'
import { keyRemover, lastLineOf, redact } from './redact.ts'
import { spawn, type ChildProcess } from 'node:child_process'
import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { JsonBounds } from './public-fetch.ts'
import { readTranscript, type ReadTranscript } from '../read-transcript.ts'

interface CommandProvider {
  /** Its name in messages. */
  name: string
  command: readonly string[]
  folder: string
  options: ProviderOptions
  /** Its whole environment. */
  env: Readonly<Record<string, string>>
  /** The values that no message may contain. */
  secrets: readonly string[]
  timeoutMs: number
}

/** The exit code for "try again later", EX_TEMPFAIL of sysexits.h. */
const TRY_LATER = 75

/** @returns the command as a provider. Each call that starts it costs `costUsd` of its options */
export function commandProvider(program: CommandProvider): Provider {
  const { name, command, folder, options, env, secrets, timeoutMs } = program
  const withoutKeys = keyRemover(secrets)
  const { costUsd = 0, answer } = options
  return {
    async complete(request): Promise<Completion> {
      const started = performance.now()
      const { toCheck } = request
      const input = JSON.stringify(toCheck ?? callDataOf(request))
      const bounds = { timeoutMs, mostBytes: MOST_REPLY_BYTES, signal: request.signal }
      const ended = await runCommand({ command, folder, env, input, ...bounds })
      const { text, steps } = toCheck
        ? { text: JSON.stringify(verdictIn(ended, program, costUsd)), steps: [] }
        : await withoutKeysIn(answerIn(outputOf(ended, program, costUsd), answer, name, costUsd), withoutKeys)
      return {
        text,
        ...(steps.length > 0 && { transcript: steps }),
        finishReason: 'stop',
        usage: estimatedUsage(request, text),
        usageRefused: false,
        model: '',
        costUsd,
        latencyMs: performance.now() - started,
      }
    },
    endsWithRun: true,
    knows: () => Promise.resolve(null),
    mostCostOf: () => costUsd,
  }
}

/** @throws {ProviderError} if the command did not end with exit code 0 */
function outputOf(
  ended: CommandEnd,
  { name, command, secrets, timeoutMs }: CommandProvider,
  costUsd: number,
): Buffer {
  switch (ended.end) {
    case 'not_started': {
      const finding = msg('command_not_started', { provider: name, command: command[0], fault: ended.code })
      throw new ProviderError('unreachable', finding, null, 0, true)
    }
    case 'timed_out': {
      const finding = msg('command_timeout', { provider: name, seconds: timeoutMs / 1000 })
      throw new ProviderError('timeout', finding, null, costUsd)
    }
    case 'too_large': {
      const mebibytes = Math.floor(MOST_REPLY_BYTES / 2 ** 20)
      throw new ProviderError(
        'too_large',
        msg('provider_too_large', { provider: name, mebibytes }),
        null,
        costUsd,
      )
    }
    case 'exited': {
      const { code, signal, output, errors } = ended
      if (code === 0) return output
      const line = lastLineOf(errors, secrets)
      const finding =
        code === null
          ? msg('command_killed', { provider: name, signal: signal!, line })
          : msg('command_exited', { provider: name, exit: code, line })
      throw new ProviderError(code === TRY_LATER ? 'server_error' : 'command_failed', finding, null, costUsd)
    }
  }
}

/** The exit code with which a check says that the answer fails. */
const FAILS = 1

/**
 * The verdict of a command on an answer: `pass` of the JSON that it writes, else its exit code. Without a reason in
 * JSON, the reason is the last line of its standard error or output.
 * @throws {ProviderError} if it ended in another way, or what it wrote contradicts itself
 */
function verdictIn(ended: CommandEnd, program: CommandProvider, costUsd: number): CommandVerdict {
  const { name, secrets } = program
  const isFailure = ended.end === 'exited' && ended.code === FAILS
  const output = isFailure ? ended.output : outputOf(ended, program, costUsd)
  const text = output.toString('utf8')
  const unreadable = (why: CodedMessage) => new ProviderError('unreadable', why, null, costUsd)
  const written = verdictWritten(text)
  if (written === null) {
    const errorLine = ended.end === 'exited' ? lastLineOf(ended.errors, secrets) : ''
    const line = errorLine || lastLineOf({ text, isCut: false }, secrets)
    return { pass: !isFailure, reason: line || null }
  }
  const { pass, reason } = written
  if (typeof pass !== 'boolean') throw unreadable(msg('verdict_not_boolean', { provider: name }))
  if (pass && isFailure) throw unreadable(msg('verdict_contradicted', { provider: name }))
  return { pass, reason: typeof reason === 'string' ? redact(reason, secrets) || null : null }
}

/** The JSON object with `pass` that is the whole output; null if it is something else. */
function verdictWritten(text: string): { pass: unknown; reason?: unknown } | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && 'pass' in value ? value : null
  } catch {
    return null
  }
}

// Runs a program with bounds on its time and output, and ends everything that it started.

export interface CommandToRun {
  /** The program and its arguments; no shell reads them. */
  command: readonly string[]
  /** The folder in which it starts. */
  folder: string
  /** Its whole environment. */
  env: Readonly<Record<string, string>>
  input: string
  timeoutMs: number
  /** The bound on its standard output. */
  mostBytes: number
  signal?: AbortSignal | undefined
}

export type CommandEnd =
  | { end: 'exited'; code: number | null; signal: NodeJS.Signals | null; output: Buffer; errors: ErrorText }
  /** It could not be started, by this code of the operating system. */
  | { end: 'not_started'; code: string }
  | { end: 'timed_out' }
  | { end: 'too_large' }

/** The last part of the standard error, and whether more came before it. */
export interface ErrorText {
  text: string
  isCut: boolean
}

const MOST_ERROR_BYTES = 2 ** 16

/** How long output is awaited after the end of a program whose descendants left its process group. */
const DRAIN_MS = 1000

/**
 * Runs a program in a process group of its own. When the program ends or breaks a bound, the whole group is killed.
 * When the signal is aborted, the group first gets SIGTERM and a grace time. If this process is killed, so is the
 * group.
 * @throws the signal's reason when it is aborted, once the group has ended
 */
export async function runCommand(toRun: CommandToRun): Promise<CommandEnd> {
  const { command, folder, env, input, timeoutMs, mostBytes, signal } = toRun
  signal?.throwIfAborted()
  const output: Buffer[] = []
  let outputBytes = 0
  let errors = Buffer.alloc(0)
  let isCut = false
  let stopped: 'timed_out' | 'too_large' | 'aborted' | null = null
  let ending: Promise<void> | null = null
  let child: ChildProcess
  haveGuard()
  try {
    child = spawn(command[0], command.slice(1), {
      cwd: folder,
      env,
      stdio: 'pipe',
      detached: true,
      shell: false,
    })
  } catch (error) {
    return { end: 'not_started', code: (error as NodeJS.ErrnoException).code ?? 'EINVAL' }
  }
  const { pid } = child
  const release = pid === undefined ? () => undefined : guardGroup(pid)
  const stop = (why: 'timed_out' | 'too_large') => {
    stopped ??= why
    if (pid !== undefined) killGroup(pid)
  }
  const onAbort = () => {
    stopped ??= 'aborted'
    if (pid !== undefined) ending ??= endGroup(pid)
  }
  const timer = setTimeout(() => stop('timed_out'), timeoutMs)
  signal?.addEventListener('abort', onAbort)
  child.stdout!.on('data', (chunk: Buffer) => {
    outputBytes += chunk.length
    if (outputBytes > mostBytes) stop('too_large')
    else output.push(chunk)
  })
  child.stderr!.on('data', (chunk: Buffer) => {
    const all = Buffer.concat([errors, chunk])
    isCut ||= all.length > MOST_ERROR_BYTES
    errors = all.subarray(-MOST_ERROR_BYTES)
  })
  // a program may end without reading its input
  child.stdin!.on('error', () => undefined)
  child.stdin!.end(input)
  try {
    return await new Promise<CommandEnd>((resolve) => {
      child.once('error', (error: NodeJS.ErrnoException) => {
        if (pid === undefined) resolve({ end: 'not_started', code: error.code ?? error.message })
      })
      child.once('exit', (code, exitSignal) => {
        if (stopped !== 'aborted') killGroup(pid!)
        const ended = () =>
          resolve({
            end: 'exited',
            code,
            signal: exitSignal,
            output: Buffer.concat(output),
            errors: { text: errors.toString(), isCut },
          })
        const draining = setTimeout(() => {
          child.stdout!.destroy()
          child.stderr!.destroy()
        }, DRAIN_MS)
        child.once('close', () => {
          clearTimeout(draining)
          if (stopped === 'timed_out' || stopped === 'too_large') resolve({ end: stopped })
          else ended()
        })
      })
    }).then(async (end) => {
      await ending
      if (stopped === 'aborted') signal!.throwIfAborted()
      return end
    })
  } finally {
    release()
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
}

/** What a program gets of the environment without being named. */
const USUAL = ['PATH', 'HOME', 'LANG', 'TMPDIR']

/** The environment of a program: the usual variables, and those that are named. */
export const environmentOf = (
  env: Readonly<Record<string, string | undefined>>,
  named: readonly string[],
): Record<string, string> =>
  Object.fromEntries(
    [...USUAL, ...named].flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])),
  )

// Ends commands whose Deadheat was killed: a second process sees its pipe close, and ends their process groups.

const PROGRAM = fileURLToPath(new URL('./end-orphans.ts', import.meta.url))

const groups = new Set<number>()
let guard: { write(line: string): void } | null = null

/** Starts the guard unless it runs. Called before a command starts, which then never runs while its guard starts. */
function haveGuard(): void {
  guard ??= startGuard()
}

/**
 * Lets the guard end this process group if this process ends first, in whatever way.
 * @returns what to call when the group has ended
 */
function guardGroup(id: number): () => void {
  groups.add(id)
  if (guard) guard.write(`+${id}\n`)
  else guard = startGuard()
  return () => {
    groups.delete(id)
    guard?.write(`-${id}\n`)
  }
}

/** Starts a guard that knows all groups. If it ends, the next command starts another one. */
function startGuard() {
  // a signal to this process's group does not reach a detached process
  const child = spawn(process.execPath, [PROGRAM], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  const gone = () => (guard = null)
  child.once('error', gone)
  child.once('exit', gone)
  child.stdin.on('error', gone)
  child.unref()
  const pipe = child.stdin as Socket
  pipe.unref()
  pipe.write([...groups].map((id) => `+${id}\n`).join(''))
  return pipe
}

// Process groups: a program and everything that it started.

/** The time between SIGTERM and SIGKILL. */
const GRACE_MS = 2000
const LOOK_EVERY_MS = 20

/** Kills every process of the group at once. */
const killGroup = (id: number): void => void signalGroup(id, 'SIGKILL')

/** Asks every process of the group to end, and kills those that are left after the grace time. */
export async function endGroup(id: number): Promise<void> {
  signalGroup(id, 'SIGTERM')
  const until = performance.now() + GRACE_MS
  while (performance.now() < until && signalGroup(id, 0)) await sleep(LOOK_EVERY_MS)
  killGroup(id)
}

/** @returns false if the group has ended */
function signalGroup(id: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-id, signal)
  } catch {
    return false
  }
}

// What is sent to an HTTP endpoint or a command: the data of a call, and templates that are filled with it.

/** The data of one call, by the names of its placeholders. */
interface CallData {
  model: string
  /** The system text; empty if there is none. */
  system: string
  /** All messages, the system text first. */
  messages: { role: string; content: string }[]
  /** The last message of the user. */
  last: string
  /** The id of the prompt. */
  prompt: string
  /** The number of the answer among those to the same prompt, from 1. */
  sample: number
  /** The turn of the conversation that is answered, from 0. */
  turn: number
  params: Record<string, unknown>
}

const PLACEHOLDER = /\{\{\s*([a-z]+(?:\.[\w-]+)?)\s*\}\}/g
const NAMES = new Set<string>([
  'model',
  'system',
  'messages',
  'last',
  'prompt',
  'sample',
  'turn',
  'params',
] satisfies (keyof CallData)[])

export function callDataOf({ model, system, messages, params, about }: CompletionRequest): CallData {
  return {
    model,
    system: system ?? '',
    messages: [...(system === null ? [] : [{ role: 'system', content: system }]), ...messages],
    last: messages.findLast(({ role }) => role === 'user')?.content ?? '',
    prompt: about?.prompt ?? '',
    sample: about?.sample ?? 1,
    turn: about?.turn ?? 0,
    params,
  }
}

/**
 * A template with its placeholders replaced, in texts at any depth; names of fields stay. A text that is one placeholder
 * becomes its value, such as a list of messages. In a longer text, values that are no text are written as JSON.
 */
export function fillTemplate(template: unknown, data: CallData): unknown {
  if (typeof template === 'string') return fillText(template, data)
  if (Array.isArray(template)) return template.map((one) => fillTemplate(one, data))
  if (typeof template !== 'object' || template === null) return template
  return Object.fromEntries(Object.entries(template).map(([name, one]) => [name, fillTemplate(one, data)]))
}

function fillText(text: string, data: CallData): unknown {
  const [whole] = text.matchAll(PLACEHOLDER)
  if (whole && whole[0] === text.trim()) return valueOf(whole[1], data) ?? null
  return text.replace(PLACEHOLDER, (_, name: string) => {
    const value = valueOf(name, data) ?? ''
    return typeof value === 'string' ? value : JSON.stringify(value)
  })
}

const valueOf = (name: string, data: CallData): unknown => atPointer(data, `/${name.replace('.', '/')}`)

/** The placeholders of a template that no call has. */
export function unknownPlaceholders(template: unknown): string[] {
  if (typeof template === 'string')
    return [...template.matchAll(/\{\{\s*(.*?)\s*\}\}/g)]
      .map(([, name]) => name)
      .filter((name) => !isKnown(name))
  if (typeof template !== 'object' || template === null) return []
  return [...new Set(Object.values(template).flatMap(unknownPlaceholders))]
}

const isKnown = (name: string): boolean => NAMES.has(name) || /^params\.[\w-]+$/.test(name)

// The answer in what an HTTP endpoint or a command sent.

/**
 * Reads the answer: a text, or an agent's list of messages.
 * @param pointer where it is in a reply in JSON; undefined: the whole reply, without white space at its ends
 * @param costUsd what the call cost
 * @throws {ProviderError} `unreadable`: it is no UTF-8, no JSON, has neither at the pointer, or the list cannot be read; `empty`
 */
export function answerIn(
  bytes: Uint8Array,
  pointer: string | undefined,
  provider: string,
  costUsd: number,
): ReadTranscript {
  const unreadable = (why: CodedMessage) => new ProviderError('unreadable', why, null, costUsd)
  let sent: string
  try {
    sent = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw unreadable(msg('reply_not_utf8', { provider }))
  }
  const found = pointer === undefined ? sent.trim() : atPointer(jsonOf(sent), pointer)
  const read = Array.isArray(found) ? readTranscript(found) : { text: found, steps: [] }
  if ('code' in read) throw unreadable(msg('reply_transcript', { provider, wrong: read }))
  const { text, steps } = read
  if (typeof text !== 'string') throw unreadable(msg('reply_without_text', { provider, pointer: pointer! }))
  if (text.trim() === '') throw new ProviderError('empty', msg('provider_empty', { provider }), null, costUsd)
  return storable({ text, steps })

  function jsonOf(json: string): unknown {
    if (new JsonBounds().isExceeded(bytes)) throw unreadable(msg('reply_no_json', { provider }))
    try {
      return JSON.parse(json)
    } catch {
      throw unreadable(msg('reply_no_json', { provider }))
    }
  }
}

/** The answer and its transcript without the keys that came back in them. */
export async function withoutKeysIn(
  { text, steps }: ReadTranscript,
  withoutKeys: (text: string) => Promise<string>,
): Promise<ReadTranscript> {
  const cleaned: ReadTranscript = { text: await withoutKeys(text), steps: [] }
  for (const step of steps) {
    const tool = step.tool === undefined ? undefined : await withoutKeys(step.tool)
    cleaned.steps.push({ ...step, text: await withoutKeys(step.text), ...(tool !== undefined && { tool }) })
  }
  return cleaned
}

// JSON Pointers, RFC 6901: `/choices/0/text`.

/** The value that a pointer names in a JSON document; undefined if there is none. The empty pointer names all of it. */
function atPointer(document: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce(memberOf, document)
}

function memberOf(holder: unknown, token: string): unknown {
  if (Array.isArray(holder)) return /^(0|[1-9]\d*)$/.test(token) ? holder[Number(token)] : undefined
  if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, token)) return undefined
  return (holder as Record<string, unknown>)[token]
}
