/** A server is killed in the middle of its first migrations. */
import { openEmbeddedPostgres } from '../../../../server/platform/postgres/embedded/index.ts'
import { killMigrations } from '../kill-migrations.ts'
import { inFolder, type World } from '../world.ts'

export const migrations: World = {
  name: 'migrations',
  about: 'kill -9 in the middle of the migrations',
  times: { long: 12, short: 1 },
  run: (options) =>
    inFolder(async (folder) => {
      const postgres = await openEmbeddedPostgres({ dataDir: folder, fsync: false })
      const empty = {
        create: (name: string) => `create database ${name}`,
        migrations: 0,
        check: async () => [],
      }
      try {
        return await killMigrations(folder, postgres.connectionString, empty, options)
      } finally {
        await postgres.close()
      }
    }),
}
