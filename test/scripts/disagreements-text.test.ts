import { expect, test } from 'vitest'
import { disagreementsText } from '../../scripts/cli/judging/judges-text.ts'
import type { Disagreement } from '../../shared/contracts/index.ts'

const DISAGREEMENT: Disagreement = {
  battle: '6f1f1c3e-0000-4000-8000-000000000000',
  withheld: null,
  criterion: 'overall',
  prompt: {
    id: 'p7',
    category: 'billing',
    messages: [{ role: 'user', content: 'Why twice?' }],
    reference: null,
  },
  left: {
    contestant: 'Terse',
    slug: 'terse',
    text: 'We refund it.',
    turns: null,
    context: null,
    transcript: null,
  },
  right: {
    contestant: 'Warm',
    slug: 'warm',
    text: `${'So sorry! '.repeat(100)}The end.`,
    turns: null,
    context: null,
    transcript: null,
  },
  opposite: false,
  judge: {
    outcome: 'tie',
    inconsistent: true,
    reason: null,
    version: 1,
    castAt: '2026-01-01T00:00:00Z',
    requests: [
      { shownFirst: 'left', said: 'left', reason: 'It answers.' },
      { shownFirst: 'right', said: 'right', reason: 'It is\u001b[31m kind.' },
    ],
  },
  humans: { left: 3, right: 1, tie: 0, bothBad: 1, reasons: ['Short and true.'] },
}

test('prints prompt, answers, people’s votes and the judge’s verdict in both orders, with names', () => {
  const report = { arena: 'support', judge: 'critic', total: 4, disagreements: [DISAGREEMENT] }
  const text = disagreementsText(report, 80)
  const lines = text.split('\n').map((line) => line.trim().replace(/ +/g, ' '))
  expect(lines).toEqual(
    expect.arrayContaining([
      'Humans and critic disagree on 4 pairs of support, of which the worst 1:',
      '1. prompt p7 · billing · overall',
      'user Why twice?',
      'Terse We refund it.',
      'humans Terse 3, Warm 1, both bad 1',
      '“Short and true.”',
      'judge tie, inconsistent: a different answer in each order',
      'Terse first Terse: It answers.',
      'Warm first Warm: It is\ufffd[31m kind.',
    ]),
  )
  expect(text).toContain('…')
  expect(text).not.toContain('The end.')
  for (const width of [40, 80]) {
    const widest = disagreementsText(report, width)
      .split('\n')
      .map((line) => line.length)
    expect(Math.max(...widest)).toBeLessThanOrEqual(width)
  }
})
