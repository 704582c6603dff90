import { parseArgs } from 'node:util'
import { msg } from '../../../shared/messages/index.ts'
import { SetupError } from '../setup-error.ts'

/** Settings that can be given as options of `npm start` too, by the names of their variables. */
export interface StartOptions {
  PORT?: string
  HOST?: string
}

/**
 * Reads `--port N` and `--host ADDRESS`. They come before the environment variables.
 * @param args those after `npm start --`
 * @throws {SetupError} for anything else; it would otherwise be ignored
 */
export function startOptions(args: readonly string[]): StartOptions {
  const { tokens } = parseArgs({
    args: [...args],
    options: { port: { type: 'string' }, host: { type: 'string' } },
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const options: StartOptions = {}
  for (const token of tokens) {
    const given = token.kind === 'option' ? token.rawName : token.kind === 'positional' ? token.value : '--'
    const name = given === '--port' ? 'PORT' : given === '--host' ? 'HOST' : null
    if (name === null || token.kind !== 'option' || !token.value || token.value.startsWith('-'))
      throw new SetupError(msg('start_option_unknown', { option: given }))
    options[name] = token.value
  }
  return options
}
