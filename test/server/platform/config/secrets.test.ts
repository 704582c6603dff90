/** Secrets are made once, by the first process, and only their owner can read them. */
import { chmod, mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '../../../../server/platform/postgres/database.ts'
import { SetupError } from '../../../../server/platform/setup-error.ts'
import { adminToken, sameText, sharedSecret, sign } from '../../../../server/platform/config/secrets.ts'
import { createTestDatabase } from '../../../support/database.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

describe('the secret that servers share', () => {
  let database: OpenDatabase

  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.close())

  it('is one for all, though many request it at once', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => sharedSecret(database.db, 'tickets')))
    expect(new Set(all.map((secret) => secret.toString('hex'))).size).toBe(1)
    expect(all[0]).toHaveLength(32)
    expect(await sharedSecret(database.db, 'tickets')).toEqual(all[0])
    expect(await sharedSecret(database.db, 'others')).not.toEqual(all[0])
  })
})

describe('the admin token', () => {
  it('is made once and stored so that only its owner can read it', async () => {
    const folder = join(await temporaryFolder(), 'not', 'there', 'yet')
    const token = await adminToken(folder, '')
    expect(token).toMatch(/^[\w-]{32}$/)
    expect(await adminToken(folder, '')).toBe(token)
    const path = join(folder, 'admin-token')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(await readFile(path, 'utf8')).toBe(`${token}\n`)
  })

  it('is the same for all processes that start at once', async () => {
    const folder = await temporaryFolder()
    const all = await Promise.all(Array.from({ length: 10 }, () => adminToken(folder, '')))
    expect(new Set(all).size).toBe(1)
    expect(await adminToken(folder, '')).toBe(all[0])
    expect(await readdir(folder)).toEqual(['admin-token'])
  })

  it('is made again if the file is empty', async () => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'admin-token'), '\n')
    const token = await adminToken(folder, '')
    expect(token).toMatch(/^[\w-]{32}$/)
    expect(await adminToken(folder, '')).toBe(token)
  })

  it('is used from the setting and written to no file', async () => {
    const folder = await temporaryFolder()
    expect(await adminToken(folder, 'given-by-the-operator')).toBe('given-by-the-operator')
    await expect(stat(join(folder, 'admin-token'))).rejects.toThrow(/ENOENT/)
  })

  it('stops the start in one line if it cannot be stored', async () => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'file'), '')
    await mkdir(join(folder, 'odd', 'admin-token'), { recursive: true })
    await chmod(folder, 0o755)
    for (const path of [join(folder, 'file'), join(folder, 'odd')]) {
      const error = await adminToken(path, '').catch((reason: Error) => reason)
      expect(error).toBeInstanceOf(SetupError)
      expect((error as Error).message).toMatch(
        /^Cannot (read|write) the admin token .*DEADHEAT_ADMIN_TOKEN\.$/,
      )
    }
  })
})

describe('signatures', () => {
  it('differ with the key and with the text', () => {
    const [one, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
    expect(sign(one, 'text')).toBe(sign(one, 'text'))
    expect(sign(one, 'text')).not.toBe(sign(other, 'text'))
    expect(sign(one, 'text')).not.toBe(sign(one, 'texts'))
    expect(sign(one, 'text')).toMatch(/^[\w-]{43}$/)
  })

  it('are compared as whole texts', () => {
    expect(sameText('abc', 'abc')).toBe(true)
    for (const other of ['abd', 'ab', 'abcd', '', 'ABC']) expect(sameText('abc', other)).toBe(false)
  })
})
