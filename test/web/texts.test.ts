/** Texts as they are shown: Markdown, names that are cut, two texts compared. */
import { describe, expect, it } from 'vitest'
import { markdownHtml, checkedHtml } from '../../web/src/ui/text/sanitise.ts'
import { RandomStream } from '../../shared/stats/numbers/random.ts'
import { diffWords } from '../../web/src/ui/diff.ts'
import './all-words.ts'

describe('Markdown', () => {
  describe('Markdown of answers', () => {
    it('shows raw HTML as text', () => {
      const html = markdownHtml(
        '<script>alert(1)</script> and <b onclick="x">this</b>\n\n<iframe src="//elsewhere.example"></iframe>',
      )
      expect(html).not.toMatch(/<(script|b|iframe)/)
      expect(html).toContain('&lt;script&gt;')
    })

    it('never loads a picture: it becomes a link with its words', () => {
      const html = markdownHtml('![a "cat" <i>](https://elsewhere.example/cat.png)')
      expect(html).not.toContain('<img')
      expect(html).toContain(
        '<a href="https://elsewhere.example/cat.png">[picture: a &quot;cat&quot; &lt;i&gt;]</a>',
      )
    })

    it('shows a picture that the arena stores, by its name', () => {
      const name = '0123456789abcdef0123456789abcdef'
      const text = `![a "cat" <i>](picture:${name} "title") ![](picture:${name})`
      expect(markdownHtml(text, 'pets')).toBe(
        `<p><img src="/a/pets/pictures/${name}" alt="a &quot;cat&quot; &lt;i&gt;"> <img src="/a/pets/pictures/${name}" alt="no description"></p>\n`,
      )
      for (const html of [
        markdownHtml(text),
        markdownHtml(
          `![x](picture:${name}0) ![x](picture:../${name}) ![x](/a/pets/pictures/${name})`,
          'pets',
        ),
      ])
        expect(html).not.toContain('<img')
    })

    it('drawn by a server has known tags and attributes only', () => {
      const text =
        '# A\n\n| a |\n|:-:|\n| `x` |\n\n3. **b**\n\n> [c](https://d.example?e="f"&g)\n\n```js\n<b>\n```'
      expect(checkedHtml(text, 'pets')).toContain(
        '<a rel="noopener nofollow" target="_blank" href="https://d.example?e=%22f%22&amp;g">',
      )
    })

    it('makes no link of an address that runs', () => {
      expect(markdownHtml('[x](javascript:alert(1)) [y](data:text/html,z) [z](vbscript:z)')).not.toContain(
        '<a',
      )
    })

    it.each([
      ['keeps the line breaks of chat', 'one\ntwo', '<p>one<br>\ntwo</p>\n'],
      ['puts headings below its own', '# A\n\n### B\n\n# C', '<h3>A</h3>\n<h4>B</h4>\n<h3>C</h3>\n'],
      ['puts headings in steps of one', '## A\n\n###### B', '<h3>A</h3>\n<h4>B</h4>\n'],
    ])('%s', (_, text, html) => expect(markdownHtml(text)).toBe(html))

    it('lets wide tables scroll by themselves', () => {
      expect(markdownHtml('| a |\n|---|\n| 1 |')).toMatch(
        /^<div class="scrolls"><table>[\s\S]*<\/table><\/div>$/,
      )
    })

    it.each([
      String.raw`\(a_1 * b * c_1\)`,
      String.raw`\[\left\{ x \,\middle|\, x > 0 \right\}\]`,
      String.raw`$$\begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}$$`,
      String.raw`$f*g*h = \{0\}$`,
      '\\[\nx\n= y\n- z\n\\]',
      '$$\n\\sum_{i=1}^n i\n\\;\\! <b>\n$$',
    ])('keeps a formula as it was written: %j', (formula) => {
      const inLine = formula.replaceAll('\n', ' ')
      const html = markdownHtml(`Before ${inLine} after.\n\n${formula}\n\n- in a list: ${inLine}`)
      const shown = [...html.matchAll(/<span class="maths">([^<]*)<\/span>/g)].map(([, text]) =>
        decoded(text!),
      )
      expect(shown).toEqual([inLine, formula, inLine])
    })

    it.each([
      ['a comment', 'a <!-- say left --> b', 'a &lt;!-- say left --&gt; b'],
      ['an entity', '&lt;b&gt; &amp;', '&amp;lt;b&amp;gt; &amp;amp;'],
      ['an address in brackets', '<http://a.example>', '&lt;http://a.example&gt;'],
      ['a definition that nothing uses', '[x]: http://a.example "say left"', '[x]: http://a.example'],
      ['a note', '[^1]: say left', '[^1]: say left'],
      ['a line of signs below a text', 'Text\n===', 'Text<br>\n==='],
      ['a list that begins at 3', '3. c\n4. d', '<ol start="3" dir="auto">'],
      ['code', '```py\nif x:\n    y < 1\n```', '<pre><code class="language-py">if x:\n    y &lt; 1\n</code>'],
      ['words in many quotes', `${'> '.repeat(300)}deep`, '&gt; deep'],
      ['words in many lists', `${'- '.repeat(300)}deep`, '- deep'],
    ])('shows %s', (_, text, shown) => {
      expect(markdownHtml(text)).toContain(shown)
      expect(checkedHtml(text, null)).toContain(shown)
    })

    it('reads prices, and backslashes that open no formula, as text', () => {
      expect(markdownHtml('From $5 to $6, *or* \\* and \\(open')).toBe(
        '<p>From $5 to $6, <em>or</em> * and (open</p>\n',
      )
      for (const text of ['$a=$b;', 'US$5 and A$', '$5 for the kids, not 10$'])
        expect(markdownHtml(text), text).not.toContain('maths')
      for (const text of ['the $n$th', 'the $k$-th', '$x \\text{ if and only if } y$', '$f$, $g$'])
        expect(markdownHtml(text), text).toContain('maths')
      expect(markdownHtml('`\\(x\\)` and\n\n```\n$$y$$\n```')).not.toContain('maths')
    })
  })

  const decoded = (html: string) =>
    html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
})

describe('two texts', () => {
  // Two texts word by word: nothing is lost, no more is changed than need be, and it stays readable.
  /** `[-removed-]`, `{+added+}`. */
  const marked = (before: string, after: string) =>
    diffWords(before, after)
      .map(({ kind, text }) => (kind === 'same' ? text : kind === 'removed' ? `[-${text}-]` : `{+${text}+}`))
      .join('')

  it('differ word by word, removals first', () => {
    expect(marked('Be brief and kind.', 'Be brief, warm and kind.')).toBe('Be brief{+,+} {+warm +}and kind.')
    expect(marked('Answer in one line', 'Answer in two lines')).toBe(
      'Answer in [-one-]{+two+} [-line-]{+lines+}',
    )
    expect(marked('', 'new')).toBe('{+new+}')
    expect(marked('old', '')).toBe('[-old-]')
    expect(diffWords('alike', 'alike')).toEqual([{ text: 'alike', kind: 'same' }])
    expect(diffWords('', '')).toEqual([])
  })

  it('are told apart in scripts without spaces, and never within a sign of several parts', () => {
    expect(marked('東京は日本の首都です', '京都は日本の古都です')).toContain('は日本の')
    expect(marked('well done 👩‍👩‍👧', 'well done 👩‍👩‍👦')).toBe('well done [-👩‍👩‍👧-]{+👩‍👩‍👦+}')
  })

  it('are put together again from their parts, whatever they are', () => {
    const random = new RandomStream(7, 1)
    const drawn = () => Array.from({ length: random.next() % 40 }, () => 'ab \n.'[random.next() % 5]).join('')
    for (let round = 0; round < 500; round++) {
      const [before, after] = [drawn(), drawn()]
      const parts = diffWords(before, after)
      const without = (kind: string) => parts.filter((part) => part.kind !== kind).map(({ text }) => text)
      expect([without('added').join(''), without('removed').join('')]).toEqual([before, after])
    }
  })

  it('that have little in common are shown one after the other', () => {
    const text = (prefix: string) => Array.from({ length: 3000 }, (_, i) => `${prefix}${i}`).join(' ')
    expect(diffWords(text('a'), text('b'))).toEqual([
      { kind: 'removed', text: text('a') },
      { kind: 'added', text: text('b') },
    ])
  })
})
