/** Secrets that all servers on one database share. The first server creates them. */
import {
  createHash,
  createHmac,
  createSecretKey,
  randomBytes,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from './installation.ts'
import type { Db } from '../schema.ts'
import { SetupError } from '../setup-error.ts'
import { msg } from '../../../shared/messages/index.ts'

/** The key that signs tickets and hashes voters' cookies: 32 random bytes, stored in the database. */
export async function sharedSecret(db: Db, name: string): Promise<Buffer> {
  await db
    .insertInto('secrets')
    .values({ name, value: randomBytes(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { value } = await db
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return value
}

const keys = new WeakMap<Buffer, KeyObject>()

/** HMAC-SHA-256 of `text`, base64url. */
export function sign(secret: Buffer, text: string): string {
  // six times faster than with the bytes, which Node copies into a key each time
  let key = keys.get(secret)
  if (!key) keys.set(secret, (key = createSecretKey(secret)))
  return createHmac('sha256', key).update(text).digest('base64url')
}

/** Compares two texts in constant time. */
export function sameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}

const adminTokenFile = (dataDir: string): string => join(dataDir, 'admin-token')

/**
 * Where a start says that its admin token is. The token itself is for a person at a terminal alone: other output ends up
 * in files and in the logs of containers.
 */
export function tokenLine(
  { adminToken: configured, dataDir }: { adminToken: string; dataDir: string },
  token: string,
  isTerminal: boolean,
): string {
  if (configured) return 'Admin token: as DEADHEAT_ADMIN_TOKEN has it'
  return `Admin token: ${isTerminal ? token : `in ${adminTokenFile(dataDir)}`}`
}

/**
 * The admin token of this data folder: the given one, otherwise the stored one, otherwise a new one, stored with mode
 * 0600. Processes that start at the same time get the same token.
 * @throws {SetupError} if the folder can be neither read nor written
 */
export async function adminToken(dataDir: string, configuredToken: string): Promise<string> {
  if (configuredToken) return configuredToken
  const path = adminTokenFile(dataDir)
  const refused = (code: 'token_unread' | 'token_not_written') => (error: NodeJS.ErrnoException) => {
    throw new SetupError(msg(code, { path, code: error.code }))
  }
  const stored = await readSecretFile(path).catch(refused('token_unread'))
  if (stored) return stored
  return secretFile(path, () => randomBytes(24).toString('base64url')).catch(refused('token_not_written'))
}

/**
 * What a secret file holds, otherwise a new text, stored with mode 0600. Processes that start at the same time get the same.
 * @throws {NodeJS.ErrnoException} if the file can be neither read nor written
 */
export async function secretFile(path: string, make: () => string): Promise<string> {
  const stored = await readSecretFile(path)
  if (stored) return stored
  await makeFolder(dirname(path))
  await writeSecretFile(path, make())
  return readSecretFile(path)
}

/** What a secret file holds; empty if there is none. */
export async function readSecretFile(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return text.trim()
}

/** Stores the text unless another process has stored one meanwhile. The file is complete or missing, never partial. */
async function writeSecretFile(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  try {
    await writeFile(draft, `${text}\n`, { mode: 0o600 })
    await link(draft, path).catch(async () => {
      if (!(await readSecretFile(path))) await rename(draft, path)
    })
  } finally {
    await rm(draft, { force: true })
  }
}
