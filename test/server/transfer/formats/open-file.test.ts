import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openFile } from '../../../../server/transfer/formats/open-file.ts'
import { IN_MEMORY } from '../../../support/in-memory.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { opened } from './text-file.ts'

const textOf = async (content: string | Buffer, size?: number) => {
  const { chunks } = await opened(content, size)
  return text(chunks)
}

describe('opening a file', () => {
  it.each([1, 2, 1000])('unpacks gzip by its first bytes, in pieces of %i bytes', async (size) => {
    expect(await textOf(gzipSync('hello'), size)).toBe('hello')
    expect(await textOf(Buffer.concat([gzipSync('a'), gzipSync('b')]), size)).toBe('ab')
    expect(await textOf('hello', size)).toBe('hello')
  })

  it('removes a byte order mark, compressed or not', async () => {
    expect(await textOf('\ufeffhello')).toBe('hello')
    expect(await textOf(gzipSync('\ufeffhello'), 1)).toBe('hello')
    expect(await textOf('')).toBe('')
  })

  it.each([1, 7, 1000])('ends lines of CSV (Macintosh) with LF, in pieces of %i bytes', async (size) => {
    expect(await textOf('a,b\r1,2\r\r3,"4\r5"\r', size)).toBe('a,b\n1,2\n\n3,"4\n5"\n')
    expect(await textOf('a,b\r1,2\n3,4\r\n', size)).toBe('a,b\r1,2\n3,4\r\n')
  })

  it('ends lines with LF where the first LF comes after 64 kB', async () => {
    const line = `${'x'.repeat(99)}\r`
    const text = `${line.repeat(700)}y\r\nz`
    expect(await textOf(text, 1001)).toBe(`${line.repeat(700)}y\nz`.replaceAll('\r', '\n'))
  })

  it('reports how much was read', async () => {
    const file = join(await temporaryFolder(), 'votes.txt')
    await writeFile(file, 'x'.repeat(1_000_000))
    const shares: number[] = []
    const { chunks } = await openFile(file, { onProgress: (share) => shares.push(share) })
    await text(chunks)
    expect(shares.length).toBeGreaterThan(2)
    expect(shares).toEqual([...shares].sort((a, b) => a - b))
    expect(shares.at(-1)).toBe(1)
  })

  it.each([
    ['binary', Buffer.from(Array.from({ length: 500 }, (_, i) => (i * 7) % 256)), 'is not text'],
    ['gzip of binary', gzipSync(Buffer.alloc(500)), 'is not text'],
    ['a damaged gzip', gzipSync('x'.repeat(500)).subarray(0, 20), 'damaged or cut short'],
  ])('refuses %s', async (_, content, message) => {
    await expect(textOf(content)).rejects.toThrow(message)
  })

  it('reports the path and what is wrong with it', async () => {
    const folder = await temporaryFolder()
    await expect(openFile(join(folder, 'none.csv'))).rejects.toThrow('there is no such file')
    await expect(openFile(folder)).rejects.toThrow('is a folder')
  })

  it('names a device by its path', async () => {
    expect((await openFile('/dev/null')).name).toBe('/dev/null')
  })

  it.runIf(existsSync(IN_MEMORY))('names a file in memory like any other', async () => {
    const folder = await mkdtemp(join(IN_MEMORY, 'deadheat-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const file = join(folder, 'votes.csv')
    await writeFile(file, 'model_a,model_b,winner')
    expect((await openFile(file)).name).toBe('votes.csv')
  })

  it('names standard input in the errors of its stream', async () => {
    const broken = new Readable({
      read() {
        this.destroy(new Error('gone'))
      },
    })
    await expect(openFile('-', { stdin: broken })).rejects.toThrow('standard input: could not be read (gone)')
  })
})
