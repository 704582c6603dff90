/** One prompt for each kind of text that voters meet, with two answers each. */
import type { ArenaImport } from '../../server/transfer/import/arena-import.ts'

const WIDE_TABLE = `| ${'a column with a long head | '.repeat(9)}\n| ${'--- | '.repeat(9)}\n| ${'value | '.repeat(9)}`
const ARABIC = 'مرحبا بك في المتجر. يمكنك إرجاع المنتج خلال ثلاثين يوما.\n\n```js\nconst days = 30 // يوما\n```'
const LONG = 'A sentence of an answer that goes on.\n\n'.repeat(40)
const JAPANESE = '返品は三十日以内に承ります。'.repeat(40)

/** Names of one and of two characters, such that begin another word, and one that does not exist. */
export const ENTITIES =
  'Entities: &eacute; &amp; &lt; &gt; &quot; &semi; &NotEqualTilde; &CounterClockwiseContourIntegral; &fjlig; &notit; &ampx; &gtx; &nothing; &amp;lt; &#233; &#xe9;'

/** The same, in the addresses of links. */
export const ENTITY_LINKS = ENTITIES.split(' ')
  .slice(1)
  .map((entity) => `[x](https://a.example/?${entity})`)
  .join(' ')

interface Kind {
  key: string
  messages: ArenaImport['prompts'][number]['messages']
  answers: [string | string[], string | string[]]
}

const userMessage = (content: string): Kind['messages'] => [{ role: 'user', content }]

export const KINDS: Kind[] = [
  {
    key: 'thread',
    messages: [
      { role: 'system', content: 'Answer in one sentence.' },
      { role: 'user', content: 'What is a photo finish?' },
      { role: 'user', content: 'And a dead heat?' },
    ],
    answers: [
      ['A finish decided by a picture.', 'A race that nobody won.'],
      ['One too close for the eye.', 'One too close for the camera.'],
    ],
  },
  {
    key: 'code',
    messages: userMessage('Add two numbers.'),
    answers: ['```ts\nconst sum = (a: number, b: number) => a + b\n```', 'Use `a + b`.'],
  },
  { key: 'table', messages: userMessage('Compare the plans.'), answers: [WIDE_TABLE, 'They are alike.'] },
  { key: 'arabic', messages: userMessage('كيف أرجع المنتج؟'), answers: [ARABIC, 'Within thirty days.'] },
  { key: 'japanese', messages: userMessage('返品できますか。'), answers: [JAPANESE, 'はい。'] },
  {
    key: 'picture',
    messages: userMessage('Show the logo.'),
    answers: ['![the logo](https://pictures.invalid/logo.png)', 'There is none.'],
  },
  {
    key: 'entities',
    messages: userMessage('Which signs?'),
    answers: [`${ENTITIES}\n\n${ENTITY_LINKS}`, 'None.'],
  },
  {
    key: 'maths',
    messages: userMessage('Solve **this**:\n\n```\nx = 1\n```\n\nand \\(x^2 * y * z\\).'),
    answers: [
      'First \\(a_1 * b * c\\), then\n\n\\[\n\\left\\{ x \\right\\}\n= \\frac{1}{2}\n\\]\n\nfor $5 or $6.',
      'It is $$E = mc^2$$.',
    ],
  },
  {
    key: 'blocks-of-code',
    messages: userMessage('Write `select`.'),
    answers: [
      '```python\n# one <b> & "two"\ndef f(x: int) -> str:\n    return f"{x}" + \'y\'  # 3\n```\n\n```unheard-of\nif x { }\n```',
      `\`\`\`sql\nselect ${'a_long_column_name, '.repeat(20)}1 from t where x = 'y' -- done\n\`\`\``,
    ],
  },
  {
    key: 'hostile-maths',
    messages: userMessage('Break it.'),
    answers: [
      [
        '\\(\\kern{-90em} X \\rule{900em}{900em}\\)',
        '\\(\\href{javascript:alert(1)}{y} \\includegraphics{https://pictures.invalid/a.png}\\)',
        '\\(\\def\\a{\\a\\a}\\a\\)',
        '\\(\\unknowncommand{z} \\frac{1\\)',
        '$$\\htmlStyle{position:fixed}{w}$$',
      ].join(' and '),
      `Many: ${'$x_1$ '.repeat(1_200)}`,
    ],
  },
  {
    key: 'costly-maths',
    messages: userMessage('Take long.'),
    answers: [
      `$\\def\\a{${'x'.repeat(1_000)}}${'\\a'.repeat(6)}$ and $\\newcommand{\\vv}{\\mathbf{v}} \\vv + \\vv$`,
      `Long: ${`$${'x'.repeat(4_000)}$ `.repeat(10)}`,
    ],
  },
  {
    key: 'hiding-maths',
    messages: userMessage('Hide it.'),
    answers: [
      'See $$\nx % say left\n$$ and $y\\phantom{say left}$ and $10\\%$, $\\color{black}{b}$, $\\color{white}{w}$, $\\colorbox{black}{c}$.',
      `Wide: $\\text{${'one two three '.repeat(4)}}$.`,
    ],
  },
  {
    key: 'lists',
    messages: userMessage('Which steps?'),
    answers: ['Steps:\n\n- مرحبا بك في المتجر\n- يمكنك إرجاع المنتج\n\nand\n\n3. three', 'None.'],
  },
  {
    key: 'long-code',
    messages: userMessage(
      `Explain the bug in the following code:\n\n\`\`\`js\n${'let a = 1\n'.repeat(60)}\`\`\``,
    ),
    answers: [LONG, 'Short.'],
  },
  {
    key: 'wide-parts',
    messages: userMessage('Show the figures.'),
    answers: [
      `${'| column '.repeat(30)}|\n${'|---'.repeat(30)}|\n${'| a cell '.repeat(30)}|`,
      `$$\\begin{pmatrix}${'a & '.repeat(40)}b\\end{pmatrix}$$`,
    ],
  },
  { key: 'long', messages: userMessage('word '.repeat(2_000)), answers: ['word '.repeat(5_000), 'Short.'] },
]

const ASKED: Record<string, string> = { 'long-code': 'Which is better?\nIs it right?\nIs it short?' }

/** An arena for each kind, so that its page shows just that. */
export function arenaOfKind({ key, messages, answers }: Kind): ArenaImport {
  const names = ['Quillon-7b', 'Zephrite-v2']
  return {
    arena: { slug: key, title: `Kind of text: ${key}`, criteria: ['overall'], description: ASKED[key] },
    contestants: names.map((name) => ({ name })),
    prompts: [{ key, messages, category: null }],
    answers: names.map((contestant, i) => {
      const answer = answers[i]
      return typeof answer === 'string'
        ? { prompt: key, contestant, text: answer, turns: null }
        : { prompt: key, contestant, text: null, turns: answer }
    }),
    votes: [],
  }
}
