#!/usr/bin/env node
/** The command `deadheat` of the installed package. Plain JavaScript that an old Node can run. */
import module from 'node:module'
import { sendHangupWithNpm } from './server/platform/running-process.mjs'
import { launch } from './shared/messages/en/launch.mjs'

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  const { platform, arch, version } = process
  process.stderr.write(`${launch.node_too_old_here({ platform: `${platform}-${arch}`, version })}\n`)
  process.exitCode = 3
} else {
  // npm sets it to the folder in which npm was started. Paths are relative to the folder of the command.
  process.env.INIT_CWD = process.cwd()
  module.enableCompileCache?.()
  await sendHangupWithNpm()
  await import(process.argv[2] === 'rate' ? './scripts/rate.js' : './scripts/deadheat.js')
}
