import { chromium, type Browser } from '@playwright/test'
import { findChromium } from '../../scripts/setup/chromium.ts'
import { fitsInMemory } from './in-memory.ts'

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** More than the pages of a browser share. */
const SHARED_BYTES = 2e9

let launching: Promise<Browser> | null = null

/**
 * The Chromium that `npm test` found, started once in each worker: its test files share it and close only the contexts
 * that they open. It ends with the worker.
 */
export async function sharedBrowser(): Promise<Browser> {
  const running = await launching
  if (running?.isConnected()) return running
  launching = launch()
  return launching
}

async function launch(): Promise<Browser> {
  const executablePath = await findChromium()
  if (!executablePath) throw new Error('There is no Chromium here: npm test installs one.')
  // for little memory, Playwright has Chromium share what it draws in files on disk
  const onDisk = (await fitsInMemory(SHARED_BYTES)) ? ['--disable-dev-shm-usage'] : []
  return chromium.launch({ executablePath, args: FLAGS, ignoreDefaultArgs: onDisk })
}
