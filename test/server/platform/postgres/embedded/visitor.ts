/** A process that opens the embedded Postgres of a folder, says so, and leaves it when its standard input ends. */
import { text } from 'node:stream/consumers'
import { openEmbeddedPostgres } from '../../../../../server/platform/postgres/embedded/index.ts'
import { SetupError } from '../../../../../server/platform/setup-error.ts'

const log = (line: string) => process.stderr.write(`${line}\n`)

try {
  const postgres = await openEmbeddedPostgres({ dataDir: process.argv[2], log, fsync: false })
  process.stdout.write(`${JSON.stringify(postgres)}\n`)
  await text(process.stdin)
  await postgres.close()
} catch (error) {
  if (!(error instanceof SetupError)) throw error
  log(error.message)
  process.exitCode = 3
}
