/** `npm run advisories`, with the real npm, against a registry and an OSV on this machine. */
import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const COMMAND = join(import.meta.dirname, '../../../scripts/dev/advisories.ts')

interface Sources {
  /** The registry's advisories by package; null: it refuses the question. */
  registry: Record<string, object[]> | null
  /** The ids that OSV knows for hono; null: it is down. */
  osv: string[] | null
}

async function advisories({ registry, osv }: Sources) {
  const server = createServer(async (request, response) => {
    const answer = (status: number, value: unknown) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (request.method === 'GET') return answer(404, {})
    const text = await buffer(request)
    if (request.url === '/-/npm/v1/security/advisories/bulk')
      return answer(registry ? 200 : 405, registry ?? {})
    if (request.url !== '/v1/querybatch' || osv === null) return answer(503, {})
    const { queries } = JSON.parse(String(text)) as { queries: { package: { name: string } }[] }
    answer(200, {
      results: queries.map(({ package: { name } }) =>
        name === 'hono' && osv.length > 0 ? { vulns: osv.map((id) => ({ id })) } : {},
      ),
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const env = {
    ...process.env,
    npm_config_registry: `${address}/`,
    npm_config_cache: await temporaryFolder(),
  }
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const args = [COMMAND, '--osv', `${address}/v1/querybatch`]
    execFile(process.execPath, args, { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    )
  })
}

const ADVISORY = {
  id: 1,
  url: 'https://github.com/advisories/GHSA-test',
  title: 'Reads what it should not',
  severity: 'high',
  vulnerable_versions: '*',
}

test('a registry that knows no advisory is a clean check', async () => {
  const { code, stdout } = await advisories({ registry: {}, osv: null })
  expect(stdout).toMatch(/^0 known advisories for \d{3} packages, by npm audit\.\n$/)
  expect(code).toBe(0)
})

test('an advisory of the registry is named and ends with 1', async () => {
  const { code, stdout } = await advisories({ registry: { hono: [ADVISORY] }, osv: null })
  expect(stdout).toContain('hono: high: Reads what it should not https://github.com/advisories/GHSA-test')
  expect(code).toBe(1)
})

test('OSV is asked if the registry refuses', async () => {
  expect(await advisories({ registry: null, osv: [] })).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^0 known advisories for \d{3} packages, by OSV\.\n$/),
  })
  expect(await advisories({ registry: null, osv: ['GHSA-osv'] })).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^hono [\d.]+: GHSA-osv https:\/\/osv\.dev\/vulnerability\/GHSA-osv$/m),
  })
})

test('without an answer of either, it says that nothing was checked and ends with 3, not 0', async () => {
  const { code, stdout, stderr } = await advisories({ registry: null, osv: null })
  expect(stderr).toMatch(/^NOT CHECKED: .*\n {2}npm audit: .*405.*\n {2}OSV: it answered 503\n$/)
  expect(stdout).toBe('')
  expect(code).toBe(3)
})
