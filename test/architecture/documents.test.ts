/** Documents name only things that exist. */
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { stalePages, writePages } from '../../scripts/dev/docs/pages.ts'
import { brokenReferences } from '../../scripts/dev/verify/doc-references.ts'
import { importTable } from '../../scripts/dev/verify/import-table.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { root } from './planted-tree.ts'

test('the import table of CONTRIBUTING.md is the one the lint enforces', () => {
  const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
  const shown = text.split('<!-- import table -->')[1]?.split('<!-- end of import table -->')[0]
  expect(shown?.trim()).toBe(importTable())
})

test('documents name only existing files, and code names only existing documents', () => {
  expect(brokenReferences(root)).toEqual([])
})

test('the generated pages of the reference are up to date', async () => {
  expect(await stalePages(root)).toEqual([])
})

test('a generated page is stale if it is missing or was edited', async () => {
  const folder = await temporaryFolder()
  expect(await stalePages(folder)).toContain('docs/reference/terminal.md')
  await writePages(folder)
  expect(await stalePages(folder)).toEqual([])
  appendFileSync(join(folder, 'docs/reference/settings.md'), 'More.\n')
  expect(await stalePages(folder)).toEqual(['docs/reference/settings.md'])
})

describe('brokenReferences', () => {
  const inDocument = (markdown: string) => inProject({ 'docs/page.md': markdown })
  const inProject = async (more: Record<string, string>) => {
    const folder = await temporaryFolder()
    const files = {
      'package.json': '{ "scripts": { "start": "", "deadheat": "" } }',
      'docs/other.md': '# One heading: here\n\n```\n# not a heading\n```\n',
      'server/votes/cast-vote.ts': '',
      ...more,
    }
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    return brokenReferences(folder)
  }

  test.each([
    ['[x](missing.md)', 'links to missing.md, which is not there'],
    ['![picture](../pictures/board.png "title")', 'links to ../pictures/board.png, which is not there'],
    ['[x]: missing.md', 'links to missing.md, which is not there'],
    ['[x](other.md#two)', 'links to other.md#two, where no heading has that name'],
    ['[x](other.md#not-a-heading)', 'links to other.md#not-a-heading, where no heading has that name'],
    ['[x](#nowhere)', 'links to #nowhere, where no heading has that name'],
    ['see `server/votes/cast.ts`', 'names `server/votes/cast.ts`, which is not there'],
    ['see `docs/pictures/`', 'names `docs/pictures/`, which is not there'],
    ['`npm run publish`', 'says `npm run publish`, and package.json has no such script'],
    ['```\nnpm run -s bench -- votes\n```', 'says `npm run bench`, and package.json has no such script'],
    ['`npm test`', 'says `npm run test`, and package.json has no such script'],
  ])('complains of %j', async (markdown, complaint) => {
    const line = markdown.startsWith('```') ? 4 : 3
    expect(await inDocument(`text\n\n${markdown}\n`)).toEqual([`docs/page.md:${line}: ${complaint}`])
  })

  test('complains of code that names a missing document or heading', async () => {
    const code =
      "// docs/other.md\n'see docs/gone.md'\n'docs/other.md#one-heading-here'\n'docs/other.md#two'\n"
    expect(await inProject({ 'server/votes/count.ts': code })).toEqual([
      'server/votes/count.ts:2: links to docs/gone.md, which is not there',
      'server/votes/count.ts:4: links to docs/other.md#two, where no heading has that name',
    ])
  })

  test.each([
    '[x](other.md) [y](other.md#one-heading-here) [z](../server/votes/) [w](https://example.org/none.md)',
    '`server/votes/cast-vote.ts` `server/votes/cast-vote.ts:12` `cast-vote.ts` `/api/arenas` `server/<domain>/index.ts` `server/integrity/`',
    'run `npm start` or `npm run -s deadheat -- rate votes.csv`',
    '```\n[x](missing.md) `server/missing.ts`\n```',
    '# Here\n\n[x](#here)',
  ])('accepts %j', async (markdown) => {
    expect(await inDocument(markdown)).toEqual([])
  })
})
