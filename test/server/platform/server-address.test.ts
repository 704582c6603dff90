/** Links of the terminal lead to the server that runs on the same data folder. */
import { expect, test } from 'vitest'
import { linkOrigin, noteServer } from '../../../server/platform/http/known-names.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const config = { publicUrl: '', host: '127.0.0.1', port: 4747, databaseUrl: '' }

test('a link has the address of the server while it runs, and else the settings', async () => {
  const dataDir = await temporaryFolder()
  expect(await linkOrigin({ ...config, dataDir })).toBe('http://127.0.0.1:4747')
  const forget = await noteServer(dataDir, 'http://127.0.0.1:5151')
  expect(await linkOrigin({ ...config, dataDir })).toBe('http://127.0.0.1:5151')
  expect(await linkOrigin({ ...config, dataDir, publicUrl: 'https://arena.example' })).toBe(
    'https://arena.example',
  )
  expect(await linkOrigin({ ...config, dataDir, databaseUrl: 'postgres://elsewhere/x' })).toBe(
    'http://127.0.0.1:4747',
  )
  await forget()
  expect(await linkOrigin({ ...config, dataDir })).toBe('http://127.0.0.1:4747')
})

test('a server that stops leaves the address of another one', async () => {
  const dataDir = await temporaryFolder()
  const forget = await noteServer(dataDir, 'http://127.0.0.1:5151')
  await noteServer(dataDir, 'http://127.0.0.1:5252')
  await forget()
  expect(await linkOrigin({ ...config, dataDir })).toBe('http://127.0.0.1:5252')
})
