/** A command as a provider: it reads the call as JSON and writes the answer. */
import type { ProviderOptions } from '../../../shared/contracts/index.ts'
import { msg } from '../../../shared/messages/index.ts'
import { jsonIn } from '../json.ts'
import type { ReadTranscript } from '../read-transcript.ts'
import { readProgramReply, templateData, programProvider, redactAnswer } from './program-provider.ts'
import {
  providerFault,
  ProviderError,
  type CommandVerdict,
  type CompletionRequest,
  type Provider,
} from './provider.ts'
import { MAX_REPLY_BYTES } from './exchange.ts'
import { keyRemover, lastErrorLine, redact } from './redact.ts'
import { runCommand, type CommandEnd } from './run-command.ts'

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
  const { name, command, folder, options, env, secrets } = program
  const withoutKeys = keyRemover(secrets)
  const { costUsd = 0, answer: pointer } = options
  const answerTo = async (request: CompletionRequest): Promise<ReadTranscript> => {
    const { toCheck, signal } = request
    const input = JSON.stringify(toCheck ?? templateData(request))
    const requestTimeoutMs = options.timeoutSeconds === undefined ? request.timeoutMs : undefined
    const timeoutMs = requestTimeoutMs ?? program.timeoutMs
    const bounds = { timeoutMs, mostBytes: MAX_REPLY_BYTES, signal }
    const ended = await runCommand({ command, folder, env, input, ...bounds })
    if (toCheck) return { text: JSON.stringify(verdictIn(ended, program, costUsd)), steps: [] }
    const output = checkedOutput(ended, { ...program, timeoutMs }, costUsd)
    return redactAnswer(readProgramReply(output, { provider: name, pointer, costUsd }), withoutKeys)
  }
  return { ...programProvider(costUsd, answerTo), endsWithRun: true }
}

/** @throws {ProviderError} if the command did not end with exit code 0 */
function checkedOutput(
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
      const finding = providerFault(name, `did not end within ${timeoutMs / 1000} s, so it was killed`)
      throw new ProviderError('timeout', finding, null, costUsd)
    }
    case 'too_large': {
      const mebibytes = Math.floor(MAX_REPLY_BYTES / 2 ** 20)
      throw new ProviderError(
        'too_large',
        providerFault(name, `was cut off: the reply is larger than ${mebibytes} MiB`),
        null,
        costUsd,
      )
    }
    case 'exited': {
      const { code, signal, output, errors } = ended
      if (code === 0) return output
      const line = lastErrorLine(errors, secrets)
      const finding = msg('command_ended', {
        provider: name,
        how: code === null ? `was ended by ${signal!}` : `ended with exit code ${code}`,
        line,
      })
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
  const output = isFailure ? ended.output : checkedOutput(ended, program, costUsd)
  const text = output.toString('utf8')
  const unreadable = (how: string) => new ProviderError('unreadable', providerFault(name, how), null, costUsd)
  const written = verdictWritten(text)
  if (written === null) {
    const errorLine = ended.end === 'exited' ? lastErrorLine(ended.errors, secrets) : ''
    const line = errorLine || lastErrorLine({ text, isCut: false }, secrets)
    return { pass: !isFailure, reason: line || null }
  }
  const { pass, reason } = written
  if (typeof pass !== 'boolean') throw unreadable('wrote JSON whose `pass` is neither true nor false')
  if (pass && isFailure) throw unreadable('wrote `"pass": true` and ended with exit code 1')
  return { pass, reason: typeof reason === 'string' ? redact(reason, secrets) || null : null }
}

/** The JSON object with `pass` that is the whole output; null if it is something else. */
function verdictWritten(text: string): { pass: unknown; reason?: unknown } | null {
  const value = jsonIn(text)
  return typeof value === 'object' && value !== null && 'pass' in value ? value : null
}
