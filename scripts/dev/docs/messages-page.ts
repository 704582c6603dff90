/** docs/reference/messages.md: every warning, error and finding by its code, from the English catalogue. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { messageTexts } from './message-texts.ts'
import { blocks, code, MADE, table } from './markdown.ts'

const CATALOGUE = join(import.meta.dirname, '../../../shared/messages/en')

const INTRODUCTION = `Every warning, error and finding has a code and values. The server sends them as
\`finding: { code, values }\` beside the English \`message\`. The wording may change. A name in braces stands
for a value. Texts are shown in the plural.

[Warnings](warnings.md) explains what the warnings of a board mean. The problem codes of the API are in the
[HTTP reference](http.md).`

export function messagesPage(): string {
  const index = readFileSync(join(CATALOGUE, 'index.ts'), 'utf8')
  const files = [...index.matchAll(/from '\.\/([\w-]+)\.ts'/g)].map(([, name]) => name!)
  return blocks(
    MADE,
    '# Messages',
    INTRODUCTION,
    ...files.flatMap((name) => {
      const { about, texts } = messageTexts(readFileSync(join(CATALOGUE, `${name}.ts`), 'utf8'))
      return [
        `## ${titleOf(name)}`,
        about,
        table(
          ['code', 'text'],
          texts.map((one) => [code(one.code), one.text.replace(/[<>]/g, String.raw`\$&`)]),
        ),
      ]
    }),
  )
}

const titleOf = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ')
