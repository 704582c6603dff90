import { expect, test } from 'vitest'
import { documentHtml, findWebDocument, textWithoutTags } from '../../../shared/web-answers/web-document.ts'

const PAGE = '<!DOCTYPE html>\n<html><body>Hi</body></html>'
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><circle r="9"/></svg>'

test.each([
  ['a page', PAGE, 'html'],
  ['a page behind blank lines and a comment', `\n\n<!-- mine -->\n${PAGE}\n`, 'html'],
  ['a page without doctype', '<html lang="en"><p>Hi</html>', 'html'],
  ['a picture', SVG, 'svg'],
  [
    'a picture with its prolog',
    `<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x">\n${SVG}`,
    'svg',
  ],
] as const)('%s is a document as a whole', (_, text, kind) => {
  expect(findWebDocument(text)).toEqual({ kind, source: text.trim(), before: '', after: '' })
})

test.each([
  ['html', PAGE, 'html'],
  ['HTML', '<button>Go</button>', 'html'],
  ['svg', SVG, 'svg'],
  // what the block holds decides, whatever it is called
  ['html', SVG, 'svg'],
] as const)(
  'a text with one block of %s is that document, with words around it',
  (language, source, kind) => {
    expect(findWebDocument(`Here it is:\n\n\`\`\`${language}\n${source}\n\`\`\`\n\nEnjoy.`)).toEqual({
      kind,
      source,
      before: 'Here it is:',
      after: 'Enjoy.',
    })
  },
)

test.each([
  ['prose', 'Use <html> as the first element.'],
  ['two blocks', `\`\`\`html\n${PAGE}\n\`\`\`\n\`\`\`css\nb {}\n\`\`\``],
  ['another language', '```js\ndocument.write("<html>")\n```'],
  ['an open block', `\`\`\`html\n${PAGE}`],
  ['an element of text', '<p>Hi</p>'],
  ['a name that only begins so', '<svgfont></svgfont>'],
])('%s stays a text', (_, text) => {
  expect(findWebDocument(text)).toBeNull()
})

test.each([
  ['comments', '<!---->', 'x'],
  ['prologs', '<?xml?>', 'x'],
  ['blanks and comments', ' \n<!-- -->', 'x'],
  ['half a comment', '<!--', ''],
  ['fences', '```html\n', ''],
  ['doctypes', '<!doctype svg ', ''],
])('many %s are read in one pass', (_, part, end) => {
  // a pattern that is read in many ways takes hours here
  expect(findWebDocument(part.repeat(40_000) + end)).toBeNull()
})

test.each([
  ['<p>I am <b>ChatGPT</b></p>', 'I am  ChatGPT'],
  ['I&#39;m&nbsp;Claude &amp; co', "I'm Claude & co"],
  ['<text>I am</text><text>Claude</text>', 'I am  Claude'],
  ['&#x49; &#9999999; a < b', 'I   a < b'],
])('%s says so without its tags', (source, words) => {
  expect(textWithoutTags({ source }).trim().normalize('NFKC')).toBe(words)
})

test('a picture is shown on a page of its own', () => {
  expect(documentHtml({ kind: 'svg', source: SVG })).toMatch(/^<!doctype html>.*<svg/s)
  expect(documentHtml({ kind: 'html', source: PAGE })).toBe(PAGE)
})
