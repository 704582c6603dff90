/** The image is built and tried: by an engine where one runs, else by the Dockerfile's own steps in a chroot. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCommand } from '../../../../scripts/dev/image/run-command.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const root = join(import.meta.dirname, '../../../..')
const tryImage = (env: NodeJS.ProcessEnv) =>
  runCommand(process.execPath, ['scripts/dev/image/image.ts', 'test'], {
    cwd: root,
    env: { ...process.env, ...env },
  })

test('the image is built, starts as a plain user, imports, counts a vote and keeps it', async (context) => {
  const { code, output } = await tryImage({})
  const report = output.trim().split('\n').at(-1)!
  console.log(report)
  if (code === 3) context.skip(report)
  expect([code, code === 0 ? '' : output]).toEqual([0, ''])
  expect(report).toMatch(/it was built and tried by (docker|podman|the Dockerfile's steps in a chroot)\.$/)
})

test('without an engine and without apt nothing is tried, and the reason is said', async () => {
  const { code, output } = await tryImage({ PATH: await temporaryFolder() })
  expect([code, output]).toEqual([
    3,
    'Not tried: neither docker nor podman runs here, and a chroot takes Linux, root, apt and a Debian mirror.\n',
  ])
})
