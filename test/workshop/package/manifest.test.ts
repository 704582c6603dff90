/** The package.json of the package, and the workflows that check and publish it. */
import { readFileSync } from 'node:fs'
import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { LIBRARIES, packageManifest } from '../../../workshop/package/manifest.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const root = join(import.meta.dirname, '../../..')
const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

async function released(release: string | undefined, env: Record<string, string> = {}) {
  const folder = await temporaryFolder()
  await cp(join(root, 'package.json'), join(folder, 'package.json'))
  await writeFile(
    join(folder, 'CHANGELOG.md'),
    '# Changelog\n\n## [Unreleased]\n\n## [1.2.3] - 2026-01-31\n\n## [1.2.2]\n',
  )
  return packageManifest(folder, release, env)
}

describe('the manifest of the package', () => {
  test('has the runtime packages of the checkout but those that it has itself, and the same libraries', () => {
    const manifest = packageManifest(root, undefined, {})
    const { openai, 'graphile-worker': worker, ...others } = own.dependencies
    expect([openai, worker]).toEqual([expect.any(String), expect.any(String)])
    expect(manifest).toMatchObject({ name: 'deadheat', version: own.version })
    expect(others).toMatchObject(manifest.dependencies)
    expect(Object.keys(manifest.dependencies)).toEqual(expect.arrayContaining(['hono', 'pg', 'zod']))
    expect(Object.keys(manifest.dependencies).filter((name) => /openai|graphile|font/.test(name))).toEqual([])
    expect(Object.keys(own.exports)).toEqual(Object.keys(LIBRARIES).map((name) => `./${name}`))
    expect(manifest).not.toHaveProperty('repository')
  })

  test('has the version of a tag that the changelog describes, with a day', async () => {
    expect((await released('v1.2.3')).version).toBe('1.2.3')
    for (const release of ['v1.3.0', '1.2.2'])
      await expect(released(release)).rejects.toThrow(/CHANGELOG.md has no section "## \[1\.[23]\.[02]\] - /)
    await expect(released('latest')).rejects.toThrow('latest is no version')
  })

  test('names the repository in which a workflow builds it', async () => {
    const env = { GITHUB_SERVER_URL: 'https://github.example', GITHUB_REPOSITORY: 'ann/deadheat' }
    expect(await released('v1.2.3', env)).toMatchObject({
      repository: { type: 'git', url: 'git+https://github.example/ann/deadheat.git' },
    })
  })
})

const workflow = (name: string) => readFileSync(join(root, `.github/workflows/${name}.yml`), 'utf8')

test.each([
  ['check', 2],
  ['publish', 6],
])('the workflow %s runs actions by digest', (name, least) => {
  const uses = [...workflow(name).matchAll(/uses: (.+)/g)].map(([, used]) => used!)
  expect(uses.length).toBeGreaterThanOrEqual(least)
  expect(uses.filter((used) => !/@[0-9a-f]{40} # v[\d.]+$/.test(used))).toEqual([])
})

test('the workflow that publishes runs images by digest', () => {
  expect(workflow('publish').match(/image=\S+/g)).toEqual([expect.stringMatching(/@sha256:[0-9a-f]{64}$/)])
})

test('every push and every pull request is checked as a release is', () => {
  const { on, jobs } = parse(workflow('check'))
  expect(Object.keys(on)).toEqual(['push', 'pull_request'])
  expect(jobs.check.steps.at(-1)).toEqual({ run: '.ci/run' })
})
