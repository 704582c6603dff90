import { expect, test } from 'vitest'
import { openSite, siteFor } from './site.ts'
import { KINDS } from './kinds-of-text.ts'
import { shownTurns, type ShownTurn } from './shown-turns.ts'
import { losses, type Loss } from './written.ts'

const SAMPLES: Record<string, string> = {
  'code without fences':
    'def leap(year):\n    for i in range(20):\n        if i % 4:\n\n            print(i)  # no\n\n\nleap(2)',
  'code after a sentence':
    'Here it is:\nimport os\n# a comment\nos.path.join(*parts)\n\n# another\n__init__(self, **kw)',
  'blanks in prose': 'one\n  two  three\n\n   four\n     five\n\n\n    six\n\tseven',
  'HTML-like text':
    'A <div> or <T>, a < b && b > c, <!-- a comment -->, <br>, &lt; &amp; <http://a.example>, </s>\n<|end|>',
  'words of code':
    '__init__ and a*b*c, snake_case_name, _a_b_, 2**3**4, (a)*b*(c), SELECT *, a.* FROM, "*" and "*", a\\_b \\* \\n C:\\!x',
  'emphasis that stays':
    '**bold**, *italic*, _also_, ~~gone~~, **S**trengths, ***both***, `code  x`, `` a ` b ``, **a *b* c**',
  numbers: '2. two\n3. three\n5. five\n\n7) seven\n8) eight\n\n1234. many\n\n01. zero\n12345. too many',
  'numbers in a sentence': 'In\n1990. It was\n3.14\n10) ten',
  'list marks': '- a\n- b\n  - c\n\n    code\n+ d\n* e\n\n- 5\n\n* * * * * cron\n- - x',
  'items over several lines':
    '1. a\n   b\n\n     c\n2. d\n\n   ```py\n   if x:\n       y\n   ```\n- e\nlazy\n  lazier',
  headings: '# One\n## Two ##\n#include <x>\n\n#\n#hashtag\n\n####### seven',
  'lines of dashes': 'Text\n---\nmore\n===\n\n---\n\n***\n\n_____\n\n- - -',
  references:
    '[x]: http://y "z"\n[^1]: note\n[x] [x][y] [a](http://b.example) [b](rel) [c](javascript:x) ![d](http://e.example/f.png)',
  'quotes of others': '> one\n> > two\n>\n> - three\n\n>>> print(1)\n\n>50 % of\n\n> lazy\nline',
  money: '$5 and $10, $a=$b, US$5-A$6, $HOME/$USER, $5 for the kids and 10$ more, but $x_1$ and \\(y\\)',
  breaks: 'one  \ntwo\\\nthree\\',
  tables: '| a | b |\n|---|:-:|\n| 1 | x \\| y |\n| 2 |\n\n| a | b |\n|---|---|\n| 1 | 2 | 3 |',
  columns: 'Name     Age\nBob       12\nAnn        9\n\n+---+---+\n| a | b |\n+---+---+',
  fences: '```def f():\n  x\n```\n\n~~~js\n  a\n\n    b\n~~~\n\n```\n\nopen\n  still',
  'the end of a model': '```python\nx\n```<|end|>\n\n```<|end|>\ny',
  'a difference': '--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-old\n+new\n same\n- a list\n+ b',
  tabs: 'a\tb\n\tc\n\n- d\n\te\n\n\tf\n\t\tg',
  'line ends': 'one\r\n  two\r\n\r\n1. a\r\n2. b\r\rc',
  'invisible characters': 'a\u200bb\u200d\u2060 c\ufeffd\u00a0\u00a0e\n\u00a0\u00a0f',
  'right to left': 'مرحبا\n  بك *في* المتجر\n\n2. אחת\n4. שתיים\n\nabc 12 שלום (x) end',
  'marks alone on a line': '-\n  a: b\n  c: d\n\n1.\n   e\n\n -\n f',
  'deep lists': Array.from({ length: 70 }, (_, n) => `${'  '.repeat(n)}- ${n}`).join('\n'),
  'deep quotes': `${'> '.repeat(300)}deep\n\nafter`,
  'one long line': `${'word_a *b '.repeat(2_000)}\n  end`,
  'long code': `def f():\n${Array.from({ length: 2_000 }, (_, n) => `${' '.repeat(4 + (n % 9))}x[${n}] = __a__ * ${n}`).join('\n')}`,
}

/** The answers of each kind of text that voters meet, too: drawing formulas and colouring code lose no character. */
for (const { key, answers } of KINDS)
  for (const [nth, text] of answers.flat().entries()) SAMPLES[`${key}, answer ${nth + 1}`] = text

let read: ShownTurn[]
const site = siteFor(openSite, async () => {
  read = await shownTurns(site, 'written', Object.values(SAMPLES))
})

test.each(Object.keys(SAMPLES).map((name, nth) => [name, nth] as const))(
  '%s: can be read as written',
  (name, nth) => {
    expect(losses(SAMPLES[name]!, read[nth]!.page)).toEqual([])
    expect(read[nth]!.plain).toBe(SAMPLES[name])
  },
)

test.each<[Loss['kind'], string, string]>([
  ['indentation', 'a\n  b', 'a\nb'],
  ['line break', 'a\nb', 'a b'],
  ['list mark', '3. a', '\ue0122.\ue013a\ue014'],
  ['list mark', '+ a', '\ue012disc\ue013a\ue014'],
  ['text', 'a &lt; b', 'a < b'],
  ['text', 'a <b> c', 'a  c'],
  ['text', '[x]: y', ''],
  ['text', 'a', 'a and more'],
  ['text', 'print(*a)', 'print(a)'],
])('a lost %s is found: %j as %j', (kind, stored, shown) => {
  expect(losses(stored, shown).map((loss) => loss.kind)).toContain(kind)
})
