/** Names in Markdown are text: nothing of them becomes a link, a mention or a reference where it is rendered. */
import MarkdownIt from 'markdown-it'
import { expect, it } from 'vitest'
import { escaped } from '../../../server/leaderboard/render/markdown.ts'

/** As it is read: its texts, one for each run that a mention could be found in, and what is not text. */
function read(markdown: string) {
  const tokens = new MarkdownIt({ html: true, linkify: true }).parseInline(markdown, {})[0].children!
  const isText = (type: string) => type === 'text' || type === 'text_special'
  return {
    texts: tokens.filter(({ type }) => isText(type)).map(({ content }) => content),
    others: tokens
      .filter(({ type, content }) => !isText(type) && content !== '<!-- -->')
      .map(({ type }) => type),
  }
}

it.each([
  '@octocat',
  'model by @octocat/team',
  'ann@evil.example',
  'https://evil.example/x',
  'HTTP://evil.example',
  'ftp://evil.example',
  'www.evil.example',
  'owner/repo#12',
  'GH-12',
])('the name %s becomes no link, mention or reference', (name) => {
  const { texts, others } = read(escaped(name))
  expect(others).toEqual([])
  expect(texts.join('')).toBe(name)
  for (const text of texts) expect(text).not.toMatch(/@\w|:\/\/|www\.|#\d|GH-\d/)
  expect(escaped(name)).not.toMatch(/@\w|:\/\/|www\.|#\d|GH-\d/)
})

it('names without Markdown characters stay unchanged', () => {
  expect(escaped('gpt-4.1 (mini): fast')).toBe('gpt-4.1 (mini): fast')
})
