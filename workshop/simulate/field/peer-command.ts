import { print } from '../../../scripts/cli/terminal/output.ts'
import type { Terminal } from '../../../scripts/cli/terminal/terminal.ts'
import { shareOf } from '../score.ts'
import type { FieldSetting } from './board-score.ts'
import { PEERS } from './peers.ts'
import { scorePeers } from './peer-score.ts'
import type { World } from './world.ts'

/** Prints how much each rule declares in worlds of unequal strengths, if each is false on 5 % of boards of equals. */
export function reportPeers(
  worlds: readonly World[],
  setting: Omit<FieldSetting, 'boards'> & { boards: number | undefined },
  terminal: Terminal,
): void {
  const titles = [
    ...PEERS.map((peer) => `any false: ${peer}`),
    'factor for 5 %: bars',
    ...PEERS.map((peer) => `declared pairs at 5 %: ${peer}`),
    'declared pairs: bars',
  ]
  print(terminal, `| world | resampled by | ${titles.join(' | ')} |`)
  print(terminal, `|---|---${'|--:'.repeat(titles.length)}|`)
  const unequal = worlds.filter(
    ({ categories, strengths }) => !categories && strengths.some((own) => own !== strengths[0]),
  )
  for (const world of unequal)
    for (const by of world.promised) {
      const {
        boards,
        unequal: pairs,
        rules,
      } = scorePeers(world, by, {
        ...setting,
        boards: setting.boards ?? Math.min(200, world.boards),
      })
      const share = (count: number) => ((100 * count) / pairs).toFixed(1)
      const figures = [
        ...PEERS.map((peer) => percentOf(rules[peer].anyFalse, boards)),
        rules.bars.factor.toFixed(2),
        ...PEERS.map((peer) => share(rules[peer].declaredAtEqualError)),
        share(rules.bars.declared),
      ]
      print(terminal, `| ${world.name} | ${by} | ${figures.join(' | ')} |`)
    }
}

/** Per cent ± one standard error. */
export function percentOf(count: number, boards: number): string {
  const { share, error } = shareOf(count, boards)
  return `${(100 * share).toFixed(1)} ± ${(100 * error).toFixed(1)}`
}
