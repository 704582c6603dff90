import { readdirSync, readFileSync } from 'node:fs'
import { parse } from 'svelte/compiler'
import { describe, expect, it } from 'vitest'
import { de as messagesInGerman } from '../../shared/messages/de/index.ts'
import { en as messages } from '../../shared/messages/en/index.ts'
import { words as sentenceWords } from '../../shared/sentence/words/index.ts'

const SOURCE = new URL('../../web/src/', import.meta.url)
const COMPONENTS = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.svelte'),
)

/** What may stand in a component: the name of the house, and what is the same in every language. */
const SAME_EVERYWHERE = [/^Deadheat$/, /^SHA-256$/, /^deadheat$/]
/** Attributes that are read out or shown. */
const SAID = /^(aria-(label|description|valuetext|roledescription)|title|placeholder|alt|label|missing)$/
const WORD = /\p{L}{2}/u

interface Node {
  type: string
  [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node)['type'] === 'string'

/** Words written into a component: texts, attributes that are said, and literal texts that an expression there gives. */
function wordsIn(node: Node): string[] {
  if (node.type === 'Text') return worthSaying(node['data'] as string)
  if (node.type === 'ExpressionTag') return literals(node['expression'] as Node)
  if (node.type === 'Attribute') {
    const values = [node['value']].flat().filter(isNode)
    return SAID.test(node['name'] as string) ? values.flatMap(wordsIn) : []
  }
  if (['code', 'pre', 'kbd'].includes(node['name'] as string)) return []
  if (['StyleSheet', 'StyleDirective', 'Script', 'Comment'].includes(node.type)) return []
  return Object.entries(node).flatMap(([key, value]) => {
    if (['expression', 'context', 'test', 'key', 'css', 'instance', 'module'].includes(key)) return []
    return [value].flat().filter(isNode).flatMap(wordsIn)
  })
}

/** Texts that an expression can give by itself; what it hands to a function is that function's concern. */
function literals(node: Node): string[] {
  switch (node.type) {
    case 'Literal':
      return typeof node['value'] === 'string' ? worthSaying(node['value']) : []
    case 'TemplateLiteral':
      return (node['quasis'] as { value: { cooked: string } }[]).flatMap(({ value }) =>
        worthSaying(value.cooked),
      )
    case 'ConditionalExpression':
      return [node['consequent'], node['alternate']].filter(isNode).flatMap(literals)
    case 'LogicalExpression':
    case 'BinaryExpression':
      return [node['left'], node['right']].filter(isNode).flatMap(literals)
    default:
      return []
  }
}

function worthSaying(text: string): string[] {
  const bareText = text.replace(/[·,;:.\s]+/gu, ' ').trim()
  return WORD.test(bareText) && !SAME_EVERYWHERE.some((same) => same.test(bareText)) ? [bareText] : []
}

const wordsOf = (source: string) => wordsIn(parse(source, { modern: true }).fragment as unknown as Node)

describe('components', () => {
  it.each(COMPONENTS)('%s says nothing that is not in the catalogue', (name) => {
    expect(wordsOf(readFileSync(new URL(name, SOURCE), 'utf8'))).toEqual([])
  })

  it('words would be found in every place they can occur', () => {
    expect(
      wordsOf(`<script>let a = 'no'</script>
        <p title="One" class="no">Two <code>no</code> {a ? 'three' : 'x'} {say('no')} {\`four \${a}\`}</p>
        {#if a === 'no'}<Notice title={a ?? 'Five'}>{#each [1] as b (b)}<b>Six</b>{/each}</Notice>{/if}
        <style>p { color: red }</style>`).sort(),
    ).toEqual(['Five', 'One', 'Six', 'Two', 'four', 'three'])
  })
})

/** What German says as English does. */
const SAME_IN_GERMAN = [
  'Prompt',
  'Prompts',
  'Name',
  'Online Elo',
  'Arena',
  'Budget',
  'Plan',
  'Link',
  'Links',
  'Format',
  'Person',
]

/** Words that German has for a thing which this page calls otherwise. */
const OTHER_WORDS = /Kandidat|Gewinnrate|Siegrate|Rubrik/

/** What a function says by itself, without what it takes and puts in. */
const withoutValues = (source: string) => source.replace(/^\(.*?\) => /s, '').replace(/\$\{\w+\}/g, '')

/** The leaves of a catalogue by their path, functions by what they take. */
function leaves(value: unknown, path = ''): [path: string, leaf: unknown][] {
  if (typeof value !== 'object' || value === null) return [[path, value]]
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, path ? `${path}.${key}` : key))
}

const CATALOGUES = readdirSync(new URL('words/', SOURCE), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'messages')
  .map(({ name }) => name)

/** What both sides say stands in shared/. */
const SHARED: Record<string, { en: unknown; de: unknown }> = {
  sentence: sentenceWords,
  messages: { en: messages, de: messagesInGerman },
}

async function catalogue(name: string): Promise<{ en: unknown; de: unknown }> {
  if (SHARED[name]) return SHARED[name]
  const en: unknown = await import(`../../web/src/words/${name}/en.ts`)
  const de: unknown = await import(`../../web/src/words/${name}/de.ts`)
  return { en, de }
}

describe.each([...CATALOGUES, ...Object.keys(SHARED)])('the words of %s', (name) => {
  const read = () => catalogue(name)

  it('are there in both languages', async () => {
    const { en, de } = await read()
    expect(leaves(de).map(([path]) => path)).toEqual(leaves(en).map(([path]) => path))
  })

  it('call a thing by one German word', async () => {
    const germanTexts = leaves((await read()).de).map(([path, leaf]) => `${path}: ${String(leaf)}`)
    expect(germanTexts.filter((one) => OTHER_WORDS.test(one))).toEqual([])
  })

  it('differ', async () => {
    const { en, de } = await read()
    const german = new Map(leaves(de))
    const same = leaves(en).filter(([path, text]) => {
      if (typeof text === 'function')
        return String(text) === String(german.get(path)) && /[a-z]{3} /.test(withoutValues(String(text)))
      return typeof text === 'string' && WORD.test(text) && text === german.get(path)
    })
    expect(same.filter(([, text]) => !SAME_IN_GERMAN.includes(text as string))).toEqual([])
  })
})
