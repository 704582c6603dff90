import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { de } from '../../../shared/messages/de/index.ts'
import { en } from '../../../shared/messages/en/index.ts'

type Text = string | ((values: never) => string)
const english = en as Record<string, Text>
const german = de as Record<string, Text>

/** The names of the values that a text takes, from its source. */
function placeholders(text: Text): string[] {
  if (typeof text === 'string') return []
  const source = String(text)
  const taken = /^\(\{([^}]*)\}/.exec(source)?.[1]
  const names = taken
    ? taken.split(',').map((name) => name.split(':')[0].trim())
    : [...source.matchAll(/\bvalues\.(\w+)/g)].map(([, name]) => name!)
  return [...new Set(names.filter((name) => name !== ''))].toSorted()
}

/** How the test runner writes an imported name: with the place of its import, which is no wording. */
const IMPORTED = /\(0,__vite_ssr_import_\d+__\.(\w+)\)|__vite_ssr_import_\d+__\.(\w+)/g

/** A text as in its source, for reading: without types, and with nothing filled in. */
const shown = (catalogue: Record<string, Text>) =>
  Object.fromEntries(
    Object.entries(catalogue).map(([code, text]) => [code, String(text).replace(IMPORTED, '$1$2')]),
  )

test('every code has both languages', () => {
  expect(Object.keys(german).toSorted()).toEqual(Object.keys(english).toSorted())
})

/** German has a text for each code of the parser; English repeats the parser's own line. */
const OF_PARSER = new Set(['not_yaml'])

test('a text takes the same values in both languages', () => {
  const differing = Object.keys(english).filter(
    (code) =>
      typeof english[code] !== typeof german[code] ||
      placeholders(german[code]).some(
        (name) => placeholders(english[code]).length > 0 && !placeholders(english[code]).includes(name),
      ),
  )
  expect(differing.filter((code) => !OF_PARSER.has(code))).toEqual([])
})

test('every code is used', () => {
  const root = new URL('../../../', import.meta.url)
  const sources = ['server', 'scripts', 'shared']
    .flatMap((folder) =>
      readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' }).map(
        (name) => `${folder}/${name}`,
      ),
    )
    .filter((name) => /\.(ts|mjs)$/.test(name) && !/^shared\/messages\/(en|de)\//.test(name))
    .map((name) => readFileSync(new URL(name, root), 'utf8'))
    .join('\n')
  const unused = Object.keys(english).filter(
    (code) => !new RegExp(`['"\`]${code}\\b`).test(sources) && !sources.includes(` ${code}:`),
  )
  expect(unused).toEqual([])
})

test('the wording of both languages equals the reviewed snapshot', async () => {
  await expect(JSON.stringify(shown(english), null, 2)).toMatchFileSnapshot('./wording.en.json')
  await expect(JSON.stringify(shown(german), null, 2)).toMatchFileSnapshot('./wording.de.json')
})
