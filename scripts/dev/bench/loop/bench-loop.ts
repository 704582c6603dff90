/** The longest time that the event loop of a server was blocked, for each of many things that it is asked for. */
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { machine } from '../machine.ts'
import type { Delays, Order } from '../server-process.ts'
import { table } from '../table.ts'
import { boardsOf } from '../watched-boards.ts'
import { openJudging } from './judging.ts'
import { FILE_SITUATIONS, LARGE, READ_SITUATIONS } from './situations.ts'
import type { Situation } from './situations.ts'

const TOKEN = 'token-of-the-loop-benchmark'
const BOARD_WAIT_MS = 600_000
const QUIET_MS = 1000

const FIRST_BOARDS: Situation = {
  name: `the first boards of ${LARGE.votes.toLocaleString('en')} votes`,
  async ask({ address }) {
    const boards = boardsOf(`${address}/api/arenas/${LARGE.slug}/leaderboard/stream`)
    await boards.until(({ votes, isPreview }) => votes >= LARGE.votes && !isPreview, BOARD_WAIT_MS)
    boards.leave()
    return `${boards.all.length} boards`
  },
}

/**
 * @param words only situations whose name has one of these words; all without words. The large arena is loaded if one of
 *   them needs it
 */
export async function benchLoop(words: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'deadheat-bench-loop-'))
  chmodSync(folder, 0o755)
  const judging = await openJudging()
  const server = fork(join(import.meta.dirname, '../server-process.ts'), [folder], {
    env: {
      ...process.env,
      DEADHEAT_ADMIN_TOKEN: TOKEN,
      DATABASE_URL: '',
      ...Object.fromEntries(judging.keys.map((name) => [name, 'key'])),
    },
  })
  console.log(machine())
  try {
    await once(server, 'message')
    const isAsked = ({ name }: Situation) => words.length === 0 || words.some((word) => name.includes(word))
    const needsLarge = READ_SITUATIONS.some(isAsked) || isAsked(FIRST_BOARDS)
    if (needsLarge) await send(server, { load: LARGE })
    const address = await send<string>(server, 'serve')
    const others = [...READ_SITUATIONS, ...FILE_SITUATIONS, ...judging.situations].filter(isAsked)
    const rows = [['what is asked', 'took', 'blocked at most', 'by CPU', 'answer']]
    for (const { name, ask } of needsLarge ? [FIRST_BOARDS, ...others] : others) {
      process.stderr.write(`${name} …\n`)
      await send(server, 'delays')
      const startedAt = performance.now()
      const answer = await ask({ address, token: TOKEN })
      const took = (performance.now() - startedAt) / 1000
      // what follows from the answer, such as closing what was read
      await sleep(QUIET_MS)
      const { wall, cpu } = await send<Delays>(server, 'delays')
      rows.push([
        name,
        `${took.toFixed(1)} s`,
        `${wall.toFixed(0)} ms`,
        cpu === null ? '–' : `${cpu.toFixed(0)} ms`,
        answer,
      ])
      process.stderr.write(`  ${rows.at(-1)!.slice(1).join(' | ')}\n`)
    }
    await send(server, 'stop')
    console.log(table(rows))
    console.log(machine())
  } finally {
    server.kill()
    await judging.models.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}

async function send<T>(server: ChildProcess, order: Order): Promise<T> {
  server.send(order as object)
  return (await once(server, 'message'))[0]
}
