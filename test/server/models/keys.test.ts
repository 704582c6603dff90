/** Keys of providers that operators set: sealed at rest, in no answer or log, used for the next call, gone in one click. */
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { MODEL_KEY, testModels } from '../../support/providers/models.ts'
import { runOn } from '../platform/backups.ts'
import { requestOf } from '../platform/providers/ask.ts'
import { progressWhen, setUpJudged } from '../judging/judge-pair/judged-arena.ts'
import { seal, unseal } from '../../../server/models/seal.ts'
import { createTestApp, type TestApp, type TestAppOptions } from '../../support/app.ts'

const VARIABLE = 'OPENAI_API_KEY'
const SECRET = 'sk-proj-0123456789abcdefghij'

async function open(options: TestAppOptions = {}): Promise<{ app: TestApp; dataDir: string }> {
  const made = await mkdtemp(join(tmpdir(), 'deadheat-keys-'))
  onTestFinished(() => rm(made, { recursive: true, force: true }))
  const { dataDir = made } = options
  const app = await createTestApp({ dataDir, ...options })
  onTestFinished(() => app.close())
  return { app, dataDir }
}

const keysOf = async (response: Response) =>
  ((await response.json()) as { keys: { variable: string; from: string | null }[] }).keys

const stateOf = async (app: TestApp, variable = VARIABLE) =>
  (await keysOf(await app.asAdmin('/api/admin/keys'))).find((key) => key.variable === variable)?.from

describe('a key of a provider', () => {
  it('is set, holds at once, is in no answer, log, file or row, and is withdrawn', async () => {
    const { app, dataDir } = await open()
    expect(await stateOf(app)).toBeNull()
    const set = await app.asAdmin('/api/admin/keys', { variable: VARIABLE, key: ` ${SECRET}\n` })
    expect(set.status).toBe(200)
    expect(await stateOf(app)).toBe('page')
    expect(app.deps.services.models.environment()[VARIABLE]).toBe(SECRET)
    const { services } = app.deps
    const config = { name: 'openai', type: 'openai', baseUrl: null, apiKeyEnv: VARIABLE } as const
    expect(services.providers.problemWith(config)).toBeNull()

    // wherever it could be
    const rows = await app.sql<{
      row: string
    }>`select sealed::text || encode(sealed, 'escape') as row from model_keys`
    const audit = await app.sql<{ details: string }>`select details::text from audit_entries`
    expect(audit.map(({ details }) => details).join()).toContain(VARIABLE)
    const files = await Promise.all(
      (await readdir(dataDir)).map((file) => readFile(join(dataDir, file), 'utf8')),
    )
    const answers = await Promise.all(
      ['/api/admin/keys', '/api/admin/log', '/api/admin/arenas'].map(async (path) =>
        (await app.asAdmin(path)).text(),
      ),
    )
    const everything = JSON.stringify([rows, audit, files, answers, app.logged])
    for (const form of [SECRET, Buffer.from(SECRET).toString('base64').slice(0, 20)])
      expect(everything).not.toContain(form)

    const withdrawn = await app.asAdmin(`/api/admin/keys/${VARIABLE}/withdraw`, {})
    expect(await keysOf(withdrawn)).toContainEqual({ variable: VARIABLE, from: null, setAt: null })
    expect(services.providers.problemWith(config)?.code).toBe('key_missing')
    expect(await app.sql`select from model_keys`).toEqual([])
  })

  it('is sealed with a file that only its owner reads', async () => {
    const { app, dataDir } = await open()
    await app.asAdmin('/api/admin/keys', { variable: VARIABLE, key: SECRET })
    expect((await stat(join(dataDir, 'sealing-key'))).mode & 0o777).toBe(0o600)
  })

  it('comes after a variable of the environment', async () => {
    const { app } = await open({ env: { [VARIABLE]: 'sk-of-the-environment' } })
    await app.asAdmin('/api/admin/keys', { variable: VARIABLE, key: SECRET })
    expect(await stateOf(app)).toBe('environment')
    expect(app.deps.services.models.environment()[VARIABLE]).toBe('sk-of-the-environment')
  })

  it('holds in another process once that looks, and after a restart', async () => {
    const { app, dataDir } = await open()
    const { app: other } = await open({ dataDir, database: app.database })
    await app.asAdmin('/api/admin/keys', { variable: VARIABLE, key: SECRET })
    expect(other.deps.services.models.environment()[VARIABLE]).toBeUndefined()
    await other.deps.services.models.refresh()
    expect(other.deps.services.models.environment()[VARIABLE]).toBe(SECRET)
  })

  it('cannot be read where the data folder has another sealing key, and says so', async () => {
    const { app } = await open()
    await app.asAdmin('/api/admin/keys', { variable: VARIABLE, key: SECRET })
    const { app: elsewhere } = await open({ database: app.database })
    expect(await stateOf(elsewhere)).toBe('unreadable')
    // set again there, it is read there
    await elsewhere.asAdmin('/api/admin/keys', { variable: VARIABLE, key: SECRET })
    expect(await stateOf(elsewhere)).toBe('page')
  })

  it.each([
    [{ variable: 'PATH', key: SECRET }, 'PATH is not allowed here'],
    [{ variable: VARIABLE, key: 'two words' }, `${VARIABLE} holds spaces`],
    [{ variable: VARIABLE, key: 'ключ-1234567890' }, `${VARIABLE} holds spaces`],
    [{ variable: 'lower_API_KEY', key: SECRET }, 'variable'],
    [{ variable: VARIABLE, key: '' }, 'key'],
  ])('%j is refused', async (request, why) => {
    const { app } = await open()
    const response = await app.asAdmin('/api/admin/keys', request)
    const text = await response.text()
    expect(response.status).toBe(400)
    expect(text).toContain(why)
    if (request.key !== '') expect(text).not.toContain(request.key)
  })

  it('is sealed with DEADHEAT_SEALING_KEY, where it is set, and then in no file', async () => {
    const sealing = { sealingKey: 'a-secret-of-all-servers' }
    const { app, dataDir } = await open(sealing)
    await app.asAdmin('/api/admin/keys', { variable: VARIABLE, key: SECRET })
    expect(await readdir(dataDir)).toEqual([])
    const { app: worker } = await open({ ...sealing, database: app.database })
    expect(await stateOf(worker)).toBe('page')
    const { app: other } = await open({ sealingKey: 'another-secret-of-a-server', database: app.database })
    expect(await stateOf(other)).toBe('unreadable')
  })

  it('cannot be sealed where the data folder cannot be made: says which file, and what to do', async () => {
    const { app, dataDir } = await open()
    await writeFile(join(dataDir, 'file'), '')
    const { app: beside } = await open({ dataDir: join(dataDir, 'file', 'data'), database: app.database })
    const response = await beside.asAdmin('/api/admin/keys', { variable: VARIABLE, key: SECRET })
    expect(response.status).toBe(503)
    expect(await response.text()).toContain(join(dataDir, 'file', 'data', 'sealing-key'))
  })

  it('is set by the role admin alone', async () => {
    const { app } = await open()
    const { token } = (await (
      await app.asAdmin('/api/admin/tokens', { name: 'Kim', role: 'run' })
    ).json()) as { token: string }
    const response = await app.request('/api/admin/keys', {
      json: { variable: VARIABLE, key: SECRET },
      headers: { authorization: `Bearer ${token}` },
    })
    expect(response.status).toBe(403)
  })

  it('opens a provider that waited for it, and the next call has it', async () => {
    const models = await testModels()
    models.become({ key: MODEL_KEY })
    const { app } = await open()
    const config = {
      name: 'local',
      type: 'openai',
      baseUrl: models.openAiUrl,
      apiKeyEnv: 'LOCAL_API_KEY',
    } as const
    const request = requestOf('openai')
    const { providers } = app.deps.services
    expect(() => providers.open('1', config)).toThrow('LOCAL_API_KEY is not set')
    await app.asAdmin('/api/admin/keys', { variable: 'LOCAL_API_KEY', key: 'sk-not-the-right-one' })
    await expect(providers.open('1', config).provider.complete(request)).rejects.toMatchObject({
      failure: 'unauthorised',
    })
    // who has opened it before calls with the new key, too, and with none once it is gone
    const { provider } = providers.open('1', config)
    await app.asAdmin('/api/admin/keys', { variable: 'LOCAL_API_KEY', key: MODEL_KEY })
    await provider.complete(request)
    expect(models.calls.at(-1)?.key).toBe(MODEL_KEY)
    await app.asAdmin('/api/admin/keys/LOCAL_API_KEY/withdraw', {})
    await expect(provider.complete(request)).rejects.toMatchObject({
      failure: 'unreachable',
      finding: { code: 'key_missing' },
    })
    expect(models.calls).toHaveLength(2)
  })
})

it('is nowhere after a provider has quoted it in an error: not in run, log, exports, archive, backup or process list', async () => {
  const models = await testModels()
  models.become({ key: MODEL_KEY })
  const { app, dataDir } = await open()
  const variable = 'MODELS_API_KEY'
  await app.asAdmin('/api/admin/keys', { variable, key: SECRET })
  const arena = await setUpJudged(app.deps, { baseUrl: models.openAiUrl, apiKeyEnv: variable })
  await app.work()
  await app.asAdmin(`/api/admin/arenas/${arena.slug}/judging/start`, {})
  const progress = await progressWhen(app.deps, arena)
  expect([progress.status, progress.cause]).toEqual(['paused', expect.stringContaining('unauthorised')])
  // the server has seen it
  expect(models.calls.some(({ key }) => key === SECRET)).toBe(true)

  const read = async (path: string) => {
    const response = await app.asAdmin(path)
    expect([path, response.status]).toEqual([path, 200])
    return Buffer.from(await response.arrayBuffer())
  }
  const ofArena = ['', '/recipe', '/content', '/judging', '/audit'].map(
    (part) => `/api/admin/arenas/${arena.slug}${part}`,
  )
  const exported = ['votes.csv', 'votes.jsonl', 'battles.jsonl'].map(
    (file) => `/api/arenas/${arena.slug}/export/${file}`,
  )
  const ofServer = ['keys', 'models', 'log'].map((part) => `/api/admin/${part}`)
  const replies = await Promise.all([...ofArena, ...exported, ...ofServer, '/openapi.json'].map(read))
  const backup = join(dataDir, 'all.backup')
  expect((await runOn(app.database, 'backup', backup)).code).toBe(0)
  const unpacked = (bytes: Buffer) => (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes)
  const everything = [...replies, await readFile(backup)].map(unpacked)
  const processes = await Promise.all(
    (await readdir('/proc'))
      .filter((pid) => /^\d+$/.test(pid))
      .flatMap((pid) => [`/proc/${pid}/cmdline`, `/proc/${pid}/environ`])
      .map((file) => readFile(file).catch(() => Buffer.alloc(0))),
  )
  for (const bytes of [...everything, ...processes, Buffer.from(app.logged.join())])
    expect(bytes.includes(SECRET)).toBe(false)
  expect(everything.some((bytes) => bytes.includes('model_keys'))).toBe(true)
})

describe('a seal', () => {
  const key = Buffer.alloc(32, 7)
  it('opens with its key and for its variable alone', () => {
    const sealed = seal(SECRET, VARIABLE, key)
    expect(unseal(sealed, VARIABLE, key)).toBe(SECRET)
    expect(unseal(sealed, 'OTHER_API_KEY', key)).toBeNull()
    expect(unseal(sealed, VARIABLE, Buffer.alloc(32, 8))).toBeNull()
    for (let i = 0; i < sealed.length; i++) {
      const changed = Buffer.from(sealed)
      changed[i]! ^= 1
      expect(unseal(changed, VARIABLE, key)).toBeNull()
    }
    for (let length = 0; length < sealed.length; length++)
      expect(unseal(sealed.subarray(0, length), VARIABLE, key)).toBeNull()
  })
  it('is never the same twice', () => {
    expect(seal(SECRET, VARIABLE, key)).not.toEqual(seal(SECRET, VARIABLE, key))
  })
})
