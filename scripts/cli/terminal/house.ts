import { openHouse } from '../../../server/open-house.ts'
import type { House } from '../../../server/open-house.ts'
import { readConfig } from '../../../server/platform/config.ts'
import type { Config } from '../../../server/platform/config.ts'
import { note } from './output.ts'
import type { Terminal } from './terminal.ts'

/**
 * Does something with the database that the settings name, beside a running server or without one, and leaves it.
 * The embedded database is started for as long as it takes.
 */
export async function withHouse<T>(
  terminal: Terminal,
  act: (house: House, config: Config) => Promise<T>,
): Promise<T> {
  const config = readConfig(terminal.env)
  // what a run waits for is told in words; logs are for whoever asks for them
  const logLevel = terminal.env['DEADHEAT_LOG'] ? config.logLevel : 'error'
  const house = await openHouse({ ...config, logLevel }, (line) => note(terminal, line), {
    env: terminal.env,
  })
  try {
    return await act(house, config)
  } finally {
    await house.close()
  }
}
