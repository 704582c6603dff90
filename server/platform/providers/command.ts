/** A command as a provider: it reads the call as JSON and writes the answer. */
import type { ProviderOptions } from '../../../shared/contracts/index.ts'
import { msg } from '../../../shared/messages/index.ts'
import { runCommand } from '../run-command.ts'
import type { CommandEnd } from '../run-command.ts'
import { answerIn } from './answer-in.ts'
import { estimatedUsage, MOST_REPLY_BYTES } from './protocol.ts'
import { ProviderError } from './provider.ts'
import type { Completion, Provider } from './provider.ts'
import { lastLineOf } from './redact.ts'
import { callDataOf } from './request-template.ts'

export interface CommandProvider {
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
  const { name, command, folder, options, env, timeoutMs } = program
  const { costUsd = 0, answer } = options
  return {
    async complete(request): Promise<Completion> {
      const started = performance.now()
      const input = JSON.stringify(callDataOf(request))
      const bounds = { timeoutMs, mostBytes: MOST_REPLY_BYTES, signal: request.signal }
      const ended = await runCommand({ command, folder, env, input, ...bounds })
      const text = answerIn(outputOf(ended, program, costUsd), answer, name, costUsd)
      return {
        text,
        finishReason: 'stop',
        usage: estimatedUsage(request, text),
        usageRefused: false,
        model: '',
        costUsd,
        latencyMs: performance.now() - started,
      }
    },
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
