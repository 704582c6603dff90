import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../../../server/platform/postgres/database.ts'
import { hostsOf, isConnectionError } from '../../../../server/platform/postgres/database-url.ts'

const SECRET = 'hunter2'

async function refusalOf(databaseUrl: string): Promise<string> {
  const line = await openDatabase({ databaseUrl, dataDir: '.' }).then(
    async (database) => {
      await database.close()
      return 'nothing was refused'
    },
    (error: Error) => `${error.name}: ${error.message}`,
  )
  expect(line).not.toContain(SECRET)
  expect(line).not.toContain('\n')
  return line
}

describe('a wrong DATABASE_URL gives one line without the password', () => {
  it.each([
    '',
    'deadheat',
    `user:${SECRET}@host/db`,
    `mysql://me:${SECRET}@host/db`,
    `postgres://me:${SECRET}@host:port/db`,
    `postgres://me:${SECRET}@one:5432,two:port/db`,
  ])('if it is not an address: %s', async (url) => {
    expect(await refusalOf(url)).toBe(
      'SetupError: DATABASE_URL is not the address of a Postgres: it has the form postgresql://user:password@host:5432/database.',
    )
  })

  it('if several hosts are named, and none answers', async () => {
    expect(await refusalOf(`postgres://me:${SECRET}@127.0.0.1:1,127.0.0.1:2/votes`)).toBe(
      'SetupError: The database "votes" on 127.0.0.1:1, 127.0.0.1:2 (DATABASE_URL) cannot be reached: nothing listens there. Check that Postgres runs, and the port.',
    )
  })

  it('if several hosts are named, and one is asked for that takes no writes', async () => {
    expect(await refusalOf(`postgres://me:${SECRET}@one,two/votes?target_session_attrs=any`)).toBe(
      'SetupError: DATABASE_URL has several hosts: leave target_session_attrs out, or set it to one of read-write, primary.',
    )
  })

  it('if nothing listens', async () => {
    expect(await refusalOf(`postgres://me:${SECRET}@127.0.0.1:1/votes`)).toBe(
      'SetupError: The database "votes" on 127.0.0.1:1 (DATABASE_URL) cannot be reached: nothing listens there. Check that Postgres runs, and the port.',
    )
  })

  it('if the host does not exist', async () => {
    expect(await refusalOf(`postgres://me:${SECRET}@nowhere.invalid/votes`)).toMatch(
      /^SetupError: The database "votes" on nowhere\.invalid:5432 \(DATABASE_URL\) cannot be reached: .*host.*name/,
    )
  })

  it('if the socket does not exist', async () => {
    expect(await refusalOf(`postgres://me:${SECRET}@%2Fno%2Fsocket/votes`)).toMatch(
      /^SetupError: The database "votes" on \/no\/socket \(DATABASE_URL\) cannot be reached: there is no socket/,
    )
  })

  it('if the server never answers', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    onTestFinished(() => void silent.close())
    const { port } = silent.address() as AddressInfo
    expect(await refusalOf(`postgres://me:${SECRET}@127.0.0.1:${port}/votes`)).toMatch(
      /^SetupError: The database "votes" on 127\.0\.0\.1:\d+ \(DATABASE_URL\) does not answer within 5 seconds/,
    )
  })

  it('if the password is wrong', async () => {
    const url = new URL(inject('template'))
    url.password = SECRET
    expect(await refusalOf(url.href)).toMatch(
      /^SetupError: The database "deadheat" on \/.* \(DATABASE_URL\) refuses the password of deadheat\. Check user and password\.$/,
    )
  })

  it('if the database does not exist', async () => {
    const url = new URL(inject('template'))
    url.pathname = '/no such thing'
    expect(await refusalOf(url.href)).toMatch(
      /^SetupError: The database "no such thing" on \/.* \(DATABASE_URL\) does not exist\. Create it, or check the name\.$/,
    )
  })
})

it.each([
  ['postgres://me:a%40b@one/db', ['postgres://me:a%40b@one/db']],
  [
    'postgres://me:a,b@one:1,[::1]:2/db?sslmode=require',
    ['postgres://me:a,b@one:1/db?sslmode=require', 'postgres://me:a,b@[::1]:2/db?sslmode=require'],
  ],
  ['postgresql://one,two:3', ['postgresql://one', 'postgresql://two:3']],
  [
    'postgres://me@/db?host=one,two&port=1,2',
    ['postgres://me@localhost/db?host=one&port=1', 'postgres://me@localhost/db?host=two&port=2'],
  ],
  [
    'postgres:///db?host=one,two&port=1',
    ['postgres:///db?host=one&port=1', 'postgres:///db?host=two&port=1'],
  ],
  ['nothing of this kind, at all', ['nothing of this kind, at all']],
])('the hosts of %s', (url, hosts) => {
  expect(hostsOf(url)).toEqual(hosts)
})

it.each([
  { message: 'Client has encountered a connection error and is not queryable' },
  { message: 'Connection terminated unexpectedly' },
  { message: 'terminating connection due to administrator command', code: '57P01' },
  { message: 'sorry, too many clients already', code: '53300' },
  { message: 'server closed the connection', code: '08006' },
])('an error of the connection is recognised: $message', ({ message, code }) => {
  expect(isConnectionError(Object.assign(new Error(message), { code }))).toBe(true)
  expect(isConnectionError(new Error('division by zero'))).toBe(false)
})
