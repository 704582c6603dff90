import { chmod, mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import {
  makesDemo,
  misspeltSettings,
  readConfig,
  startOptions,
} from '../../../../server/platform/config/config.ts'
import { englishText } from '../../../../shared/messages/index.ts'
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

describe('the settings', () => {
  it('have defaults, for unset and for empty ones', () => {
    const config = readConfig({ PORT: '', HOST: undefined })
    expect(config).toMatchObject({
      port: 4747,
      host: '127.0.0.1',
      databaseUrl: '',
      demo: '',
      adminToken: '',
      metricsToken: '',
      workerPort: 0,
      publishEvery: null,
      prices: '',
      providerKeys: [],
      privateProviders: '',
      importMegabytes: 1024,
      callTimeout: 180,
      logLevel: 'warn',
    })
    expect(config.dataDir).toMatch(/\/\.deadheat$/)
  })

  it('are read from the environment', () => {
    const env = {
      PORT: '0',
      HOST: '0.0.0.0',
      DEADHEAT_ORIGINS: 'https://Arena.example/, http://lan:8080',
      DATABASE_URL: 'postgres://user@host/db',
      DATABASE_DIRECT_URL: 'postgres://user@postgres/db',
      DEADHEAT_DRAIN: '15',
      DEADHEAT_DEMO: '1',
      DEADHEAT_CONNECTIONS: '25',
      DEADHEAT_ADMIN_TOKEN: 'x'.repeat(16),
      DEADHEAT_METRICS_TOKEN: 'y'.repeat(16),
      DEADHEAT_WORKER_PORT: '9000',
      DEADHEAT_PUBLISH_EVERY: '600',
      DEADHEAT_PRICES: '/elsewhere/prices.json',
      DEADHEAT_ALLOW_PRIVATE_PROVIDERS: '1',
      DEADHEAT_PROVIDER_KEYS: 'GATEWAY_KEY, OTHER_TOKEN',
      DEADHEAT_FONTS: '/fonts/one.ttf, /fonts/two.otf',
      DEADHEAT_CHROMIUM: '/usr/bin/chromium',
      DEADHEAT_IMPORT_LIMIT: '50',
      DEADHEAT_CALL_TIMEOUT: '60',
      DEADHEAT_NOTICES_URL: 'https://hooks.example/arena?one=1',
      DEADHEAT_NOTICES_SECRET: `whsec_${'A'.repeat(32)}`,
      DEADHEAT_SEALING_KEY: 'a-secret-of-all-servers',
      DEADHEAT_LOG: 'info',
      DEADHEAT_DATA: '/somewhere',
    }
    expect(readConfig(env)).toEqual({
      port: 0,
      host: '0.0.0.0',
      origins: ['https://arena.example', 'http://lan:8080'],
      publicUrl: '',
      databaseUrl: 'postgres://user@host/db',
      directUrl: 'postgres://user@postgres/db',
      drain: 15,
      demo: '1',
      connections: 25,
      adminToken: 'x'.repeat(16),
      metricsToken: 'y'.repeat(16),
      workerPort: 9000,
      publishEvery: 600,
      readOnly: '0',
      sealingKey: 'a-secret-of-all-servers',
      trustProxy: 0,
      voteLimit: null,
      prices: '/elsewhere/prices.json',
      fonts: ['/fonts/one.ttf', '/fonts/two.otf'],
      chromium: '/usr/bin/chromium',
      providerKeys: ['GATEWAY_KEY', 'OTHER_TOKEN'],
      privateProviders: '1',
      importMegabytes: 50,
      callTimeout: 60,
      noticesUrl: 'https://hooks.example/arena?one=1',
      noticesSecret: `whsec_${'A'.repeat(32)}`,
      logLevel: 'info',
      dataDir: '/somewhere',
    })
  })

  it('resolve relative paths from the working directory of the caller', () => {
    const env = { INIT_CWD: '/home/ann', DEADHEAT_DATA: 'arena', DEADHEAT_PRICES: 'prices.json' }
    expect(readConfig(env)).toMatchObject({ dataDir: '/home/ann/arena', prices: '/home/ann/prices.json' })
  })

  it.each([
    ['PORT', 'http'],
    ['PORT', '65536'],
    ['DEADHEAT_ORIGINS', 'arena.example'],
    ['DEADHEAT_PUBLIC_URL', 'https://arena.example/path'],
    ['DEADHEAT_PUBLIC_URL', 'https://me:hunter2@arena.example'],
    ['DEADHEAT_ORIGINS', 'https://arena.example/path'],
    ['PORT', '-1'],
    ['PORT', '47.47'],
    ['PORT', '1\n2'],
    ['DATABASE_URL', 'mysql://user:hunter2@host/db'],
    ['DATABASE_URL', 'hunter2'],
    ['DEADHEAT_ADMIN_TOKEN', 'hunter2'],
    ['DEADHEAT_ADMIN_TOKEN', 'hunter2 hunter2 hunter2'],
    ['DEADHEAT_METRICS_TOKEN', 'hunter2'],
    ['DEADHEAT_PUBLISH_EVERY', 'hourly'],
    ['DEADHEAT_PUBLISH_EVERY', '86401'],
    ['DEADHEAT_CALL_TIMEOUT', '0'],
    ['DEADHEAT_PROVIDER_KEYS', 'A KEY'],
    ['DEADHEAT_ALLOW_PRIVATE_PROVIDERS', 'yes'],
    ['DEADHEAT_CALL_TIMEOUT', '300'],
    ['DEADHEAT_LOG', 'loud'],
    ['DEADHEAT_DEMO', 'yes'],
  ])('%s=%j stop the start in one line that names it and no secret', (name, value) => {
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

  it('that are misspelt are named; other variables are not', () => {
    const said = misspeltSettings({
      DEADHEAT_PUBLISH_EVRY: '5',
      DEADHEAT_SERVER: 'http://127.0.0.1:1',
      // as Kubernetes sets them beside a service of this name
      DEADHEAT_PORT: 'tcp://10.0.0.1:4747',
      DEADHEAT_SERVICE_HOST: '10.0.0.1',
      PATH: '/bin',
    })
    expect(said.map(englishText)).toEqual([
      'DEADHEAT_PUBLISH_EVRY is no setting, so it is not read; did you mean "DEADHEAT_PUBLISH_EVERY"?',
    ])
  })

  it('that are gone stop the start, with what to do instead', () => {
    expect(() => readConfig({ DATABASE_READ_URL: 'postgres://user:hunter2@host/db' })).toThrow(
      /^DATABASE_READ_URL is no longer a setting: DATABASE_URL answers all reads; unset it\.$/,
    )
    expect(() => readConfig({ DATABASE_READ_URL: '' })).not.toThrow()
  })
})

describe('the options of npm start', () => {
  it('name port and host in both forms', () => {
    expect(startOptions(['--port', '4905'])).toEqual({ PORT: '4905' })
    expect(startOptions(['--host=0.0.0.0', '--port=0'])).toEqual({ PORT: '0', HOST: '0.0.0.0' })
    expect(startOptions([])).toEqual({})
  })

  it.each([
    [['--prot', '1']],
    [['4905']],
    [['--port']],
    [['--port', '--host']],
    [['-p', '1']],
    [['--', '1']],
  ])('refuse %j instead of ignoring it', (args) => {
    expect(() => startOptions(args)).toThrow(/: the server takes --port N and --host ADDRESS/)
  })
})

test.each<[NodeJS.Platform, Record<string, string>, string]>([
  ['linux', {}, '/home/ann/.local/share'],
  ['linux', { XDG_DATA_HOME: '/data' }, '/data'],
  ['linux', { XDG_DATA_HOME: '' }, '/home/ann/.local/share'],
  ['linux', { XDG_DATA_HOME: 'relative' }, '/home/ann/.local/share'],
  ['darwin', { XDG_DATA_HOME: '/data' }, '/home/ann/Library/Application Support'],
  ['win32', { LOCALAPPDATA: 'C:\\Users\\ann\\AppData\\Local' }, 'C:\\Users\\ann\\AppData\\Local'],
  ['win32', {}, '/home/ann/AppData/Local'],
])('the data folder of a user of %s with %j is %s', (platform, env, folder) => {
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
