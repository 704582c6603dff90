/** Page, text, Markdown and badge are four surfaces with one finding. */
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { renderBadge } from '../../server/leaderboard/render/badge.ts'
import { renderMarkdown } from '../../server/leaderboard/render/markdown.ts'
import { renderText } from '../../server/leaderboard/render/text.ts'
import { isPlaced } from '../../shared/sentence/index.ts'
import { isLittleKnown } from '../../shared/sentence/too-few-votes.ts'
import type { ArenaDetail, Board, PageRenderer } from '../../shared/contracts/index.ts'
import { boardOf, vote } from '../server/ratings/boards.ts'

let renderer: PageRenderer
beforeAll(async () => {
  renderer = (await import(new URL('../../dist/render/render.js', import.meta.url).href)) as PageRenderer
})

const view = { source: 'humans', criterion: null, category: null, from: null, to: null }
/** The name of one holds what HTML, Markdown and badge write otherwise. */
const NAMES = ['Ash', 'Birch <b>', 'Cedar & *co*', 'Doug_Fir', 'Elm']

/** Boards of votes that lean towards the first names: with a winner, with dead heats, with none rated, with none at all. */
const anyBoard = fc
  .record({
    votes: fc.array(fc.tuple(fc.nat(4), fc.integer({ min: 1, max: 4 }), fc.nat(9), fc.nat(7)), {
      maxLength: 90,
    }),
    lean: fc.nat(9),
    /** So many votes in which the first beats the others, but for one in ten. */
    ahead: fc.constantFrom(0, 0, 200),
    rounds: fc.constantFrom(0, 100, 100, 100),
  })
  .map(({ votes, lean, ahead: far, rounds }): Board => {
    const cast = votes.map(([one, ahead, draw, prompt], i) => {
      const [a, b] = [one, (one + ahead) % NAMES.length].sort() as [number, number]
      const outcome = draw < lean ? 'left' : draw === 9 ? 'tie' : 'right'
      const sides = { contestantA: NAMES[a], contestantB: NAMES[b] }
      return vote(`v${i}`, { ...sides, outcome, prompt: `p${prompt}` })
    })
    const clear = Array.from({ length: far }, (_, i) => {
      const [contestantA, contestantB] = [NAMES[0], NAMES[1 + (i % 4)]]
      const outcome = i % 11 === 10 ? 'right' : 'left'
      return vote(`c${i}`, { contestantA, contestantB, outcome, prompt: `q${i % 37}` })
    })
    return boardOf([...cast, ...clear], { view, rounds, contestants: NAMES.map((name) => ({ name })) })
  })

const detail: ArenaDetail = {
  arena: 'x',
  title: 'X',
  description: '',
  contestants: NAMES.length,
  votes: 1,
  simulatedVotes: 0,
  votable: true,
  visibility: 'public',
  criteria: ['overall'],
  categories: [],
  sources: [],
  defaultSource: null,
  prompts: 8,
  references: 0,
}

const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&nbsp;': '\u00a0' }
const plain = (html: string) =>
  html
    .replace(/<!--.*?-->|<[^>]*>/gs, '')
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    .replace(/&\w+;/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim()

const firstLine = (text: string) => text.slice(0, text.indexOf('\n\n')).replace(/\s+/g, ' ').trim()

/** Each surface's whole sentence, and who is marked as maybe first where rows are. */
function surfaces(board: Board) {
  const begin = { board, detail }
  const { body } = renderer.draw({ url: 'http://x/a/x', language: 'en', arena: detail, begin })
  const badge = renderBadge('X', board)
  const accent = (text: string) => `\u0001${text}`
  const painted = renderText(board, { width: 200, paint: { strong: String, faint: String, accent } })
  return {
    page: plain(
      [/<h1.*?<\/h1>/s, /<p class="more.*?<\/p>/s].map((part) => part.exec(body)?.[0] ?? '').join(' '),
    ),
    text: firstLine(renderText(board, { width: 10_000 })),
    markdown: firstLine(renderMarkdown(board))
      .replace(/\*\*(.*?)\*\* ?/, '$1 ')
      .replace(/&lt;/g, '<')
      .replace(/&amp;/g, '&')
      .replace(/\\(.)/g, '$1')
      .trim(),
    badge: plain(/<title.*?<\/title>/s.exec(badge)![0]).replace(/^X: /, ''),
    badgeSays: plain([...badge.matchAll(/<text.*?<\/text>/gs)][1][0]),
    inPage: [
      ...body.matchAll(
        /<tr [^>]*data-contestant="([^"]*)"(?:(?!<\/tr>).)*?class="row-plot whiskers accent/gs,
      ),
    ].map(([, name]) => plain(name!)),
    inText: painted
      .split('\n')
      .flatMap((line) =>
        line.startsWith('\u0001') ? [NAMES.find((name) => line.includes(`  ${name}  `))!] : [],
      ),
  }
}

it('names the same winner, or the same dead heat', () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(anyBoard, (board) => {
      const texts = surfaces(board)
      expect(texts.page).toBe(texts.text)
      expect(texts.markdown).toBe(texts.text)
      expect(texts.badge).toBe(texts.text)
      const rated = new Set(board.contestants.filter(isPlaced).map(({ name }) => name))
      const first = (board.winner === null ? board.deadHeatForFirst : [board.winner]).filter((name) =>
        rated.has(name),
      )
      expect(texts.inPage.sort()).toEqual([...first].sort())
      expect(texts.inText.sort()).toEqual([...first].sort())
      if (board.winner !== null) expect(texts.badgeSays).toBe(`${board.winner} leads`)
      else expect(texts.badgeSays).not.toMatch(/leads/)
      const heat = board.deadHeatForFirst.length
      if (board.winner === null && isLittleKnown(board)) expect(texts.badgeSays).toBe('too little known')
      else if (board.winner === null && heat > 0)
        expect(texts.badgeSays).toMatch(new RegExp(`^dead heat: ${heat} of \\d(, \\d others? not rated)?$`))
      seen.add(
        texts.badgeSays
          .replace(/^.* leads/, 'leads')
          .replace(/, \d others? not rated$/, '')
          .replace(/\d/g, '#'),
      )
    }),
    { numRuns: 100, seed: 5 },
  )
  expect([...seen].sort()).toEqual([
    'dead heat: # of #',
    'leads',
    'no votes yet',
    'nobody rated yet',
    'nothing declared',
    'too little known',
  ])
})
