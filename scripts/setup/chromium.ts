import { execFile } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import { SetupError } from '../../server/platform/setup-error.ts'
import { msg } from '../../shared/messages/index.ts'

const run = promisify(execFile)
/** First the build without windows: it draws the same pages and opens each in a quarter of the CPU time. */
const SHELL = 'chromium-headless-shell'
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const MAC_CHROME = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
const PACKAGES = [SHELL, 'fonts-liberation']

/** The Chromium for tests: DEADHEAT_CHROMIUM, one on the PATH, or Playwright's own. Null if there is none. */
export async function findChromium(env: NodeJS.ProcessEnv = process.env): Promise<string | null> {
  const named = env['DEADHEAT_CHROMIUM']
  if (named) {
    if (await isExecutable(named)) return named
    throw new SetupError(msg('chromium_named_not_run', { path: named }))
  }
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
  for (const candidate of [...onPath, MAC_CHROME, chromium.executablePath()]) {
    if (await isExecutable(candidate)) return candidate
  }
  return null
}

/**
 * Finds Chromium or installs it: Debian's package for root with apt-get, else Playwright's own.
 * @throws SetupError with the command to run if neither works
 */
export async function ensureChromium(say: (line: string) => void): Promise<string> {
  const chromium = await findChromium()
  if (chromium) return chromium
  const complaints: string[] = []
  for (const install of [installPackage, installPlaywrights]) {
    const complaint = await install(say)
    const installed = await findChromium()
    if (installed) return installed
    if (complaint) complaints.push(complaint)
  }
  throw new SetupError(
    `The tests need Chromium and none could be installed (${complaints.join('; ')}): run "sudo apt-get install ${PACKAGES.join(' ')}", or "npx playwright install --with-deps chromium", or name one in DEADHEAT_CHROMIUM.`,
  )
}

async function installPackage(say: (line: string) => void): Promise<string | null> {
  const hasApt = await isExecutable('/usr/bin/apt-get')
  if (process.getuid?.() !== 0 || !hasApt) return null
  say('Installing Chromium with apt-get …')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]) =>
    tryTo('apt-get', ['-qq', '-y', '-o', 'DPkg::Lock::Timeout=120', ...args], env)
  const install = () => apt('install', '--no-install-recommends', ...PACKAGES)
  if ((await install()) === null) return null
  return (await apt('update')) ?? (await install())
}

async function installPlaywrights(say: (line: string) => void): Promise<string | null> {
  say("Installing Playwright's Chromium …")
  const cli = join(import.meta.dirname, '../../node_modules/@playwright/test/cli.js')
  return tryTo(process.execPath, [cli, 'install', 'chromium'], process.env)
}

/** Null if the command worked, else the end of its output. */
async function tryTo(command: string, args: string[], env: NodeJS.ProcessEnv): Promise<string | null> {
  return run(command, args, { env, maxBuffer: 1e8 }).then(
    () => null,
    (error: { stderr?: string; message: string }) => {
      const lines = (error.stderr ?? '').split('\n').filter((line) => line.trim() !== '')
      const line = lines.find((candidate) => /error|fail/i.test(candidate)) ?? lines.at(-1) ?? error.message
      return `${[command, ...args].slice(-2).join(' ')}: ${line.trim()}`
    },
  )
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
}
