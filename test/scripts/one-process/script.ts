/**
 * A script whose commands of the terminal are all carried out in this one process, since forty of their own would take
 * most of the time to start: script.ts SCRIPT ARGUMENTS, with DEADHEAT_DATA set. Whoever kills the group leaves what a
 * killed command leaves.
 */
import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { deadheatHere } from '../deadheat.ts'

const socket = join(process.env['DEADHEAT_DATA']!, `${process.pid}.sock`)
const command = [process.execPath, join(import.meta.dirname, 'command.mjs'), socket].join(' ')

const server = createServer({ allowHalfOpen: true }, async (asking) => {
  const args = JSON.parse(await text(asking)) as string[]
  asking.end(JSON.stringify(await deadheatHere(args)))
})
server.listen(socket, () => {
  const env = { ...process.env, DEADHEAT_COMMAND: command }
  const script = spawn(process.execPath, process.argv.slice(2), { env, stdio: 'inherit' })
  script.on('exit', (code) => {
    server.close()
    process.exitCode = code ?? 1
  })
})
