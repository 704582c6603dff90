import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { SETTINGS } from './container.ts'
import type { Container, Image } from './container.ts'
import { mustRun, runCommand } from './run-command.ts'

const NAME = 'deadheat-tried'

/** Builds the image of a checkout with docker or podman. Image, volume and containers have a name of their own. */
export async function buildByEngine(engine: string, root: string): Promise<Image> {
  await mustRun(engine, ['build', '--tag', NAME, root])
  await mustRun(engine, ['volume', 'create', NAME])
  const size = await mustRun(engine, ['image', 'inspect', '--format', '{{.Size}}', NAME])
  return {
    how: `by ${engine}`,
    bytes: Number(size),
    start: () => start(engine),
    async remove() {
      await runCommand(engine, ['rm', '--force', NAME])
      await runCommand(engine, ['volume', 'rm', '--force', NAME])
      await runCommand(engine, ['image', 'rm', '--force', NAME])
    },
  }
}

async function start(engine: string): Promise<Container> {
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['--env', `${name}=${value}`])
  const options = ['--rm', '--name', NAME, '--publish', '127.0.0.1::4747', '--volume', `${NAME}:/data`]
  const child = spawn(engine, ['run', ...options, ...settings, NAME], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text))
  const ended = once(child, 'exit') as Promise<[number | null]>
  return {
    address: `http://${await portOf(engine)}`,
    exec: (command, input = '') => runCommand(engine, ['exec', '--interactive', NAME, ...command], { input }),
    async stop() {
      await mustRun(engine, ['stop', '--time', '30', NAME])
      return (await ended)[0]
    },
    log: () => said,
  }
}

/** The address that the engine chose, once the container runs. */
async function portOf(engine: string): Promise<string> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const { code, output } = await runCommand(engine, ['port', NAME, '4747/tcp'])
    if (code === 0 && output.trim() !== '') return output.trim().split('\n')[0]
    await new Promise((later) => setTimeout(later, 200))
  }
  throw new Error(`${engine} names no port of ${NAME}.`)
}
