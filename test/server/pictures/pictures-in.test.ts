/** Where Markdown has pictures: the same places as in the page. */
import { describe, expect, it } from 'vitest'
import { picturesIn } from '../../../server/pictures/picture-taker.ts'
import { htmlOf } from '../../../web/src/ui/text/markdown.ts'

const NAME = '0123456789abcdef0123456789abcdef'
const A = `picture:${NAME}`

/** Texts, each with the number of its pictures. */
const TEXTS: [string, number][] = [
  [`![A cat](${A})`, 1],
  [`Before ![](${A}) and ![two](${A} "title") after`, 2],
  [`![with [brackets] in it](<${A}>)`, 1],
  [`![a \\] b](  ${A}  )`, 1],
  [`- a list\n- ![in it](${A})\n\n> ![quoted](${A})`, 2],
  [`\`![in code](${A})\``, 0],
  [`\`\` a \` ![in code](${A}) \`\` ![after](${A})`, 1],
  [`An open \` ![picture](${A})`, 1],
  [`\`\`\`md\n![in a block](${A})\n\`\`\`\n![after](${A})`, 1],
  [`~~~\n![in a block](${A})\n\`\`\`\n![still](${A})`, 0],
  [`\\![no picture](${A})`, 0],
  [`[no picture](${A})`, 0],
  [`![no address]() ![none](a b) ![open](${A}`, 0],
]

describe('pictures in Markdown', () => {
  it.each(TEXTS)('%j', (text, count) => {
    const found = [...picturesIn(text)]
    expect(found).toHaveLength(count)
    for (const { start, end, address } of found) {
      expect(address).toBe(A)
      expect(text.slice(start, end).replace(/^<|>$/g, '')).toBe(A)
    }
    const shown = htmlOf(text, 'an-arena').match(/<img /g) ?? []
    expect(shown).toHaveLength(count)
  })

  it('are found in long hostile texts', () => {
    for (const part of ['![', '`', '![a](', '``` `` ` ', '![a](<', '![[', '\\![x](y "', '``` \n'])
      expect([...picturesIn(part.repeat(100_000) + ' ')].length).toBeLessThan(1)
    const data = `data:image/png;base64,${'A'.repeat(6_000_000)}`
    expect([...picturesIn(`![a](${data})`)].map(({ address }) => address.length)).toEqual([data.length])
  })
})
