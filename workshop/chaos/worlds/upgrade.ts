/** A server is killed while it migrates the filled database of an earlier version; nothing stored may change. */
import { openEmbeddedPostgres } from '../../../server/platform/postgres/embedded/index.ts'
import { COUNTED_VOTES, EARLIER_ARENA, makeEarlierDatabase } from '../earlier-database.ts'
import { applied, killMigrations, query } from './migrations.ts'
import { inFolder, type World } from '../world.ts'

const TEMPLATE = 'chaos_earlier'
/** The tables of the earlier version whose rows an upgrade must leave as they are. Later columns do not count. */
const TABLES = [
  'contestants',
  'prompts',
  'answers',
  'battles',
  'votes',
  'retractions',
  'quarantines',
  'providers',
  'judge_versions',
  'runs',
  'judgements',
  'calls',
  'climb_epochs',
  'climb_references',
  'challenges',
  'audit_entries',
]

export const upgrade: World = {
  name: 'upgrade',
  about: 'kill -9 while a filled database of an earlier version is migrated',
  times: { long: 12, short: 1 },
  run: (options) =>
    inFolder(async (folder) => {
      const postgres = await openEmbeddedPostgres({ dataDir: folder, fsync: false })
      try {
        const { connectionString } = postgres
        await query(connectionString, `create database ${TEMPLATE}`)
        const template = new URL(connectionString)
        template.pathname = `/${TEMPLATE}`
        await makeEarlierDatabase(template.href)
        const sums = await sumsBy(template.href)
        const before = await checksums(template.href, sums)
        const outcome = await killMigrations(
          folder,
          connectionString,
          {
            create: (name) => `create database ${name} template ${TEMPLATE}`,
            migrations: await applied(template.href),
            check: async (databaseUrl, address) => [
              ...changed(before, await checksums(databaseUrl, sums)),
              ...(await boardProblems(address)),
            ],
          },
          options,
        )
        const rows = [...before.values()].reduce((sum, one) => sum + one.rows, 0)
        const figures = [`${rows.toLocaleString('en')} rows in ${before.size} tables as before`]
        return { ...outcome, figures: [...outcome.figures, ...figures] }
      } finally {
        await postgres.close()
      }
    }),
}

interface Sum {
  rows: number
  sum: string
}

/**
 * For each table, SQL that counts its rows and sums up the columns of the earlier version. By which rules a text was searched
 * is left out: the new version searches all texts again once it runs.
 */
async function sumsBy(databaseUrl: string): Promise<Map<string, string>> {
  const rows = await query(
    databaseUrl,
    `select table_name as table, string_agg(format('%I', column_name), ', ' order by ordinal_position) as columns
     from information_schema.columns
     where table_schema = 'public' and not column_name = any ('{leak_rules,injection_rules}') group by table_name`,
  )
  const columnsOf = new Map(rows.map(({ table, columns }) => [table, columns as string]))
  return new Map(
    TABLES.map((table) => [
      table,
      `select count(*)::int as rows, md5(string_agg(line, chr(10) order by line)) as sum
       from (select row(${columnsOf.get(table)})::text as line from ${table}) as lines`,
    ]),
  )
}

async function checksums(databaseUrl: string, sums: ReadonlyMap<string, string>): Promise<Map<string, Sum>> {
  const sumsOfTables = new Map<string, Sum>()
  for (const [table, statement] of sums) {
    const [row] = await query(databaseUrl, statement)
    sumsOfTables.set(table, { rows: row!['rows'] as number, sum: row!['sum'] as string })
  }
  return sumsOfTables
}

const changed = (before: ReadonlyMap<string, Sum>, after: ReadonlyMap<string, Sum>): string[] =>
  [...before].flatMap(([table, { rows, sum }]) =>
    rows > 0 && after.get(table)!.sum === sum
      ? []
      : [`${table} had ${rows} rows; after the upgrade it has ${after.get(table)!.rows}, or others`],
  )

async function boardProblems(address: string): Promise<string[]> {
  const path = `/api/arenas/${EARLIER_ARENA}/leaderboard?source=humans`
  const { votes } = (await (await fetch(address + path)).json()) as { votes: number }
  return votes === COUNTED_VOTES ? [] : [`the board counts ${votes} votes of ${COUNTED_VOTES}`]
}
