/**
 * `npm run image -- check`: reads the Dockerfile, and says what cannot work.
 * `npm run image -- test`: builds the image and tries it, by docker or podman; without one, by the Dockerfile's own
 * steps in a chroot, which takes root, apt and a Debian mirror. It says which of the two it did. Exit code 3: neither
 * was possible.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NoPackagesError } from './base.ts'
import { buildByChroot } from './by-chroot.ts'
import { buildByEngine } from './by-engine.ts'
import { checkDockerfile } from './check-dockerfile.ts'
import type { Image } from './container.ts'
import { answers } from './run-command.ts'
import { tryImage } from './try-image.ts'

const root = join(import.meta.dirname, '../../..')
const note = (text: string) => console.error(`  ${text}`)

async function build(): Promise<Image | null> {
  for (const engine of ['docker', 'podman'])
    if (await answers(engine, ['info'])) return buildByEngine(engine, root)
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null
  const tools = [
    answers('apt-get', ['--version']),
    answers('dpkg-deb', ['--version']),
    answers('unshare', ['--mount', 'true']),
  ]
  if (!(await Promise.all(tools)).every(Boolean)) return null
  const folder = await mkdtemp(join(tmpdir(), 'deadheat-image-'))
  try {
    return await buildByChroot(root, folder, note)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

async function test(): Promise<void> {
  const image = await build().catch((error: Error) => {
    if (!(error instanceof NoPackagesError)) throw error
    console.error(error.message)
    return null
  })
  if (!image) {
    console.log(
      'Not tried: neither docker nor podman runs here, and a chroot takes Linux, root, apt and a Debian mirror.',
    )
    process.exitCode = 3
    return
  }
  try {
    console.log(`Built ${image.how}: ${Math.round(image.bytes / 1e6)} MB.`)
    await tryImage(image, note)
    console.log(`The image works; it was built and tried ${image.how}.`)
  } finally {
    await image.remove()
  }
}

const [what] = process.argv.slice(2)
const complaints = checkDockerfile(root)
for (const complaint of complaints) console.error(complaint)
if (complaints.length > 0) process.exitCode = 1
else if (what === 'test')
  await test().catch((error: Error) => {
    console.error(error.message)
    process.exitCode = 1
  })
else if (what === 'check') console.log('The Dockerfile names nothing that is missing.')
else {
  console.error('Say what to do: npm run image -- check, or npm run image -- test')
  process.exitCode = 2
}
