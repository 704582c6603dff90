import { openApp } from '../../../server/open-app.ts'
import type { AppContext } from '../../../server/open-app.ts'
import { readConfig } from '../../../server/platform/config.ts'
import type { Config } from '../../../server/platform/config.ts'
import { note } from './output.ts'
import type { Terminal } from './terminal.ts'

/**
 * Runs `act` with the configured database and closes the database afterwards. A server may run at the same time.
 * The embedded database is started for this time if no other process has started it.
 */
export async function withApp<T>(
  terminal: Terminal,
  act: (app: AppContext, config: Config) => Promise<T>,
): Promise<T> {
  const config = readConfig(terminal.env)
  // a run prints what it waits for, so logs appear only on request
  const logLevel = terminal.env['DEADHEAT_LOG'] ? config.logLevel : 'error'
  const app = await openApp({ ...config, logLevel }, (line) => note(terminal, line), {
    env: terminal.env,
  })
  try {
    return await act(app, config)
  } finally {
    await app.close()
  }
}
