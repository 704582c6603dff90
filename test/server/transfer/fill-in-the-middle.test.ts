import { describe, expect, it } from 'vitest'
import { fillInTheMiddle, promptsOfPosts } from '../../../server/transfer/post-prompts.ts'

const words = (name: string, count: number) =>
  Array.from({ length: count }, (_, i) => `${name}${i}`).join(' ')
const post = (...blocks: string[]) => blocks.join('\n\n')

describe('the middle of a post', () => {
  it('is the inner paragraph nearest to the centre that is long enough', () => {
    const blocks = [words('a', 20), words('b', 60), words('c', 60), words('d', 10), words('e', 80)]
    expect(fillInTheMiddle(post(...blocks), 40)).toEqual({
      before: post(blocks[0], blocks[1]),
      middle: blocks[2],
      after: post(blocks[3], blocks[4]),
    })
  })

  it('keeps code whole, blank lines and fences inside fences too', () => {
    const code = '~~~md\nfirst\n\n```js\nlet a\n```\n\n# no heading\n~~~'
    const blocks = [words('a', 5), code, words('c', 5)]
    expect(fillInTheMiddle(post(...blocks), 3)).toEqual({ before: blocks[0], middle: code, after: blocks[2] })
    const inline = '```a``` is a line of code'
    expect(fillInTheMiddle(post('one', inline, 'three'), 3)).toMatchObject({ middle: inline })
  })

  it('includes the heading of its paragraph, and is never a heading alone', () => {
    const parts = fillInTheMiddle(post('# Title', 'one', '## Part', words('b', 50), '## End', 'three'), 40)
    expect(parts).toEqual({
      before: '# Title\n\none',
      middle: `## Part\n\n${words('b', 50)}`,
      after: '## End\n\nthree',
    })
    expect(fillInTheMiddle(post('# Title', 'one', '## Part', words('b', 50)), 40)).toMatch(/two paragraphs/)
  })

  it('does not exist in short posts, and the reason is given', () => {
    expect(fillInTheMiddle('', 40)).toMatch(/no text, and three/)
    expect(fillInTheMiddle(post('a', 'b'), 1)).toMatch(/two paragraphs/)
    expect(fillInTheMiddle(post('a', words('b', 39), 'c'), 40)).toMatch(/40 words together/)
  })

  it('gives the post again when it is put back, whatever its layout', () => {
    const kinds = [words('p', 12), '```\n\nx\n\n```', '- one\n- two', '> said\n> so', '| a |\n| - |', '## H']
    for (let seed = 0; seed < 200; seed++) {
      const blocks = Array.from({ length: 3 + (seed % 5) }, (_, i) => kinds[(seed * 7 + i * i + i) % 6])
      const text = post(...blocks)
      const parts = fillInTheMiddle(text, 5)
      if (typeof parts !== 'string')
        expect([seed, post(parts.before, parts.middle, parts.after)]).toEqual([seed, text])
    }
    expect(typeof fillInTheMiddle(post(...kinds.slice(0, 5)), 1)).toBe('object')
  })
})

it('prompts of posts ask for the middle and keep it as the reference, with different ids', () => {
  const text = post('Before.', words('b', 40), 'After.')

  const posts = ['x/a.md', 'y/a.md', 'b.txt', 'short.md'].map((file) => ({ file, text }))
  posts[3].text = 'Only this.'
  const { prompts, skipped } = promptsOfPosts(posts, 40)
  expect(prompts.map(({ id }) => id)).toEqual(['x/a.md', 'y/a.md', 'b'])
  expect(skipped).toEqual([{ file: 'short.md', because: 'it has one paragraph, and three are needed' }])
  const { messages, variables, reference } = prompts[0]
  expect([variables, reference]).toEqual([{ before: 'Before.', after: 'After.' }, words('b', 40)])
  expect(messages[0].content).toContain('<before>\nBefore.\n</before>\n\n<after>\nAfter.\n</after>')
  expect(messages[0].content).not.toContain(reference)
})
