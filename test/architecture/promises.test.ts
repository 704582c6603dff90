/** The lint finds promises that nothing waits for. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { floatingPromises } from '../../scripts/dev/verify/floating-promises.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { root } from './planted-tree.ts'

const source = `
declare function save(): Promise<number>
declare function maybe(): Promise<void> | undefined
declare const ready: boolean
save()                                   // floats
save().then((n) => n + 1)                // floats
save().finally(() => {})                 // floats
maybe()                                  // floats
ready && save()                          // floats
Promise.all([save(), save()])            // floats
const later = async () => { save() }     // floats
let kept: Promise<number>
await save()
void save()
save().catch(() => {})
save().catch(() => {}).finally(() => {})
save().then((n) => n, () => 0)
kept = save()
console.log(kept, later, 'no promise')
export {}
`

test('the lint finds each floating promise, and nothing else', async () => {
  const folder = await temporaryFolder()
  const { config } = ts.parseConfigFileTextToJson(
    'tsconfig.json',
    readFileSync(join(root, 'tsconfig.json'), 'utf8'),
  )
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...config.compilerOptions, types: [] } }),
  )
  writeFileSync(join(folder, 'letting-go.ts'), source)
  const unawaitedLines = floatingPromises(join(folder, 'tsconfig.json')).flatMap((line) => {
    const floats = /ts:(\d+):\d+: nobody/.exec(line)
    return floats ? [Number(floats[1])] : []
  })

  const floating = source
    .split('\n')
    .flatMap((line, index) => (line.includes('// floats') ? [index + 1] : []))
  expect(unawaitedLines).toEqual(floating)
})
