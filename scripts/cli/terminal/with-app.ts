import type { AppContext } from '../../../server/open-app.ts'
import { readConfig, type Config } from '../../../server/platform/config/config.ts'
import { msg } from '../../../shared/messages/index.ts'
import { UsageError } from './errors.ts'
import { printNote, SERVER, type Terminal } from './terminal.ts'

/**
 * The caller means the arenas of a server that is named, never those of this machine.
 * @throws {UsageError} if options or environment name one
 */
export function refuseServer({ server, token, env }: Terminal): void {
  if ((server ?? env[SERVER])?.trim() || token)
    throw new UsageError(msg('not_over_http', { what: 'This command' }))
}

/** A command does one thing, and each connection costs Postgres as much as twenty statements. */
const MAX_CONNECTIONS = 5

/**
 * Runs `act` with the configured database and closes the database afterwards. A server may run at the same time.
 * The embedded database is started for this time if no other process has started it.
 * @throws {UsageError} if the environment names a server to work on, and the command cannot do so
 * @throws {ProblemError} for an arena that does not exist, with the nearest names
 */
export async function withApp<T>(
  terminal: Terminal,
  act: (app: AppContext, config: Config) => Promise<T>,
): Promise<T> {
  refuseServer(terminal)
  const config = readConfig(terminal.env)
  // a run prints what it waits for, so logs appear only on request
  const logLevel = terminal.env['DEADHEAT_LOG'] ? config.logLevel : 'error'
  // most of the server, which a refusal does without
  const { openApp } = await import('../../../server/open-app.ts')
  const connections = Math.min(config.connections, MAX_CONNECTIONS)
  const app = await openApp({ ...config, logLevel, connections }, (line) => printNote(terminal, line), {
    env: terminal.env,
  })
  try {
    return await act(app, config)
  } catch (error) {
    const { withNearArenas } = await import('../../../server/arenas/index.ts')
    throw await withNearArenas(error as Error, app.deps, () => true)
  } finally {
    await app.close()
  }
}
