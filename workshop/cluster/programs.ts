/** The programs of the cluster that Debian packages. */
import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { PGBOUNCER } from './pgbouncer.ts'

export interface Programs {
  /** The folder of `postgres`, `initdb` and `pg_basebackup`. */
  postgres: string
  pgbouncer: string
  caddy: string
}

const POSTGRES_FOLDERS = ['/usr/lib/postgresql/*/bin', '/opt/homebrew/opt/postgresql@*/bin']

/** The programs of this machine, and the packages that are missing. */
export function findPrograms(): { [K in keyof Programs]: Programs[K] | undefined } & { missing: string[] } {
  const postgres = globSync(POSTGRES_FOLDERS)
    .filter((folder) => existsSync(join(folder, 'pg_basebackup')) && existsSync(join(folder, 'postgres')))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .at(-1)
  const caddy = ['/usr/bin/caddy', '/usr/local/bin/caddy', '/opt/homebrew/bin/caddy'].find((path) =>
    existsSync(path),
  )
  const found = { postgresql: postgres, pgbouncer: PGBOUNCER, caddy }
  const missing = Object.entries(found).flatMap(([name, path]) => (path === undefined ? [name] : []))
  return { postgres, pgbouncer: PGBOUNCER, caddy, missing }
}

/** @throws {Error} with the command that installs what is missing */
export function allPrograms(): Programs {
  const { postgres, pgbouncer, caddy, missing } = findPrograms()
  if (!postgres || !pgbouncer || !caddy)
    throw new Error(`The cluster needs ${missing.join(', ')}: apt-get install ${missing.join(' ')}`)
  return { postgres, pgbouncer, caddy }
}
