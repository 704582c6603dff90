import { chromium, type Browser } from '@playwright/test'
import { findChromium } from '../../scripts/setup/chromium.ts'

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Starts the Chromium that `npm test` found; the caller closes it. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = await findChromium()
  if (!executablePath) throw new Error('There is no Chromium here: npm test installs one.')
  return chromium.launch({ executablePath, args: FLAGS })
}
