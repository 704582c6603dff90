/** Draws SVG as PNG in a thread, one picture at a time, and keeps the latest pictures. */
import { msg } from '../../../shared/messages/index.ts'
import { LRUCache } from 'lru-cache'
import { ProblemError } from '../../platform/problem.ts'
import { IDLE_TIMEOUT, Thread } from '../../platform/jobs/thread.ts'
import type { PngTask } from './render-png.ts'

type Png = Uint8Array<ArrayBuffer>

/** All kept pictures together have at most this many bytes. */
const MAX_BYTES = 16_000_000
/** The most pictures that wait for the thread. */
const MAX_WAITING = 8

const thread = new Thread(new URL('./png-thread.ts', import.meta.url), IDLE_TIMEOUT)
const drawn = new LRUCache<string, Png>({
  maxSize: MAX_BYTES,
  sizeCalculation: ({ byteLength }) => byteLength,
})
const underWay = new Map<string, Promise<Png>>()

/**
 * The PNG of a picture, drawn once for each tag.
 * @param tag  identifies all that the picture shows
 * @throws {ProblemError} too_many_requests if too many other pictures wait
 */
export async function cachedPng(tag: string, fonts: readonly string[], svg: () => string): Promise<Png> {
  const known = drawn.get(tag) ?? underWay.get(tag)
  if (known) return known
  if (underWay.size >= MAX_WAITING)
    throw new ProblemError('too_many_requests', msg('many_at_once', { what: 'requests' }), { retryAfter: 5 })
  const drawing = drawPng(svg(), fonts)
  underWay.set(tag, drawing)
  try {
    const png = await drawing
    drawn.set(tag, png)
    return png
  } finally {
    underWay.delete(tag)
  }
}

/**
 * Draws one picture in the thread, without keeping it.
 * @param fonts  font files for letters that the packaged fonts lack
 */
export function drawPng(svg: string, fonts: readonly string[]): Promise<Png> {
  const task: PngTask = { svg, fonts }
  return thread.ask<Png>(task)
}
