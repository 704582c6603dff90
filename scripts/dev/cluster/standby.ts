/** A streaming standby of an embedded Postgres, made from the same binaries. */
import { appendFile, chmod, chown, cp, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connectTo } from '../../../server/platform/postgres/database.ts'
import {
  openEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../../server/platform/postgres/embedded/index.ts'

/**
 * Copies the running primary as `pg_basebackup` does, and starts the copy as a standby in `dataDir`.
 * @param primary must be quiet while its files are copied, because the copy skips no file that vanishes
 */
export async function openStandby(
  primary: Pick<EmbeddedPostgres, 'connectionString' | 'cluster'>,
  dataDir: string,
): Promise<EmbeddedPostgres> {
  const cluster = join(dataDir, 'postgres')
  await mkdir(dataDir, { recursive: true, mode: 0o711 })
  const client = await connectTo(primary.connectionString, 'deadheat base backup')
  try {
    await client.query(`select pg_backup_start('standby', true)`)
    await cp(primary.cluster, cluster, { recursive: true, preserveTimestamps: true })
    const { rows } = await client.query<{ label: string }>(
      'select labelfile as label from pg_backup_stop(false)',
    )
    await writeFile(join(cluster, 'backup_label'), rows[0].label)
  } finally {
    await client.end()
  }
  await rm(join(cluster, 'postmaster.pid'), { force: true })
  await rm(join(cluster, 'postmaster.opts'), { force: true })
  await writeFile(join(cluster, 'standby.signal'), '')
  const { username, password, hostname } = new URL(primary.connectionString)
  const from = `host=${decodeURIComponent(hostname)} port=5432 user=${username} password=${password}`
  await appendFile(join(cluster, 'postgresql.auto.conf'), `primary_conninfo = '${from}'\n`)
  await chmod(cluster, 0o700)
  await giveTo(await stat(primary.cluster), cluster)
  return openEmbeddedPostgres({ dataDir, fsync: false })
}

/** Gives a folder with its content to the owner of another, which only root can and must do. */
async function giveTo({ uid, gid }: { uid: number; gid: number }, folder: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  for (const name of ['', ...(await readdir(folder, { recursive: true }))])
    await chown(join(folder, name), uid, gid)
}
