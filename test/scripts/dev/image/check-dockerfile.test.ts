/** What a Dockerfile may name, found without building it. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkDockerfile } from '../../../../scripts/dev/image/check-dockerfile.ts'
import { readDockerfile } from '../../../../scripts/dev/image/read-dockerfile.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const GOOD = `# a comment
FROM node:24-slim AS page
WORKDIR /app
COPY web web
RUN npm ci \\
  && npm run build

FROM node:24-slim
ENV NODE_ENV=production MODE="a b"
WORKDIR /app
COPY server server
COPY --from=page /app/dist dist
VOLUME /data
USER node
HEALTHCHECK --interval=5s CMD ["node", "server/health.mjs"]
CMD ["node", "server/main.ts"]
`

async function complaintsOf(dockerfile: string): Promise<string[]> {
  const folder = await temporaryFolder()
  for (const name of ['web', 'server']) await mkdir(join(folder, name))
  await writeFile(join(folder, '.dockerignore'), '*\n!web\n!server\n')
  await writeFile(join(folder, 'Dockerfile'), dockerfile)
  return checkDockerfile(folder)
}

test('the stages and steps of a Dockerfile', () => {
  const [page, image] = readDockerfile(GOOD)
  expect([page.name, page.base, image.name]).toEqual(['page', 'node:24-slim', null])
  expect(page.steps.map(({ step }) => step)).toEqual([
    { kind: 'workdir', name: '/app' },
    { kind: 'copy', from: null, sources: ['web'], target: 'web' },
    { kind: 'run', command: expect.stringMatching(/^npm ci[^]*&& npm run build$/) },
  ])
  expect(image.steps.map(({ line, step }) => [line, step])).toEqual([
    [9, { kind: 'env', values: { NODE_ENV: 'production', MODE: 'a b' } }],
    [10, { kind: 'workdir', name: '/app' }],
    [11, { kind: 'copy', from: null, sources: ['server'], target: 'server' }],
    [12, { kind: 'copy', from: 'page', sources: ['/app/dist'], target: 'dist' }],
    [13, { kind: 'volume', names: ['/data'] }],
    [14, { kind: 'user', name: 'node' }],
    [15, { kind: 'healthcheck', command: ['node', 'server/health.mjs'] }],
    [16, { kind: 'cmd', command: ['node', 'server/main.ts'] }],
  ])
})

test('nothing is wrong with a good one', async () => {
  expect(await complaintsOf(GOOD)).toEqual([])
})

test.each([
  ['COPY server server', 'COPY servers server', 'Line 11: servers is not in the checkout.'],
  ['COPY server server', 'COPY servers server', 'Line 11: .dockerignore keeps servers out.'],
  ['--from=page', '--from=pages', 'Line 12: there is no stage pages before.'],
  ['--from=page /app/dist', '--from=page /dist', 'Line 12: /dist is not below /app of page.'],
  ['"server/main.ts"', '"scripts/main.ts"', 'Line 16: no COPY brings scripts/main.ts.'],
  [
    'CMD ["node", "server/health.mjs"]',
    'CMD node server/health.mjs',
    'Line 15: HEALTHCHECK is no JSON list.',
  ],
])('%s as %s: %s', async (good, bad, complaint) => {
  expect(await complaintsOf(GOOD.replace(good, bad))).toContain(complaint)
})

test('an instruction that is not known is refused', () => {
  expect(() => readDockerfile('FROM a\nONBUILD RUN x\n')).toThrow('Line 2 of the Dockerfile: ONBUILD')
})
