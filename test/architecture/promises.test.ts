/** The lint finds promises that nothing waits for. */
import { expect, test } from 'vitest'
import { PlantedTree } from './planted-tree.ts'

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
Array.of(1, 2).map(() => save())         // floats
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

test('the lint finds each floating promise, and nothing else', () => {
  using tree = new PlantedTree()
  tree.plant({ 'shared/letting-go.ts': source })
  const unawaitedLines = tree
    .lint()
    .messagesOf('shared/letting-go.ts')
    .filter((line) => line.includes('no-floating-promises'))
    .map((line) => Number(line.split(':')[1]))
    .toSorted((one, other) => one - other)

  const floating = source
    .split('\n')
    .flatMap((line, index) => (line.includes('// floats') ? [index + 1] : []))
  expect(unawaitedLines).toEqual(floating)
})
