import { chmod, mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { makesDemo, readConfig } from '../../../../server/platform/config/config.ts'
import { SetupError } from '../../../../server/platform/setup-error.ts'
import {
  IS_PACKAGE,
  defaultDataFolder,
  userDataFolder,
} from '../../../../server/platform/config/installation.ts'
import { adminToken, sharedSecret, tokenLine } from '../../../../server/platform/config/secrets.ts'
import { openForAll } from '../../../support/later.ts'
import { createTestDatabase } from '../../../support/database.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { casesIn } from '../../../support/cases.ts'

const CASES = casesIn<{
  defaults: object
  read: [name: string, text: string, setting: string, value: unknown][]
  refused: [name: string, value: string][]
  data_folders: [platform: NodeJS.Platform, env: Record<string, string>, folder: string][]
}>(import.meta.url, 'settings')

describe('the settings', () => {
  it('have defaults, for unset and for empty ones', () => {
    const config = readConfig({ PORT: '', HOST: undefined })
    expect(config).toMatchObject(CASES.defaults)
    expect(config.dataDir).toMatch(/\/\.deadheat$/)
  })

  it('are read from the environment', () => {
    const env = Object.fromEntries(CASES.read.map(([name, text]) => [name, text]))
    const settings = Object.fromEntries(CASES.read.map(([, , setting, value]) => [setting, value]))
    const unset = { publicUrl: '', trustProxy: 0, voteLimit: null }
    expect(readConfig(env)).toEqual({ ...unset, ...settings })
  })

  it('resolve relative paths from the working directory of the caller', () => {
    const env = { INIT_CWD: '/home/ann', DEADHEAT_DATA: 'arena', DEADHEAT_PRICES: 'prices.json' }
    expect(readConfig(env)).toMatchObject({ dataDir: '/home/ann/arena', prices: '/home/ann/prices.json' })
  })

  it.each(CASES.refused)('%s=%j stop the start in one line that names it and no secret', (name, value) => {
    const read = () => readConfig({ [name]: value })
    expect(read).toThrow(SetupError)
    expect(read).toThrow(new RegExp(`^${name}`))
    expect(read).toThrow(/^[^\n]+$/)
    expect(read).not.toThrow(/hunter2/)
  })

  it.each([
    ['', '', true],
    ['', 'postgres://user@host/db', false],
    ['1', 'postgres://user@host/db', true],
    ['0', '', false],
  ])('DEADHEAT_DEMO=%j with DATABASE_URL=%j makes the demo: %s', (demo, databaseUrl, made) => {
    expect(makesDemo(readConfig({ DEADHEAT_DEMO: demo, DATABASE_URL: databaseUrl }))).toBe(made)
  })
})

test.each(CASES.data_folders)('the data folder of a user of %s with %j is %s', (platform, env, folder) => {
  expect(userDataFolder(env, platform, '/home/ann')).toBe(folder)
})

test('a checkout keeps its data in itself', () => {
  expect(IS_PACKAGE).toBe(false)
  expect(defaultDataFolder({ XDG_DATA_HOME: '/data' })).toMatch(/\/\.deadheat$/)
})

/** Secrets are made once, by the first process, and only their owner can read them. */

describe('the secret that servers share', () => {
  const database = openForAll(() => createTestDatabase())

  it('is one for all, though many request it at once', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => sharedSecret(database.db, 'tickets')))
    expect(new Set(all.map((secret) => secret.toString('hex'))).size).toBe(1)
    expect(all[0]).toHaveLength(32)
    expect(await sharedSecret(database.db, 'tickets')).toEqual(all[0])
    expect(await sharedSecret(database.db, 'others')).not.toEqual(all[0])
  })
})

describe('the admin token', () => {
  it('is made once for all processes, and stored so that only its owner can read it', async () => {
    const folder = join(await temporaryFolder(), 'not', 'there', 'yet')
    const all = await Promise.all(Array.from({ length: 10 }, () => adminToken(folder, '')))
    expect(new Set(all).size).toBe(1)
    expect(all[0]).toMatch(/^[\w-]{32}$/)
    expect(await readdir(folder)).toEqual(['admin-token'])
    const path = join(folder, 'admin-token')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(await readFile(path, 'utf8')).toBe(`${all[0]}\n`)
    // a file that is empty
    await writeFile(path, '\n')
    const again = await adminToken(folder, '')
    expect(again).toMatch(/^[\w-]{32}$/)
    expect(await adminToken(folder, '')).toBe(again)
  })

  it('is used from the setting and written to no file', async () => {
    const folder = await temporaryFolder()
    expect(await adminToken(folder, 'given-by-the-operator')).toBe('given-by-the-operator')
    await expect(stat(join(folder, 'admin-token'))).rejects.toThrow(/ENOENT/)
  })

  it('is printed on a terminal alone; elsewhere a start names the file that has it', async () => {
    const dataDir = await temporaryFolder()
    const token = await adminToken(dataDir, '')
    const line = (isTerminal: boolean) => tokenLine({ adminToken: '', dataDir }, token, isTerminal)
    expect(line(true)).toBe(`Admin token: ${token}`)
    const file = line(false).replace('Admin token: in ', '')
    expect(await readFile(file, 'utf8')).toBe(`${token}\n`)
    expect(line(false)).not.toContain(token)
    const given = { adminToken: 'given-by-the-operator', dataDir }
    expect(tokenLine(given, given.adminToken, true)).toBe('Admin token: as DEADHEAT_ADMIN_TOKEN has it')
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
        /^Cannot (read the admin token .*|write the admin token .*DEADHEAT_DATA.*)DEADHEAT_ADMIN_TOKEN\.$/,
      )
    }
  })
})
