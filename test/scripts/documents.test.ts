/** Every command and every route in a document exists. */
import { Command } from 'commander'
import { describe, expect, test } from 'vitest'
import { describeApi } from '../../server/app.ts'
import { documentedCommands, idleProgram, PAGES, textOf } from './document-commands.ts'

describe('every command in a document exists, with its arguments and options', () => {
  test.each(documentedCommands())('$page: $line', async ({ args }) => {
    await expect((await idleProgram()).parseAsync(args, { from: 'user' })).resolves.toBeInstanceOf(Command)
  })

  test('an unknown option is refused', async () => {
    await expect(
      (await idleProgram()).parseAsync(['rate', 'votes.csv', '--styles'], { from: 'user' }),
    ).rejects.toThrow('--styles')
  })
})

test('every route in a document is a route of the API', () => {
  const paths = Object.keys(describeApi().paths)
  const patterns = paths.map((path) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`))
  const named = PAGES.flatMap((page) =>
    [...textOf(page).matchAll(/\/api\/(?:arenas|battles|admin)(?:[\w/{}.:-]*[\w}])?/g)].map(([path]) => path),
  )
  const isBeginning = (path: string) => paths.some((one) => one.startsWith(path.replace(/\/$/, '')))
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((path) => !isBeginning(path) && !patterns.some((one) => one.test(path)))).toEqual([])
})

test('the board that README.md shows is the beginning of the one in the tutorial', () => {
  const [, shown] = /```\n( Dead heat[^]*?)```/.exec(textOf('README.md'))!
  const lines = shown!.split('\n')
  expect(lines.length).toBeGreaterThan(5)
  const tutorial = textOf('docs/tutorial.md').split('\n')
  expect(lines.filter((line) => !tutorial.includes(line))).toEqual([])
})
